// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_order.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

using namespace homeward::domain;

namespace {

using Priorities = std::vector<int>;

/// From `first` down to `last`.
Priorities down(int first, int last)
{
    Priorities priorities;
    for (int priority = first; priority >= last; --priority)
        priorities.push_back(priority);
    return priorities;
}

Priorities joined(Priorities first, const Priorities &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// The places of the nodes from the highest priority to the lowest; of equals the earlier first.
std::vector<std::size_t> orderOf(const Priorities &priorities)
{
    std::vector<std::size_t> order(priorities.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return priorities[a] > priorities[b]; });
    return order;
}

} // namespace

class TestNodeOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesPrioritiesInOrder_data();
    void givesPrioritiesInOrder();
    void tellsEqualPrioritiesApart_data();
    void tellsEqualPrioritiesApart();
    void placesNewcomersLast_data();
    void placesNewcomersLast();
    void keepsTheOrderWhileNodesCome();
};

void TestNodeOrder::givesPrioritiesInOrder_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<Priorities>("expected");

    QTest::newRow("none") << 0 << Priorities{};
    QTest::newRow("one") << 1 << Priorities{1};
    QTest::newRow("three") << 3 << Priorities{3, 2, 1};
    QTest::newRow("254") << 254 << down(254, 1);
    QTest::newRow("255") << 255 << down(255, 1);
    QTest::newRow("256") << 256 << joined(down(255, 1), {1});
    QTest::newRow("1000") << 1000 << joined(down(255, 1), Priorities(745, 1));
}

void TestNodeOrder::givesPrioritiesInOrder()
{
    QFETCH(int, count);
    QFETCH(Priorities, expected);

    QCOMPARE(prioritiesInOrder(std::size_t(count)), expected);
}

void TestNodeOrder::tellsEqualPrioritiesApart_data()
{
    QTest::addColumn<Priorities>("wanted");
    QTest::addColumn<Priorities>("expected");

    const auto row = [](const char *name, const Priorities &wanted, const Priorities &expected) {
        QTest::newRow(name) << wanted << expected;
    };
    row("none", {}, {});
    row("one", {7}, {7});
    row("all differ", {200, 3, 17}, {200, 3, 17});
    row("two equal: the earlier goes first", {5, 5}, {2, 1});
    row("equal ones below another", {5, 5, 9}, {2, 1, 3});
    row("equal ones above another", {1, 9, 9}, {1, 3, 2});
    row("all equal", {100, 100, 100, 100}, {4, 3, 2, 1});
    row("two pairs", {3, 8, 3, 8}, {2, 4, 1, 3});
    row("256 that cannot differ", joined({1}, down(255, 1)),
        joined({1}, joined(down(255, 2), {1})));
}

void TestNodeOrder::tellsEqualPrioritiesApart()
{
    QFETCH(Priorities, wanted);
    QFETCH(Priorities, expected);

    QCOMPARE(distinctPriorities(wanted), expected);
}

void TestNodeOrder::placesNewcomersLast_data()
{
    QTest::addColumn<Priorities>("present");
    QTest::addColumn<Priorities>("expected");

    const auto row = [](const char *name, const Priorities &present, const Priorities &expected) {
        QTest::newRow(name) << present << expected;
    };
    row("the first one", {}, {1});
    row("room below", {9, 5}, {9, 5, 4});
    row("room below by one", {3, 2}, {3, 2, 1});
    row("no room: all move up", {3, 2, 1}, {4, 3, 2, 1});
    row("no room: only those below a gap move up", {9, 2, 1}, {9, 3, 2, 1});
    row("no room: in any order", {1, 9, 2}, {2, 9, 3, 1});
    row("no room, and the highest stays", {255, 1}, {255, 2, 1});
    row("no room up to the gap at the top", joined({255}, down(253, 1)),
        joined({255}, joined(down(254, 2), {1})));
    row("the 255th", down(254, 1), joined(down(255, 2), {1}));
    row("the 256th shares the lowest", down(255, 1), joined(down(255, 1), {1}));
    row("the 257th shares the lowest", joined(down(255, 1), {1}), joined(down(255, 1), {1, 1}));
}

void TestNodeOrder::placesNewcomersLast()
{
    QFETCH(Priorities, present);
    QFETCH(Priorities, expected);

    QCOMPARE(prioritiesWithNewcomer(present), expected);
}

void TestNodeOrder::keepsTheOrderWhileNodesCome()
{
    Priorities priorities;
    for (std::size_t count = 1; count <= 300; ++count) {
        const auto before = orderOf(priorities);
        priorities = prioritiesWithNewcomer(priorities);
        QCOMPARE(priorities.size(), count);
        auto expected = before;
        expected.push_back(count - 1);
        QCOMPARE(orderOf(priorities), expected);
        QVERIFY(*std::max_element(priorities.begin(), priorities.end()) <= highestPriority);
        QVERIFY(*std::min_element(priorities.begin(), priorities.end()) >= lowestPriority);
        if (count <= 255)
            QCOMPARE(std::set<int>(priorities.begin(), priorities.end()).size(), count);
    }
}

QTEST_APPLESS_MAIN(TestNodeOrder)
#include "tst_node_order.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/deadline.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::net;
using namespace std::chrono_literals;

class TestDeadline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void runsWhenDue();
    void runsOnceAndInOrder();
    void movesLater();
    void movesEarlier();
    void isCleared_data();
    void isCleared();
    void mayBeDestroyedByItsAction();
    void mayBeDestroyedByAnother();
    void mayBeSetAgainByItsAction();
    void agreesWithAPlainList();
    void runsFromTheEventLoop();

private:
    void advance(Duration step)
    {
        m_clock.advance(step);
        m_queue->runDue();
    }
    std::unique_ptr<Deadline> make(char letter)
    {
        return std::make_unique<Deadline>(*m_queue, [this, letter] { m_ran += letter; });
    }

    ManualClock m_clock;
    std::unique_ptr<DeadlineQueue> m_queue;
    std::string m_ran;
};

void TestDeadline::init()
{
    m_queue = std::make_unique<DeadlineQueue>(m_clock);
    m_ran.clear();
}

void TestDeadline::runsWhenDue()
{
    const auto deadline = make('a');
    deadline->setAfter(10ms);
    QVERIFY(deadline->isSet());
    advance(9ms);
    QCOMPARE(m_ran, std::string());
    advance(1ms);
    QCOMPARE(m_ran, std::string("a"));
    QVERIFY(!deadline->isSet());
}

void TestDeadline::runsOnceAndInOrder()
{
    const auto late = make('c');
    const auto early = make('a');
    const auto middle = make('b');
    late->setAfter(30ms);
    early->setAfter(10ms);
    middle->setAfter(20ms);
    advance(1h);
    advance(1h);
    QCOMPARE(m_ran, std::string("abc"));
}

void TestDeadline::movesLater()
{
    const auto deadline = make('a');
    deadline->setAfter(10ms);
    for (int i = 0; i < 5; ++i) {
        advance(9ms);
        deadline->setAfter(10ms);
    }
    QCOMPARE(m_ran, std::string());
    advance(10ms);
    QCOMPARE(m_ran, std::string("a"));
}

void TestDeadline::movesEarlier()
{
    const auto deadline = make('a');
    deadline->setAfter(1h);
    deadline->setAfter(10ms);
    advance(10ms);
    QCOMPARE(m_ran, std::string("a"));
    advance(2h);
    QCOMPARE(m_ran, std::string("a"));
}

void TestDeadline::isCleared_data()
{
    QTest::addColumn<int>("how");

    QTest::newRow("by clear()") << 0;
    QTest::newRow("by a delay of zero, which means no limit") << 1;
    QTest::newRow("by its end") << 2;
}

void TestDeadline::isCleared()
{
    QFETCH(int, how);

    auto deadline = make('a');
    const auto other = make('b');
    deadline->setAfter(10ms);
    other->setAfter(10ms);
    if (how == 0)
        deadline->clear();
    else if (how == 1)
        deadline->setAfter(0ms);
    else
        deadline.reset();
    QVERIFY(!deadline || !deadline->isSet());
    advance(1h);
    QCOMPARE(m_ran, std::string("b"));
}

void TestDeadline::mayBeDestroyedByItsAction()
{
    std::unique_ptr<Deadline> deadline;
    const std::string text(100, 'x');
    deadline = std::make_unique<Deadline>(*m_queue, [&, text] {
        deadline.reset();
        m_ran += text;
    });
    deadline->setAfter(1ms);
    advance(1ms);
    QCOMPARE(m_ran, text);
}

void TestDeadline::mayBeDestroyedByAnother()
{
    auto victim = make('v');
    Deadline killer(*m_queue, [&] { victim.reset(); });
    killer.setAfter(1ms);
    victim->setAfter(2ms);
    advance(1h);
    QCOMPARE(m_ran, std::string());
}

void TestDeadline::mayBeSetAgainByItsAction()
{
    std::unique_ptr<Deadline> deadline;
    deadline = std::make_unique<Deadline>(*m_queue, [&] {
        m_ran += 'a';
        deadline->setAfter(10ms);
    });
    deadline->setAfter(10ms);
    for (int i = 0; i < 3; ++i)
        advance(10ms);
    QCOMPARE(m_ran, std::string("aaa"));
}

/// The heap against a list, with a fixed seed: sets, moves, clears and ends at random.
void TestDeadline::agreesWithAPlainList()
{
    struct Pair
    {
        std::unique_ptr<Deadline> deadline;
        std::optional<TimePoint> expected;
        int runs = 0;
        int expectedRuns = 0;
    };
    std::vector<Pair> pairs(50);
    std::mt19937 random(1);
    const auto revive = [&](Pair &pair) {
        pair.deadline = std::make_unique<Deadline>(*m_queue, [&pair] { ++pair.runs; });
    };
    for (Pair &pair : pairs)
        revive(pair);
    for (int step = 0; step < 20000; ++step) {
        Pair &pair = pairs[random() % pairs.size()];
        const auto delay = std::chrono::milliseconds(1 + random() % 100);
        switch (random() % 5) {
        case 0:
        case 1:
            pair.deadline->setAfter(delay);
            pair.expected = m_clock.now() + delay;
            break;
        case 2:
            pair.deadline->clear();
            pair.expected.reset();
            break;
        case 3:
            pair.expected.reset();
            revive(pair);
            break;
        case 4:
            advance(std::chrono::milliseconds(random() % 5));
            for (Pair &one : pairs) {
                if (one.expected && *one.expected <= m_clock.now()) {
                    one.expected.reset();
                    ++one.expectedRuns;
                }
            }
            break;
        }
        QVERIFY(std::all_of(pairs.begin(), pairs.end(), [](const Pair &one) {
            return one.runs == one.expectedRuns
                && one.deadline->isSet() == one.expected.has_value();
        }));
    }
}

void TestDeadline::runsFromTheEventLoop()
{
    const SystemClock clock;
    DeadlineQueue queue(clock);
    std::string ran;
    Deadline late(queue, [&] { ran += 'b'; });
    Deadline early(queue, [&] { ran += 'a'; });
    const TimePoint start = clock.now();
    late.setAfter(40ms);
    early.setAfter(10ms);
    QTRY_COMPARE(ran, std::string("ab"));
    QVERIFY(clock.now() - start >= 40ms);
    late.setAfter(5ms);
    QTRY_COMPARE(ran, std::string("abb"));
}

QTEST_GUILESS_MAIN(TestDeadline)
#include "tst_deadline.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/model_index.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace homeward::domain;

namespace {

using Group = ModelIndex::Group;
using Names = std::vector<std::string>;
using Slots = std::vector<Slot>;

/// An index that is built anew from a list of backends whenever it is asked.
struct NaiveIndex
{
    struct Backend
    {
        Group group = Group::Nodes;
        std::int64_t rank = 0;
        std::set<std::string> models;
    };
    std::map<Slot, Backend> backends;
    std::set<std::string> known;

    void setModels(Slot slot, Group group, std::int64_t rank, const Names &models)
    {
        backends[slot] = {.group = group, .rank = rank, .models = {models.begin(), models.end()}};
        known.insert(models.begin(), models.end());
    }

    Slots slotsOf(const std::string &model, Group group) const
    {
        Slots slots;
        for (const auto &[slot, backend] : backends) {
            if (backend.group == group && backend.models.contains(model))
                slots.push_back(slot);
        }
        std::sort(slots.begin(), slots.end(),
                  [this](Slot a, Slot b) { return backends.at(a).rank < backends.at(b).rank; });
        return slots;
    }
};

/// Every model with its backends, a line each, to be compared as one.
std::string describe(const ModelIndex &index)
{
    std::map<std::string, std::string> lines;
    for (const auto &[model, entry] : index.entries()) {
        std::string &line = lines[model];
        for (const Slots *slots : {&entry.localServers, &entry.nodes, &entry.providers}) {
            line += " |";
            for (const Slot slot : *slots)
                line += ' ' + std::to_string(slot);
        }
    }
    std::string text;
    for (const auto &[model, line] : lines)
        text += model + line + '\n';
    return text;
}

std::string describe(const NaiveIndex &index, const Names &models)
{
    std::string text;
    for (const std::string &model : models) {
        std::string line;
        bool isServed = false;
        for (const Group group : {Group::LocalServers, Group::Nodes, Group::Providers}) {
            line += " |";
            for (const Slot slot : index.slotsOf(model, group)) {
                line += ' ' + std::to_string(slot);
                isServed = true;
            }
        }
        if (isServed)
            text += model + line + '\n';
    }
    return text;
}

Names sorted(Names names)
{
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

class TestModelIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesTheModelsOfABackend();
    void keepsGroupsApart();
    void ordersByRank();
    void keepsTheTurnOfAModel();
    void takesNamesAsTheyAre();
    void remembersNames();
    void growsItsVersionWithChangesOnly();
    void agreesWithOneThatIsBuiltAnew_data();
    void agreesWithOneThatIsBuiltAnew();
};

void TestModelIndex::replacesTheModelsOfABackend()
{
    ModelIndex index;
    index.setModels(4, Group::Nodes, 0, {"b", "a", "b"});
    QCOMPARE(index.modelsOf(4), (Names{"a", "b"}));
    QCOMPARE(describe(index), std::string("a | | 4 |\nb | | 4 |\n"));

    index.setModels(4, Group::Nodes, 0, {"c", "b"});
    QCOMPARE(describe(index), std::string("b | | 4 |\nc | | 4 |\n"));
    QVERIFY(!index.find("a"));

    index.setModels(4, Group::Nodes, 0, {});
    QCOMPARE(describe(index), std::string());

    index.setModels(4, Group::Nodes, 0, {"a"});
    index.remove(4);
    QCOMPARE(describe(index), std::string());
    QCOMPARE(index.modelsOf(4), Names());

    // The slot is used again, by a backend of another kind.
    index.setModels(4, Group::LocalServers, 0, {"a"});
    QCOMPARE(describe(index), std::string("a | 4 | |\n"));
}

void TestModelIndex::keepsGroupsApart()
{
    ModelIndex index;
    index.setModels(0, Group::Nodes, 0, {"m"});
    index.setModels(1, Group::LocalServers, 0, {"m"});
    index.setModels(2, Group::Providers, 0, {"m"});
    QCOMPARE(describe(index), std::string("m | 1 | 0 | 2\n"));

    index.setModels(2, Group::LocalServers, 1, {"m"});
    QCOMPARE(describe(index), std::string("m | 1 2 | 0 |\n"));
}

void TestModelIndex::ordersByRank()
{
    ModelIndex index;
    index.setModels(0, Group::Nodes, 30, {"m", "n"});
    index.setModels(1, Group::Nodes, 10, {"m", "n"});
    index.setModels(2, Group::Nodes, 20, {"m"});
    QCOMPARE(index.find("m")->nodes, (Slots{1, 2, 0}));

    index.setModels(0, Group::Nodes, 5, {"m", "n"});
    QCOMPARE(index.find("m")->nodes, (Slots{0, 1, 2}));

    // A slot that is not there is passed over.
    const std::vector<std::pair<Slot, std::int64_t>> ranks{{2, 1}, {1, 2}, {0, 3}, {9, 0}};
    index.setRanks(ranks);
    QCOMPARE(index.find("m")->nodes, (Slots{2, 1, 0}));
    QCOMPARE(index.find("n")->nodes, (Slots{1, 0}));
    QCOMPARE(index.modelsOf(9), Names());

    // Of equal ranks the one that came first stays first.
    index.setModels(5, Group::Nodes, 2, {"m"});
    QCOMPARE(index.find("m")->nodes, (Slots{2, 1, 5, 0}));
}

void TestModelIndex::keepsTheTurnOfAModel()
{
    ModelIndex index;
    index.setModels(0, Group::Nodes, 0, {"m", "n"});
    index.setModels(1, Group::Nodes, 1, {"m"});
    QCOMPARE(index.find("m")->cursor, std::size_t(0));
    index.find("m")->cursor = 1;
    index.setModels(0, Group::Nodes, 0, {"m", "o"});
    index.setModels(2, Group::Nodes, 2, {"m", "n"});
    index.setModels(1, Group::Nodes, 3, {"m"});
    QCOMPARE(index.find("m")->cursor, std::size_t(1));
    QCOMPARE(index.find("n")->cursor, std::size_t(0));
}

void TestModelIndex::takesNamesAsTheyAre()
{
    ModelIndex index;
    index.setModels(0, Group::Nodes, 0, {"Org/Name", "org/name", "\xed\x95\x9c"});
    QVERIFY(index.find("Org/Name") != index.find("org/name"));
    QVERIFY(index.find("\xed\x95\x9c"));
    QVERIFY(!index.find("ORG/NAME"));
    QVERIFY(!index.find("org"));
    QVERIFY(!index.find(""));
    QVERIFY(!index.isKnown("ORG/NAME"));
}

void TestModelIndex::remembersNames()
{
    ModelIndex index;
    QVERIFY(!index.isKnown("a"));
    index.setModels(0, Group::Nodes, 0, {"a", "b"});
    QCOMPARE(sorted(index.takeNewlyKnown()), (Names{"a", "b"}));
    QCOMPARE(index.takeNewlyKnown(), Names());

    index.setModels(0, Group::Nodes, 0, {"b", "c"});
    QVERIFY(index.isKnown("a"));
    QCOMPARE(index.takeNewlyKnown(), Names{"c"});

    index.remove(0);
    QVERIFY(index.isKnown("b") && index.isKnown("c"));

    index.addKnown("d");
    index.addKnown("d");
    index.addKnown("a");
    QVERIFY(index.isKnown("d"));
    QVERIFY(!index.find("d"));
    QCOMPARE(index.takeNewlyKnown(), Names{"d"});

    index.setModels(1, Group::Providers, 0, {"a", "d"});
    QCOMPARE(index.takeNewlyKnown(), Names());
}

void TestModelIndex::growsItsVersionWithChangesOnly()
{
    ModelIndex index;
    std::uint64_t version = index.version();
    const auto hasGrown = [&] {
        const std::uint64_t before = std::exchange(version, index.version());
        return before < version;
    };

    index.setModels(0, Group::Nodes, 0, {"a", "b"});
    QVERIFY(hasGrown());
    index.setModels(0, Group::Nodes, 0, {"b", "a", "a"});
    QVERIFY(!hasGrown());
    index.setModels(0, Group::Nodes, 1, {"a", "b"});
    QVERIFY(hasGrown());
    index.setModels(0, Group::LocalServers, 1, {"a", "b"});
    QVERIFY(hasGrown());
    index.setModels(0, Group::LocalServers, 1, {"a"});
    QVERIFY(hasGrown());
    index.setRanks(std::vector<std::pair<Slot, std::int64_t>>{{0, 7}});
    QVERIFY(hasGrown());
    index.remove(3);
    QVERIFY(!hasGrown());
    index.remove(0);
    QVERIFY(hasGrown());
}

void TestModelIndex::agreesWithOneThatIsBuiltAnew_data()
{
    QTest::addColumn<int>("backends");
    QTest::addColumn<int>("models");
    QTest::addColumn<int>("operations");

    QTest::newRow("few backends, few models") << 3 << 3 << 2000;
    QTest::newRow("many backends, few models") << 40 << 3 << 1000;
    QTest::newRow("few backends, many models") << 3 << 60 << 300;
    QTest::newRow("many of both") << 25 << 25 << 300;
}

void TestModelIndex::agreesWithOneThatIsBuiltAnew()
{
    QFETCH(int, backends);
    QFETCH(int, models);
    QFETCH(int, operations);

    std::mt19937 random(7);
    const auto below = [&random](int limit) { return int(random() % unsigned(limit)); };
    Names names;
    for (int i = 0; i < models; ++i)
        names.push_back("model-" + std::to_string(100 + i));
    ModelIndex index;
    NaiveIndex naive;
    // Ranks that differ have one order only.
    std::set<int> drawn;
    const auto freshRank = [&] {
        int rank = below(1000000);
        while (!drawn.insert(rank).second)
            rank = below(1000000);
        return std::int64_t(rank);
    };
    std::set<std::string> newlyKnown;
    for (int i = 0; i < operations; ++i) {
        const Slot slot = Slot(below(backends));
        const int operation = below(10);
        if (operation == 0) {
            index.remove(slot);
            naive.backends.erase(slot);
        } else if (operation == 1) {
            std::vector<std::pair<Slot, std::int64_t>> ranks;
            for (auto &[known, backend] : naive.backends) {
                if (below(2) == 0)
                    continue;
                backend.rank = freshRank();
                ranks.emplace_back(known, backend.rank);
            }
            index.setRanks(ranks);
        } else {
            const auto found = naive.backends.find(slot);
            const bool isInPlace = found != naive.backends.end() && below(2) == 0;
            const std::int64_t rank = isInPlace ? found->second.rank : freshRank();
            const Group group = isInPlace ? found->second.group : Group(below(3));
            Names served;
            const int size = below(models + 1);
            for (int k = 0; k < size; ++k)
                served.push_back(names[std::size_t(below(models))]);
            index.setModels(slot, group, rank, served);
            naive.setModels(slot, group, rank, served);
        }
        QCOMPARE(describe(index), describe(naive, names));
        const auto found = naive.backends.find(slot);
        const Names expected = found == naive.backends.end()
            ? Names()
            : Names(found->second.models.begin(), found->second.models.end());
        QCOMPARE(index.modelsOf(slot), expected);
        for (const std::string &name : index.takeNewlyKnown())
            QVERIFY2(newlyKnown.insert(name).second, "told twice");
        QCOMPARE(newlyKnown, naive.known);
    }
}

QTEST_APPLESS_MAIN(TestModelIndex)
#include "tst_model_index.moc"

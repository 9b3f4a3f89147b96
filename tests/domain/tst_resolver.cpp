// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/resolver.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::domain;
using namespace std::chrono_literals;

namespace {

const ManualClock manualClock;
const TimePoint now = manualClock.now();

// The backends of the small world in which every row resolves one name.
constexpr Slot firstLocal = 0;
constexpr Slot secondLocal = 1;
constexpr Slot highNode = 2;
constexpr Slot middleNode = 3;
constexpr Slot lowNode = 4;
constexpr Slot backendCount = 5;

/// `both` is served by two local servers and all nodes, `home` by the local servers, `first` by the
/// first of them only, `away` by all nodes, `rare` by the lowest only; `gone` was held once.
ModelIndex smallIndex()
{
    using Group = ModelIndex::Group;
    ModelIndex index;
    index.setModels(firstLocal, Group::LocalServers, 0, {"both", "home", "first"});
    index.setModels(secondLocal, Group::LocalServers, 1, {"both", "home"});
    index.setModels(highNode, Group::Nodes, 0, {"both", "away"});
    index.setModels(middleNode, Group::Nodes, 1, {"both", "away"});
    index.setModels(lowNode, Group::Nodes, 2, {"both", "away", "rare"});
    index.addKnown("gone");
    return index;
}

enum class State { Up, Down, BreakerOpen, HalfOpen, ProbeOut, Paused };

Breaker openedAgo(std::chrono::seconds ago)
{
    return {.consecutiveFailures = 3, .isOpen = true, .openedAt = now - ago};
}

RoutingRow rowOf(State state, int priority)
{
    RoutingRow row{.isRoutable = state != State::Down, .priority = priority};
    switch (state) {
    case State::Up:
    case State::Down:
        break;
    case State::BreakerOpen:
        row.breaker = openedAgo(18s);
        break;
    case State::HalfOpen:
        row.breaker = openedAgo(60s);
        break;
    case State::ProbeOut:
        row.breaker = afterProbeSent(openedAgo(60s));
        break;
    case State::Paused:
        row.pausedUntil = now + 7100ms;
        break;
    }
    return row;
}

struct Case
{
    std::string model;
    /// In the order of the slots; those that are left out are up.
    std::vector<State> states;
    bool isBalanced = true;
    Strategy strategy = Strategy::Priority;
    std::vector<Slot> excluded;
    UnknownModelAnswer unknownModelAnswer = UnknownModelAnswer::NotFound;
};

Resolution resolutionOf(const Case &given)
{
    const ModelIndex index = smallIndex();
    std::vector<RoutingRow> rows;
    for (Slot slot = 0; slot < backendCount; ++slot) {
        const State state = slot < given.states.size() ? given.states[slot] : State::Up;
        rows.push_back(rowOf(state, 10 - int(slot)));
    }
    return resolve({.model = given.model,
                    .index = index,
                    .rows = rows,
                    .loadBalancing = {.isEnabled = given.isBalanced, .strategy = given.strategy},
                    .breakerPolicy = {},
                    .unknownModelAnswer = given.unknownModelAnswer,
                    .excluded = given.excluded,
                    .now = now});
}

std::string toText(const Resolution &resolution)
{
    if (const auto *target = std::get_if<Target>(&resolution)) {
        return std::string(domain::toText(target->path)) + ' ' + std::to_string(target->slot)
            + (target->isProbe ? " as probe" : "");
    }
    const auto &refusal = std::get<Refusal>(resolution);
    std::string text(nameOf(refusal.error.kind));
    if (refusal.retryAfter)
        text += " after " + std::to_string(refusal.retryAfter->count());
    return text;
}

constexpr State up = State::Up;
constexpr State down = State::Down;
constexpr State open = State::BreakerOpen;
constexpr State halfOpen = State::HalfOpen;
constexpr State probeOut = State::ProbeOut;
constexpr State paused = State::Paused;

} // namespace

Q_DECLARE_METATYPE(Case)

class TestResolver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resolves_data();
    void resolves();
    void tellsTheTurnOfTheModel();
    void roundsRetryAfterUp_data();
    void roundsRetryAfterUp();
    void saysWhatToDo_data();
    void saysWhatToDo();
    void namesPaths();
};

void TestResolver::resolves_data()
{
    QTest::addColumn<Case>("given");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *name, const Case &given, const char *expected) {
        QTest::newRow(name) << given << std::string(expected);
    };
    const auto unavailable = UnknownModelAnswer::Unavailable;

    row("home first", {.model = "both"}, "local 0");
    row("home first, load balancing off", {.model = "both", .isBalanced = false}, "local 0");
    row("home first, whatever the strategy", {.model = "both", .strategy = Strategy::LeastLoaded},
        "local 0");
    row("home first: the other local server", {.model = "both", .states = {down}}, "local 1");
    row("home first: always, a breaker plays no part", {.model = "home", .states = {open, open}},
        "local 0");
    row("local server tried: the other one", {.model = "both", .excluded = {0}}, "local 1");
    row("local servers tried: a node", {.model = "both", .excluded = {0, 1}}, "node 2");
    row("local servers down: a node", {.model = "both", .states = {down, down}}, "node 2");
    row("local servers down, load balancing off",
        {.model = "both", .states = {down, down}, .isBalanced = false}, "model_unavailable");
    row("only local, and down", {.model = "home", .states = {down, down}}, "model_unavailable");
    row("only local, and one of them has it", {.model = "first", .states = {down, up}},
        "model_unavailable");

    row("node: the highest", {.model = "away"}, "node 2");
    row("node: the one that has the model", {.model = "rare"}, "node 4");
    row("node: down", {.model = "away", .states = {up, up, down}}, "node 3");
    row("node: open breaker", {.model = "away", .states = {up, up, open}}, "node 3");
    row("node: paused", {.model = "away", .states = {up, up, paused}}, "node 3");
    row("node: another probe is out", {.model = "away", .states = {up, up, probeOut}}, "node 3");
    row("node: half-open", {.model = "away", .states = {up, up, halfOpen}}, "node 2 as probe");
    row("node: tried before", {.model = "away", .excluded = {2}}, "node 3");
    row("node: load balancing off", {.model = "away", .isBalanced = false}, "model_unavailable");
    row("node: load balancing off, nothing is known of when",
        {.model = "away", .states = {up, up, open, open, open}, .isBalanced = false},
        "model_unavailable");

    row("all breakers open", {.model = "away", .states = {up, up, open, open, open}},
        "model_unavailable after 42");
    row("all breakers open, in /api/v1/inference",
        {.model = "away", .states = {up, up, open, open, open}, .unknownModelAnswer = unavailable},
        "model_unavailable after 42");
    row("all paused", {.model = "away", .states = {up, up, paused, paused, paused}},
        "model_unavailable after 8");
    row("some open, one paused: the earliest",
        {.model = "away", .states = {up, up, open, paused, open}}, "model_unavailable after 8");
    row("one open, the others down", {.model = "away", .states = {up, up, down, open, down}},
        "model_unavailable after 42");
    row("one open, the others tried",
        {.model = "away", .states = {up, up, up, up, open}, .excluded = {2, 3}},
        "model_unavailable after 42");
    row("a probe decides in a moment", {.model = "rare", .states = {up, up, up, up, probeOut}},
        "model_unavailable after 1");
    row("all down", {.model = "away", .states = {up, up, down, down, down}}, "model_unavailable");
    row("all tried", {.model = "rare", .excluded = {4}}, "model_unavailable");
    row("served at home, but down, and held away",
        {.model = "both", .states = {down, down, open, open, open}}, "model_unavailable after 42");

    row("known once", {.model = "gone"}, "model_unavailable");
    row("known once, load balancing off", {.model = "gone", .isBalanced = false},
        "model_unavailable");
    row("known once, in /api/v1/inference", {.model = "gone", .unknownModelAnswer = unavailable},
        "model_unavailable");
    row("unknown", {.model = "never"}, "model_not_found");
    row("unknown, load balancing off", {.model = "never", .isBalanced = false}, "model_not_found");
    row("unknown, in /api/v1/inference", {.model = "never", .unknownModelAnswer = unavailable},
        "model_unavailable");
    row("case counts", {.model = "Away"}, "model_not_found");
    row("a prefix is another name", {.model = "awa"}, "model_not_found");
}

void TestResolver::resolves()
{
    QFETCH(Case, given);
    QFETCH(std::string, expected);

    QCOMPARE(toText(resolutionOf(given)), expected);
}

void TestResolver::tellsTheTurnOfTheModel()
{
    ModelIndex index = smallIndex();
    const std::vector<RoutingRow> rows(backendCount, RoutingRow{.isRoutable = true});
    std::vector<Slot> slots;
    for (int i = 0; i < 7; ++i) {
        const Resolution resolution
            = resolve({.model = "away",
                       .index = index,
                       .rows = rows,
                       .loadBalancing = {.isEnabled = true, .strategy = Strategy::RoundRobin},
                       .breakerPolicy = {},
                       .excluded = {},
                       .now = now});
        const auto *target = std::get_if<Target>(&resolution);
        QVERIFY(target);
        slots.push_back(target->slot);
        index.find("away")->cursor = target->nextCursor;
    }
    QCOMPARE(slots, (std::vector<Slot>{2, 3, 4, 2, 3, 4, 2}));
    QCOMPARE(index.find("both")->cursor, std::size_t(0));
}

void TestResolver::roundsRetryAfterUp_data()
{
    QTest::addColumn<int>("pausedMs");
    QTest::addColumn<qint64>("expectedSeconds");

    QTest::newRow("a millisecond") << 1 << qint64(1);
    QTest::newRow("just below a second") << 999 << qint64(1);
    QTest::newRow("a second") << 1000 << qint64(1);
    QTest::newRow("just above a second") << 1001 << qint64(2);
    QTest::newRow("a minute") << 60000 << qint64(60);
}

void TestResolver::roundsRetryAfterUp()
{
    QFETCH(int, pausedMs);
    QFETCH(qint64, expectedSeconds);

    const ModelIndex index = smallIndex();
    std::vector<RoutingRow> rows(backendCount, RoutingRow{.isRoutable = true});
    rows[lowNode].pausedUntil = now + std::chrono::milliseconds(pausedMs);
    const Resolution resolution = resolve({.model = "rare",
                                           .index = index,
                                           .rows = rows,
                                           .loadBalancing = {.isEnabled = true},
                                           .breakerPolicy = {},
                                           .excluded = {},
                                           .now = now});
    const auto *refusal = std::get_if<Refusal>(&resolution);
    QVERIFY(refusal);
    QCOMPARE(refusal->retryAfter, std::optional(std::chrono::seconds(expectedSeconds)));
}

void TestResolver::saysWhatToDo_data()
{
    QTest::addColumn<Case>("given");
    QTest::addColumn<std::string>("part");

    QTest::newRow("unknown: where the names are")
        << Case{.model = "never"} << std::string("GET /v1/models");
    QTest::newRow("down: start it") << Case{.model = "gone"} << std::string("on a node");
    QTest::newRow("load balancing off: turn it on")
        << Case{.model = "away", .isBalanced = false} << std::string("turn load balancing on");
    QTest::newRow("held: later") << Case{.model = "rare", .states = {up, up, up, up, open}}
                                 << std::string("try again later");
}

void TestResolver::saysWhatToDo()
{
    QFETCH(Case, given);
    QFETCH(std::string, part);

    const Resolution resolution = resolutionOf(given);
    const auto *refusal = std::get_if<Refusal>(&resolution);
    QVERIFY(refusal);
    QVERIFY(refusal->error.message.find(part) != std::string::npos);
    QVERIFY(refusal->error.message.find('"' + given.model + '"') != std::string::npos);
    QCOMPARE(refusal->error.parameter, std::string("model"));
}

void TestResolver::namesPaths()
{
    QCOMPARE(domain::toText(RoutePath::Local), std::string_view("local"));
    QCOMPARE(domain::toText(RoutePath::Node), std::string_view("node"));
    QCOMPARE(domain::toText(RoutePath::Provider), std::string_view("provider"));
    QCOMPARE(domain::toText(RoutePath::Publication), std::string_view("publication"));
    QCOMPARE(domain::toText(RoutePath::Fallback), std::string_view("fallback"));
}

QTEST_APPLESS_MAIN(TestResolver)
#include "tst_resolver.moc"

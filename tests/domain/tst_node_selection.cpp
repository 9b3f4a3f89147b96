// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_selection.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::domain;
using namespace std::chrono_literals;

namespace {

const ManualClock manualClock;
const TimePoint now = manualClock.now();
constexpr BreakerPolicy policy;

Breaker openedAgo(std::chrono::seconds ago)
{
    return {.consecutiveFailures = 3, .isOpen = true, .openedAt = now - ago};
}

const Breaker opened = openedAgo(10s);
const Breaker halfOpen = openedAgo(60s);
const Breaker probeOut = afterProbeSent(halfOpen);

std::string toText(const Selection &selection)
{
    if (selection.slot) {
        return std::to_string(*selection.slot) + (selection.isProbe ? " as probe" : "") + " next "
            + std::to_string(selection.nextCursor);
    }
    std::string text = "none, held " + std::to_string(selection.held);
    if (selection.retryAt) {
        const auto left
            = std::chrono::duration_cast<std::chrono::seconds>(*selection.retryAt - now);
        text += ", retry in " + std::to_string(left.count());
    }
    return text;
}

using Rows = std::vector<RoutingRow>;
using Slots = std::vector<Slot>;

/// Every row is a candidate, in its order.
struct Fleet
{
    Rows rows;
    Slots excluded;
    std::size_t cursor = 0;
};

SelectionRequest requestFor(Strategy strategy, const Fleet &fleet, const Slots &candidates)
{
    return {.rows = fleet.rows,
            .candidates = candidates,
            .excluded = fleet.excluded,
            .strategy = strategy,
            .cursor = fleet.cursor,
            .breakerPolicy = policy,
            .now = now};
}

Slots allOf(const Rows &rows)
{
    Slots slots(rows.size());
    std::iota(slots.begin(), slots.end(), Slot(0));
    return slots;
}

/// A node that may serve.
RoutingRow node(int priority, int inFlight = 0, double latencyMs = -1)
{
    return {.isRoutable = true, .priority = priority, .inFlight = inFlight, .latencyMs = latencyMs};
}

RoutingRow unroutable(RoutingRow row)
{
    row.isRoutable = false;
    return row;
}

RoutingRow with(const Breaker &breaker, RoutingRow row)
{
    row.breaker = breaker;
    return row;
}

RoutingRow paused(std::chrono::milliseconds time, RoutingRow row)
{
    row.pausedUntil = now + time;
    return row;
}

/// What product.md says, without regard to time and memory.
Selection selectionBySpecification(const SelectionRequest &request)
{
    Selection selection{.nextCursor = request.cursor};
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < request.candidates.size(); ++place) {
        const Slot slot = request.candidates[place];
        const RoutingRow &row = request.rows[slot];
        if (!row.isRoutable || std::count(request.excluded.begin(), request.excluded.end(), slot))
            continue;
        const bool isPaused = row.pausedUntil > request.now;
        const TimePoint due = row.breaker.openedAt + request.breakerPolicy.resetTimeout;
        const bool isRefused = row.breaker.isOpen && (due > request.now || row.breaker.isProbeOut);
        if (!isPaused && !isRefused) {
            places.push_back(place);
            continue;
        }
        selection.held += 1;
        std::optional<TimePoint> until;
        if (row.breaker.isOpen && !row.breaker.isProbeOut && due > request.now)
            until = due;
        if (isPaused && (!until || row.pausedUntil > *until))
            until = row.pausedUntil;
        if (until && (!selection.retryAt || *until < *selection.retryAt))
            selection.retryAt = until;
    }
    if (places.empty())
        return selection;
    const std::size_t count = request.candidates.size();
    const auto rowAt = [&](std::size_t place) { return request.rows[request.candidates[place]]; };
    // The first in turn comes first; the orders below keep that among equals.
    std::vector<std::size_t> turn = places;
    const std::size_t first
        = request.strategy == Strategy::RoundRobin ? request.cursor % count : request.cursor;
    std::stable_partition(turn.begin(), turn.end(),
                          [first](std::size_t place) { return place >= first; });
    std::size_t chosen = 0;
    switch (request.strategy) {
    case Strategy::Priority:
        chosen = *std::min_element(places.begin(), places.end(), [&](auto a, auto b) {
            return rowAt(a).priority > rowAt(b).priority;
        });
        break;
    case Strategy::RoundRobin:
        chosen = turn.front();
        break;
    case Strategy::LeastLoaded:
        chosen = *std::min_element(turn.begin(), turn.end(), [&](auto a, auto b) {
            return std::pair(rowAt(a).inFlight, -rowAt(a).priority)
                < std::pair(rowAt(b).inFlight, -rowAt(b).priority);
        });
        break;
    case Strategy::Fastest:
        chosen = *std::min_element(places.begin(), places.end(), [&](auto a, auto b) {
            return std::pair(rowAt(a).latencyMs >= 0, std::max(rowAt(a).latencyMs, 0.0))
                < std::pair(rowAt(b).latencyMs >= 0, std::max(rowAt(b).latencyMs, 0.0));
        });
        break;
    }
    selection.slot = request.candidates[chosen];
    selection.isProbe = rowAt(chosen).breaker.isOpen;
    return selection;
}

} // namespace

Q_DECLARE_METATYPE(Fleet)

class TestNodeSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selects_data();
    void selects();
    void agreesWithTheSpecification_data();
    void agreesWithTheSpecification();
    void takesTurns_data();
    void takesTurns();
    void averagesLatency_data();
    void averagesLatency();
};

void TestNodeSelection::selects_data()
{
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<Fleet>("fleet");
    QTest::addColumn<std::string>("expected");

    const auto row
        = [](const char *name, Strategy strategy, const Fleet &fleet, const char *expected) {
              QTest::newRow(name) << strategy << fleet << std::string(expected);
          };
    for (const Strategy strategy :
         {Strategy::Priority, Strategy::RoundRobin, Strategy::LeastLoaded, Strategy::Fastest}) {
        const std::string prefix(toText(strategy));
        const auto rowOfAll = [&](const char *name, const Fleet &fleet, const char *expected) {
            row((prefix + ": " + name).c_str(), strategy, fleet, expected);
        };
        rowOfAll("no candidates", {}, "none, held 0");
        rowOfAll("only one", {{node(1)}}, "0 next 0");
        rowOfAll("one that is out is no candidate", {{unroutable(node(2)), node(1)}}, "1 next 0");
        rowOfAll("one that was tried is left out", {{node(2), node(1)}, {0}}, "1 next 0");
        rowOfAll("one with an open breaker is left out", {{with(opened, node(2)), node(1)}},
                 "1 next 0");
        rowOfAll("one whose probe is out is left out", {{with(probeOut, node(2)), node(1)}},
                 "1 next 0");
        rowOfAll("one that is paused is left out", {{paused(1ms, node(2)), node(1)}}, "1 next 0");
        rowOfAll("a pause that ends now is over", {{paused(0ms, node(2))}}, "0 next 0");
        rowOfAll("a half-open breaker lets one through", {{with(halfOpen, node(2))}},
                 "0 as probe next 0");
        rowOfAll("a half-open one that is paused does not try",
                 {{paused(5s, with(halfOpen, node(2)))}}, "none, held 1, retry in 5");
        rowOfAll("all are out", {{unroutable(node(2)), unroutable(node(1))}}, "none, held 0");
        rowOfAll("all were tried", {{node(2), node(1)}, {1, 0}}, "none, held 0");
        rowOfAll("all have an open breaker",
                 {{with(openedAgo(10s), node(2)), with(openedAgo(20s), node(1))}},
                 "none, held 2, retry in 40");
        rowOfAll("all are paused: the earliest counts",
                 {{paused(30s, node(3)), paused(7s, node(2)), paused(9s, node(1))}},
                 "none, held 3, retry in 7");
        rowOfAll("a pause that ends before the breaker's time",
                 {{paused(5s, with(openedAgo(10s), node(1)))}}, "none, held 1, retry in 50");
        rowOfAll("a pause that ends after the breaker's time",
                 {{paused(55s, with(openedAgo(10s), node(1)))}}, "none, held 1, retry in 55");
        rowOfAll("a probe has to decide", {{with(probeOut, node(1))}}, "none, held 1");
        rowOfAll("a probe has to decide, after a pause", {{paused(3s, with(probeOut, node(1)))}},
                 "none, held 1, retry in 3");
        rowOfAll(
            "what is out or was tried is not held",
            {{unroutable(paused(3s, node(3))), with(opened, node(2)), paused(4s, node(1))}, {1}},
            "none, held 1, retry in 4");
    }

    using enum Strategy;
    row("priority: the highest", Priority, {{node(3, 9, 900), node(2, 0, 1), node(1)}}, "0 next 0");
    row("priority: the order is strict even when the highest is busy", Priority,
        {{node(255, 100000, 1e6), node(1)}}, "0 next 0");
    row("priority: the cursor plays no part", Priority, {{node(2), node(1)}, {}, 1}, "0 next 1");
    row("priority: the highest of those left", Priority,
        {{unroutable(node(4)), with(opened, node(3)), node(2), node(1)}}, "2 next 0");
    row("priority: a half-open one goes before lower ones", Priority,
        {{with(halfOpen, node(2)), node(1)}}, "0 as probe next 0");

    row("round-robin: the next in turn", RoundRobin, {{node(3), node(2), node(1)}, {}, 1},
        "1 next 2");
    row("round-robin: after the last comes the first", RoundRobin,
        {{node(3), node(2), node(1)}, {}, 2}, "2 next 0");
    row("round-robin: the turn is beyond the end", RoundRobin, {{node(2), node(1)}, {}, 5},
        "1 next 0");
    row("round-robin: load and latency play no part", RoundRobin,
        {{node(2, 0, 1), node(1, 50, 500)}, {}, 1}, "1 next 0");
    row("round-robin: one that is left out is skipped", RoundRobin,
        {{node(3), with(opened, node(2)), node(1)}, {}, 1}, "2 next 0");
    row("round-robin: skipped beyond the end", RoundRobin,
        {{node(3), node(2), unroutable(node(1))}, {}, 2}, "0 next 1");
    row("round-robin: one that was tried is skipped", RoundRobin,
        {{node(3), node(2), node(1)}, {1}, 1}, "2 next 0");

    row("least-loaded: the fewest in flight", LeastLoaded, {{node(3, 2), node(2, 1), node(1, 3)}},
        "1 next 0");
    row("least-loaded: equal load, the higher priority", LeastLoaded,
        {{node(3, 2), node(2, 1), node(1, 1)}}, "1 next 0");
    row("least-loaded: equal load, whatever the turn", LeastLoaded,
        {{node(3), node(2), node(1)}, {}, 2}, "0 next 2");
    row("least-loaded: equal load and priority, in turn", LeastLoaded,
        {{node(1), node(1), node(1)}, {}, 1}, "1 next 2");
    row("least-loaded: equal load and priority, after the last the first", LeastLoaded,
        {{node(1), node(1), node(1, 1)}, {}, 2}, "0 next 1");
    row("least-loaded: the turn is beyond the end", LeastLoaded, {{node(1), node(1)}, {}, 7},
        "0 next 1");
    row("least-loaded: the turn of one that is left out", LeastLoaded,
        {{node(1), with(opened, node(1)), node(1)}, {}, 1}, "2 next 0");
    row("least-loaded: less load goes before the turn", LeastLoaded,
        {{node(1, 0), node(1, 1), node(1, 1)}, {}, 1}, "0 next 1");
    row("least-loaded: a node of its own priority leaves the turn", LeastLoaded,
        {{node(2), node(1), node(1)}, {}, 2}, "0 next 2");
    row("least-loaded: latency plays no part", LeastLoaded, {{node(2, 1, 5), node(1, 0, 5000)}},
        "1 next 0");
    row("least-loaded: a failed node without load does not attract", LeastLoaded,
        {{node(3, 5), with(opened, node(2, 0)), node(1, 4)}}, "2 next 0");

    row("fastest: the lowest latency", Fastest, {{node(3, 0, 30), node(2, 0, 10), node(1, 0, 20)}},
        "1 next 0");
    row("fastest: equal, the higher priority", Fastest, {{node(2, 0, 10), node(1, 0, 10)}},
        "0 next 0");
    row("fastest: one without a figure first", Fastest,
        {{node(3, 0, 0.1), node(2, 0, 10), node(1, 0, -1)}}, "2 next 0");
    row("fastest: two without a figure, the higher priority", Fastest,
        {{node(3, 0, 1), node(2, 0, -1), node(1, 0, -1)}}, "1 next 0");
    row("fastest: zero is a figure", Fastest, {{node(2, 0, 0), node(1, 0, -1)}}, "1 next 0");
    row("fastest: load plays no part", Fastest, {{node(2, 99, 1), node(1, 0, 2)}}, "0 next 0");
    row("fastest: one without a figure that is left out", Fastest,
        {{node(3, 0, 5), paused(1s, node(2)), node(1, 0, 4)}}, "2 next 0");
}

void TestNodeSelection::selects()
{
    QFETCH(Strategy, strategy);
    QFETCH(Fleet, fleet);
    QFETCH(std::string, expected);

    const Slots candidates = allOf(fleet.rows);
    QCOMPARE(toText(selectNode(requestFor(strategy, fleet, candidates))), expected);
}

void TestNodeSelection::agreesWithTheSpecification_data()
{
    QTest::addColumn<Strategy>("strategy");

    QTest::newRow("priority") << Strategy::Priority;
    QTest::newRow("round-robin") << Strategy::RoundRobin;
    QTest::newRow("least-loaded") << Strategy::LeastLoaded;
    QTest::newRow("fastest") << Strategy::Fastest;
}

void TestNodeSelection::agreesWithTheSpecification()
{
    QFETCH(Strategy, strategy);

    std::mt19937 random(20261130);
    const auto below = [&random](int limit) { return int(random() % unsigned(limit)); };
    for (int round = 0; round < 20000; ++round) {
        Fleet fleet;
        const int count = below(8);
        for (int i = 0; i < count; ++i) {
            RoutingRow row = node(1 + below(4), below(3), below(4) - 1);
            row.isRoutable = below(4) != 0;
            if (below(3) == 0)
                row.breaker = openedAgo(std::chrono::seconds(below(80)));
            row.breaker.isProbeOut = row.breaker.isOpen && below(3) == 0;
            if (below(3) == 0)
                row.pausedUntil = now + std::chrono::seconds(below(90) - 30);
            fleet.rows.push_back(row);
        }
        Slots candidates = allOf(fleet.rows);
        std::shuffle(candidates.begin(), candidates.end(), random);
        candidates.resize(std::size_t(count - below(count / 2 + 1)));
        std::stable_sort(candidates.begin(), candidates.end(), [&fleet](Slot a, Slot b) {
            return fleet.rows[a].priority > fleet.rows[b].priority;
        });
        if (count > 0 && below(3) == 0)
            fleet.excluded.push_back(Slot(below(count)));
        fleet.cursor = std::size_t(below(10));

        const SelectionRequest request = requestFor(strategy, fleet, candidates);
        Selection expected = selectionBySpecification(request);
        Selection found = selectNode(request);
        // The turn has rows of its own; and what is held matters only while there is nobody.
        expected.nextCursor = found.nextCursor;
        if (found.slot) {
            found.held = expected.held;
            found.retryAt = expected.retryAt;
        }
        QCOMPARE(toText(found), toText(expected));
        QVERIFY(found == expected);
    }
}

void TestNodeSelection::takesTurns_data()
{
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<Rows>("rows");
    QTest::addColumn<int>("requests");
    QTest::addColumn<std::vector<int>>("expected");

    const Rows three{node(3), node(2), node(1)};
    QTest::newRow("round-robin is fair")
        << Strategy::RoundRobin << three << 300 << std::vector<int>{100, 100, 100};
    QTest::newRow("round-robin is fair among those left")
        << Strategy::RoundRobin << Rows{node(4), with(opened, node(3)), node(2), node(1)} << 300
        << std::vector<int>{100, 0, 100, 100};
    QTest::newRow("round-robin is fair when the first is out")
        << Strategy::RoundRobin << Rows{unroutable(node(3)), node(2), node(1)} << 300
        << std::vector<int>{0, 150, 150};
    QTest::newRow("priority is not fair")
        << Strategy::Priority << three << 300 << std::vector<int>{300, 0, 0};
    QTest::newRow("least-loaded is not fair among idle nodes")
        << Strategy::LeastLoaded << three << 300 << std::vector<int>{300, 0, 0};
    QTest::newRow("least-loaded takes turns among equals")
        << Strategy::LeastLoaded << Rows{node(1), node(1), node(1)} << 300
        << std::vector<int>{100, 100, 100};
    QTest::newRow("fastest is not fair")
        << Strategy::Fastest << three << 300 << std::vector<int>{300, 0, 0};
}

void TestNodeSelection::takesTurns()
{
    QFETCH(Strategy, strategy);
    QFETCH(Rows, rows);
    QFETCH(int, requests);
    QFETCH(std::vector<int>, expected);

    Fleet fleet{.rows = rows};
    const Slots candidates = allOf(fleet.rows);
    std::vector<int> counts(rows.size());
    for (int i = 0; i < requests; ++i) {
        const Selection selection = selectNode(requestFor(strategy, fleet, candidates));
        QVERIFY(selection.slot.has_value());
        counts[*selection.slot] += 1;
        fleet.cursor = selection.nextCursor;
    }
    QCOMPARE(counts, expected);
}

void TestNodeSelection::averagesLatency_data()
{
    QTest::addColumn<double>("average");
    QTest::addColumn<double>("latest");
    QTest::addColumn<double>("expected");

    QTest::newRow("the first figure is the average") << -1.0 << 80.0 << 80.0;
    QTest::newRow("a slower one raises it by three tenths") << 100.0 << 200.0 << 130.0;
    QTest::newRow("a faster one lowers it by three tenths") << 100.0 << 0.0 << 70.0;
    QTest::newRow("an equal one leaves it") << 50.0 << 50.0 << 50.0;
    QTest::newRow("zero is a figure") << 0.0 << 10.0 << 3.0;
}

void TestNodeSelection::averagesLatency()
{
    QFETCH(double, average);
    QFETCH(double, latest);
    QFETCH(double, expected);

    QCOMPARE(averagedLatency(average, latest), expected);
}

QTEST_APPLESS_MAIN(TestNodeSelection)
#include "tst_node_selection.moc"

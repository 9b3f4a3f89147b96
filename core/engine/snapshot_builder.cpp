// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/snapshot_builder.h"

#include "base/turn_watch.h"
namespace homeward::engine {

namespace {

BackendView backendViewOf(const RouterState &state, Slot slot, const Clock &clock)
{
    const BackendRecord &record = state.fleet.at(slot);
    const domain::RoutingRow &row = state.fleet.row(slot);
    const domain::BreakerPolicy &policy = state.settings().breaker;
    const TimePoint now = clock.now();
    BackendView view{.backendName = record.backendName,
                     .status = record.health.status,
                     .latencyMs = record.probeLatencyMs,
                     .lastSeen = record.lastSeen,
                     .lastError = record.lastError,
                     .models = record.models,
                     .hasList = record.hasList,
                     .isStale = record.isStale,
                     .listedAt = record.listedAt,
                     .attemptedAt = record.attemptedAt,
                     .counts = record.counts,
                     .activeRequests = row.inFlight,
                     .breaker = domain::stateOf(row.breaker, now, policy),
                     .consecutiveFailures = row.breaker.consecutiveFailures,
                     .retryAt = std::nullopt,
                     .isEnabled = isEnabled(record.configured),
                     .isRoutable = row.isRoutable};
    if (const auto at = domain::retryAt(row.breaker, now, policy)) {
        view.retryAt = clock.wallNow() + std::chrono::duration_cast<WallTime::duration>(*at - now);
    }
    return view;
}

} // namespace

NodeView nodeViewOf(const RouterState &state, Slot slot, const Clock &clock)
{
    NodeView view{.node = state.fleet.node(slot),
                  .hasApiKey = false,
                  .state = backendViewOf(state, slot, clock)};
    view.hasApiKey = !view.node.apiKey.isEmpty();
    view.node.apiKey = Secret();
    return view;
}

LocalServerView localServerViewOf(const RouterState &state, Slot slot, const Clock &clock)
{
    return {.server = state.fleet.localServer(slot), .state = backendViewOf(state, slot, clock)};
}

Snapshot snapshotOf(const RouterState &state, const Clock &clock)
{
    const TurnWatch::Step step("building a snapshot");
    Snapshot snapshot{.port = state.port,
                      .startedAt = state.startedAt,
                      .uptime = clock.now() - state.runningSince,
                      .loadBalancing = state.settings().loadBalancing,
                      .breakerPolicy = state.settings().breaker,
                      .nodes = {},
                      .localServers = {}};
    snapshot.nodes.reserve(state.fleet.nodes().size());
    for (const Slot slot : state.fleet.nodes())
        snapshot.nodes.push_back(nodeViewOf(state, slot, clock));
    for (const Slot slot : state.fleet.localServers())
        snapshot.localServers.push_back(localServerViewOf(state, slot, clock));
    return snapshot;
}

} // namespace homeward::engine

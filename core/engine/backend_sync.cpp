// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/backend_sync.h"

#include "base/id.h"
#include "base/log.h"
#include "engine/effective_backends.h"

#include <set>
#include <utility>

namespace homeward::engine {

namespace {

void addOrEdit(RouterState &state, HealthMonitor &monitor, const Configured &configured)
{
    const auto slot = state.fleet.find(backendNameOf(configured));
    if (!slot) {
        monitor.changed(state.fleet.add(configured));
        return;
    }
    const Configured before = state.fleet.at(*slot).configured;
    if (before == configured)
        return;
    if (!(baseUrlOf(before) == baseUrlOf(configured)) || !(keyOf(before) == keyOf(configured)))
        state.fleet.forgetTroubles(*slot);
    state.fleet.edit(*slot, configured);
    monitor.changed(*slot);
}

void removeOthers(RouterState &state, HealthMonitor &monitor, const std::set<std::string> &kept)
{
    for (const Slot slot : state.fleet.all()) {
        if (kept.contains(state.fleet.at(slot).backendName))
            continue;
        monitor.removed(slot);
        state.fleet.remove(slot);
    }
}

void storeNodes(RouterState &state, storage::Store &store, const EffectiveNodes &nodes)
{
    std::vector<storage::Change> changes;
    for (const domain::Node &node : nodes.toStore) {
        changes.emplace_back(storage::PutNode{.node = node});
        state.storedNodes.push_back(node);
    }
    for (const std::string &fingerprint : nodes.toForget) {
        changes.emplace_back(storage::RemoveNode{fingerprint});
        std::erase_if(state.storedNodes, [&](const domain::Node &stored) {
            return stored.fingerprint == fingerprint;
        });
    }
    if (changes.empty())
        return;
    store.save(std::move(changes), [](const Result<Done> &saved) {
        if (!saved) {
            qCWarning(logRouter).noquote() << "Could not store the nodes of the configuration file:"
                                           << utf8(saved.error().message);
        }
    });
}

} // namespace

void syncBackends(RouterState &state, HealthMonitor &monitor, storage::Store &store,
                  const Clock &clock)
{
    const EffectiveNodes nodes
        = effectiveNodes({.file = state.sources.file.nodes,
                          .stored = state.storedNodes,
                          .isOrderedByUser = state.isOrderedByUser,
                          .now = clock.wallNow(),
                          .newFingerprint = [] { return newIdentifier("fp_"); }});
    const std::vector<domain::LocalServer> servers
        = effectiveLocalServers(state.sources.file.localServers.servers, state.storedLocalServers);
    std::set<std::string> kept;
    std::vector<Configured> all(servers.begin(), servers.end());
    all.insert(all.end(), nodes.nodes.begin(), nodes.nodes.end());
    for (const Configured &configured : all)
        kept.insert(backendNameOf(configured));
    removeOthers(state, monitor, kept);
    for (const Configured &configured : all)
        addOrEdit(state, monitor, configured);
    storeNodes(state, store, nodes);
}

} // namespace homeward::engine

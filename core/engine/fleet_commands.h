// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/backend_drafts.h"
#include "engine/command_queue.h"
#include "engine/health_monitor.h"
#include "engine/router_state.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::engine {

/// Under this name the store knows that the user has put the nodes into an order.
inline constexpr std::string_view orderedByUserSetting = "nodes.ordered_by_user";
/// And under this one the ports of servers that were found by themselves, and removed.
inline constexpr std::string_view dismissedPortsSetting = "local_servers.dismissed_ports";

/// Changes the backends and how requests are shared out, on behalf of a user. Every change is
/// durable before it is applied and answered; errors name what stands in the way.
class FleetCommands
{
public:
    using Finish = std::function<void(Result<Done>)>;
    /// The identity of what was added.
    using Added = std::function<void(Result<std::string>)>;

    FleetCommands(RouterState &state, HealthMonitor &monitor, CommandQueue &queue,
                  const Clock &clock);

    void addNode(NodeDraft draft, Added added);
    void changeNode(std::string fingerprint, NodePatch patch, Finish finish);
    void removeNode(std::string fingerprint, Finish finish);
    /// The first is tried first. A Conflict when these are not exactly the known nodes.
    void setNodeOrder(std::vector<std::string> fingerprints, Finish finish);
    void changeLoadBalancing(LoadBalancingPatch patch, Finish finish);

    void addLocalServer(LocalServerDraft draft, Added added);
    /// For one that a scan found; nothing happens when its address is known.
    void addDetectedServer(domain::LocalServer server, Finish finish);
    void changeLocalServer(std::string id, LocalServerPatch patch, Finish finish);
    void removeLocalServer(std::string id, Finish finish);

    /// Called after the settings have changed.
    void setSettingsChanged(std::function<void()> action) { m_settingsChanged = std::move(action); }

private:
    Result<CommandPlan> planAddNode(const NodeDraft &draft, const std::string &fingerprint);
    Result<CommandPlan> planChangeNode(const std::string &fingerprint, const NodePatch &patch);
    Result<CommandPlan> planRemoveNode(const std::string &fingerprint);
    Result<CommandPlan> planNodeOrder(const std::vector<std::string> &fingerprints);
    Result<CommandPlan> planLoadBalancing(const LoadBalancingPatch &patch);
    Result<CommandPlan> planAddServer(const domain::LocalServer &server);
    Result<CommandPlan> planChangeServer(const std::string &id, const LocalServerPatch &patch);
    Result<CommandPlan> planRemoveServer(const std::string &id);

    Result<Slot> knownNode(const std::string &fingerprint) const;
    Result<Slot> knownLocalServer(const std::string &id) const;
    Result<Done> freeAddress(const domain::BaseUrl &url, std::optional<Slot> except) const;
    void storePriorities(const std::vector<std::pair<std::string, int>> &priorities);
    void replaceNode(const domain::Node &node);
    void replaceServer(const domain::LocalServer &server);
    void applyConfigured(Slot slot, Configured configured);

    RouterState &m_state;
    HealthMonitor &m_monitor;
    CommandQueue &m_queue;
    const Clock &m_clock;
    std::function<void()> m_settingsChanged;
};

} // namespace homeward::engine

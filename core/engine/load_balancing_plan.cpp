// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_order.h"
#include "engine/fleet_commands.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace homeward::engine {

namespace {

using Priorities = std::vector<std::pair<std::string, int>>;

/// Applies what the patch says to the settings; an error for what is fixed or out of range.
Result<domain::LoadBalancing> patched(const config::EffectiveSettings &effective,
                                      const LoadBalancingPatch &patch)
{
    const domain::LoadBalancing &now = effective.settings.loadBalancing;
    domain::LoadBalancing wanted = now;
    wanted.isEnabled = patch.isEnabled.value_or(now.isEnabled);
    wanted.strategy = patch.strategy.value_or(now.strategy);
    wanted.isFailoverEnabled = patch.isFailoverEnabled.value_or(now.isFailoverEnabled);
    if (patch.healthCheckIntervalSecs) {
        wanted.healthCheckInterval
            = std::chrono::milliseconds(std::llround(*patch.healthCheckIntervalSecs * 1000));
    }
    struct Field
    {
        bool isChanged;
        std::string_view key;
        std::string_view field;
    };
    const Field fields[] = {
        {wanted.isEnabled != now.isEnabled, "load_balancing.enabled", "enabled"},
        {wanted.strategy != now.strategy, "load_balancing.strategy", "strategy"},
        {wanted.isFailoverEnabled != now.isFailoverEnabled, "load_balancing.failover_enabled",
         "failoverEnabled"},
        {wanted.healthCheckInterval != now.healthCheckInterval,
         "load_balancing.health_check_interval_s", "healthCheckIntervalSecs"},
    };
    // Short ones and fractions are for the file alone; its own value may come back unchanged.
    if (wanted.healthCheckInterval != now.healthCheckInterval
        && !domain::isUserInterval(*patch.healthCheckIntervalSecs)) {
        return Error{ErrorKind::InvalidRequest,
                     "\"healthCheckIntervalSecs\" " + std::string(intervalProblem),
                     "healthCheckIntervalSecs"};
    }
    for (const Field &field : fields) {
        if (!field.isChanged)
            continue;
        if (const auto good = config::editableSetting(effective, field.key, field.field); !good)
            return good.error();
    }
    return wanted;
}

bool hasPriorityInFile(const config::RouterConfig &file, const domain::Node &node)
{
    return std::any_of(file.nodes.begin(), file.nodes.end(), [&](const config::NodeConfig &config) {
        return config.priority && config.baseUrl == node.baseUrl;
    });
}

} // namespace

Result<CommandPlan> FleetCommands::planLoadBalancing(const LoadBalancingPatch &patch)
{
    const Fleet &fleet = m_state.fleet;
    const Result<domain::LoadBalancing> wanted = patched(m_state.effective, patch);
    if (!wanted)
        return wanted.error();

    std::vector<int> priorities;
    std::vector<domain::Node> switched;
    for (const Slot slot : fleet.nodes()) {
        const domain::Node &node = fleet.node(slot);
        priorities.push_back(node.priority);
        const auto found = patch.nodeConfigs.find(node.fingerprint);
        if (found == patch.nodeConfigs.end())
            continue;
        const NodeConfigPatch &config = found->second;
        priorities.back() = config.priority.value_or(node.priority);
        if (config.isEnabled.value_or(node.isEnabled) == node.isEnabled)
            continue;
        if (node.source == domain::NodeSource::Config) {
            return Error{ErrorKind::Conflict,
                         "the node \"" + node.name
                             + "\" is set by the configuration file; change it there",
                         "nodeConfigs." + node.fingerprint + ".enabled"};
        }
        switched.push_back(node);
        switched.back().isEnabled = *config.isEnabled;
    }
    for (const auto &[fingerprint, config] : patch.nodeConfigs) {
        if (!fleet.findNode(fingerprint)) {
            return Error{ErrorKind::InvalidRequest,
                         "\"nodeConfigs." + fingerprint
                             + "\" is not a known node; GET "
                               "/api/v1/nodes lists them",
                         "nodeConfigs." + fingerprint};
        }
    }
    const bool isFew = priorities.size() <= std::size_t(domain::highestPriority);
    if (isFew)
        priorities = domain::distinctPriorities(priorities);
    Priorities changed;
    for (std::size_t i = 0; i < priorities.size(); ++i) {
        const domain::Node &node = fleet.node(fleet.nodes()[i]);
        if (priorities[i] == node.priority)
            continue;
        if (hasPriorityInFile(m_state.sources.file, node)) {
            return Error{ErrorKind::Conflict,
                         "the priority of the node \"" + node.name
                             + "\" is set by the configuration file; change it there",
                         "nodeConfigs." + node.fingerprint + ".priority"};
        }
        changed.emplace_back(node.fingerprint, priorities[i]);
    }

    CommandPlan plan;
    if (!(*wanted == m_state.settings().loadBalancing))
        plan.changes.emplace_back(storage::PutLoadBalancing{*wanted});
    for (const domain::Node &node : switched)
        plan.changes.emplace_back(storage::PutNode{.node = node});
    if (!changed.empty()) {
        plan.changes.emplace_back(storage::SetNodePriorities{changed});
        plan.changes.emplace_back(
            storage::PutSetting{.name = std::string(orderedByUserSetting), .valueJson = "true"});
    }
    plan.apply = [this, wanted = *wanted, switched, changed] {
        m_state.sources.stored.loadBalancing = wanted;
        m_state.effective = config::effectiveSettings(m_state.sources);
        for (const domain::Node &node : switched) {
            replaceNode(node);
            applyConfigured(*m_state.fleet.findNode(node.fingerprint), node);
        }
        m_state.isOrderedByUser = m_state.isOrderedByUser || !changed.empty();
        storePriorities(changed);
        if (m_settingsChanged)
            m_settingsChanged();
    };
    return plan;
}

} // namespace homeward::engine

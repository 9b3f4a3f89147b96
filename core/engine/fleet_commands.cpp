// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/fleet_commands.h"

#include "base/id.h"
#include "domain/node_order.h"
#include "engine/effective_backends.h"

#include <algorithm>
#include <utility>

namespace homeward::engine {

namespace {

using Priorities = std::vector<std::pair<std::string, int>>;

template <typename Backend, typename Identity>
auto findBy(std::vector<Backend> &backends, Identity Backend::*member, const Identity &value)
{
    return std::find_if(backends.begin(), backends.end(),
                        [&](const Backend &backend) { return backend.*member == value; });
}

Error notFound(std::string_view what, const std::string &identity)
{
    return {ErrorKind::NotFound,
            "there is no " + std::string(what) + " \"" + identity
                + "\"; list them to see the known ones",
            {}};
}

Error setByFile(const std::string &what, std::string_view field)
{
    return {ErrorKind::Conflict, what + " is set by the configuration file; change it there",
            std::string(field)};
}

} // namespace

FleetCommands::FleetCommands(RouterState &state, HealthMonitor &monitor, CommandQueue &queue,
                             const Clock &clock)
    : m_state(state),
      m_monitor(monitor),
      m_queue(queue),
      m_clock(clock)
{ }

Result<Slot> FleetCommands::knownNode(const std::string &fingerprint) const
{
    const auto slot = m_state.fleet.findNode(fingerprint);
    if (!slot)
        return notFound("node", fingerprint);
    return *slot;
}

Result<Slot> FleetCommands::knownLocalServer(const std::string &id) const
{
    const auto slot = m_state.fleet.findLocalServer(id);
    if (!slot)
        return notFound("local server", id);
    return *slot;
}

/// Two backends of a kind with one address would be one and the same.
Result<Done> FleetCommands::freeAddress(const domain::BaseUrl &url,
                                        std::optional<Slot> except) const
{
    for (const Slot slot : m_state.fleet.nodes()) {
        const domain::Node &node = m_state.fleet.node(slot);
        if (slot != except && node.baseUrl == url) {
            return Error{ErrorKind::Conflict,
                         "the node \"" + node.name + "\" (" + node.fingerprint
                             + ") has this address already",
                         "baseUrl"};
        }
    }
    return Done{};
}

void FleetCommands::applyConfigured(Slot slot, Configured configured)
{
    m_state.fleet.edit(slot, std::move(configured));
    m_monitor.changed(slot);
}

void FleetCommands::storePriorities(const Priorities &priorities)
{
    for (const auto &[fingerprint, priority] : priorities) {
        const auto stored = findBy(m_state.storedNodes, &domain::Node::fingerprint, fingerprint);
        if (stored != m_state.storedNodes.end())
            stored->priority = priority;
    }
    m_state.fleet.setPriorities(priorities);
}

void FleetCommands::replaceNode(const domain::Node &node)
{
    const auto stored = findBy(m_state.storedNodes, &domain::Node::fingerprint, node.fingerprint);
    if (stored == m_state.storedNodes.end())
        m_state.storedNodes.push_back(node);
    else
        *stored = node;
}

void FleetCommands::replaceServer(const domain::LocalServer &server)
{
    const auto stored = findBy(m_state.storedLocalServers, &domain::LocalServer::id, server.id);
    if (stored == m_state.storedLocalServers.end())
        m_state.storedLocalServers.push_back(server);
    else
        *stored = server;
}

void FleetCommands::addNode(NodeDraft draft, Added added)
{
    const std::string fingerprint = newIdentifier("fp_");
    m_queue.run(
        [this, draft = std::move(draft), fingerprint] { return planAddNode(draft, fingerprint); },
        [fingerprint, added = std::move(added)](const Result<Done> &done) {
            added(done ? Result<std::string>(fingerprint) : done.error());
        });
}

Result<CommandPlan> FleetCommands::planAddNode(const NodeDraft &draft,
                                               const std::string &fingerprint)
{
    if (const auto free = freeAddress(draft.baseUrl, std::nullopt); !free)
        return free.error();
    const std::vector<Slot> &nodes = m_state.fleet.nodes();
    std::vector<int> present;
    present.reserve(nodes.size());
    for (const Slot slot : nodes)
        present.push_back(m_state.fleet.row(slot).priority);
    const std::vector<int> priorities = domain::prioritiesWithNewcomer(present);
    Priorities changed;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (priorities[i] != present[i])
            changed.emplace_back(m_state.fleet.node(nodes[i]).fingerprint, priorities[i]);
    }
    const domain::Node node{.fingerprint = fingerprint,
                            .name = draft.name.value_or(domain::authorityOf(draft.baseUrl)),
                            .baseUrl = draft.baseUrl,
                            .apiKey = draft.apiKey,
                            .isEnabled = draft.isEnabled,
                            .priority = priorities.back(),
                            .source = domain::NodeSource::Manual,
                            .addedAt = m_clock.wallNow(),
                            .tls = draft.tls};
    CommandPlan plan;
    plan.changes.emplace_back(storage::PutNode{.node = node});
    if (!changed.empty())
        plan.changes.emplace_back(storage::SetNodePriorities{changed});
    plan.apply = [this, node, changed] {
        storePriorities(changed);
        replaceNode(node);
        m_monitor.changed(m_state.fleet.add(node));
    };
    return plan;
}

void FleetCommands::changeNode(std::string fingerprint, NodePatch patch, Finish finish)
{
    m_queue.run([this, fingerprint = std::move(fingerprint),
                 patch = std::move(patch)] { return planChangeNode(fingerprint, patch); },
                std::move(finish));
}

Result<CommandPlan> FleetCommands::planChangeNode(const std::string &fingerprint,
                                                  const NodePatch &patch)
{
    const Result<Slot> slot = knownNode(fingerprint);
    if (!slot)
        return slot.error();
    const domain::Node before = m_state.fleet.node(*slot);
    domain::Node node = before;
    node.name = patch.name.value_or(node.name);
    node.baseUrl = patch.baseUrl.value_or(node.baseUrl);
    node.apiKey = patch.apiKey.value_or(node.apiKey);
    node.isEnabled = patch.isEnabled.value_or(node.isEnabled);
    node.tls = patch.tls.value_or(node.tls);
    if (before.source == domain::NodeSource::Config && !(node == before))
        return setByFile("the node \"" + before.name + '"', {});
    if (const auto free = freeAddress(node.baseUrl, *slot); !free)
        return free.error();

    CommandPlan plan;
    std::function<void()> applyPriorities = [] {};
    if (patch.priority && *patch.priority != before.priority) {
        LoadBalancingPatch asConfig;
        asConfig.nodeConfigs[fingerprint] = {.priority = patch.priority, .isEnabled = std::nullopt};
        Result<CommandPlan> priorities = planLoadBalancing(asConfig);
        if (!priorities)
            return priorities;
        plan = std::move(*priorities);
        applyPriorities = plan.apply;
    }
    const bool isRemovingKey = patch.apiKey && patch.apiKey->isEmpty();
    if (before.source != domain::NodeSource::Config) {
        plan.changes.insert(plan.changes.begin(),
                            storage::PutNode{.node = node,
                                             .emptyKey = isRemovingKey
                                                 ? storage::EmptyKey::Removes
                                                 : storage::EmptyKey::KeepsUnopened});
    }
    plan.apply = [this, slot = *slot, node, before, applyPriorities] {
        if (before.source != domain::NodeSource::Config)
            replaceNode(node);
        // Another machine, or one that knows us by another key: its troubles are not the old one's.
        const bool isAnother = !(node.baseUrl == before.baseUrl) || !(node.apiKey == before.apiKey)
            || !(node.tls == before.tls);
        if (isAnother)
            m_state.fleet.forgetTroubles(slot);
        applyConfigured(slot, node);
        applyPriorities();
    };
    return plan;
}

void FleetCommands::removeNode(std::string fingerprint, Finish finish)
{
    m_queue.run(
        [this, fingerprint = std::move(fingerprint)] { return planRemoveNode(fingerprint); },
        std::move(finish));
}

Result<CommandPlan> FleetCommands::planRemoveNode(const std::string &fingerprint)
{
    const Result<Slot> slot = knownNode(fingerprint);
    if (!slot)
        return slot.error();
    const domain::Node &node = m_state.fleet.node(*slot);
    if (node.source == domain::NodeSource::Config)
        return setByFile("the node \"" + node.name + '"', {});
    CommandPlan plan;
    plan.changes.emplace_back(storage::RemoveNode{fingerprint});
    plan.changes.emplace_back(storage::RemoveModelSnapshot{m_state.fleet.at(*slot).backendName});
    plan.apply = [this, slot = *slot, fingerprint] {
        std::erase_if(m_state.storedNodes, [&](const domain::Node &stored) {
            return stored.fingerprint == fingerprint;
        });
        m_monitor.removed(slot);
        m_state.fleet.remove(slot);
    };
    return plan;
}

void FleetCommands::setNodeOrder(std::vector<std::string> fingerprints, Finish finish)
{
    m_queue.run(
        [this, fingerprints = std::move(fingerprints)] { return planNodeOrder(fingerprints); },
        std::move(finish));
}

Result<CommandPlan> FleetCommands::planNodeOrder(const std::vector<std::string> &fingerprints)
{
    const std::vector<Slot> &nodes = m_state.fleet.nodes();
    if (fingerprints.size() > std::size_t(domain::highestPriority)) {
        return Error{ErrorKind::InvalidRequest,
                     "\"fingerprints\" holds more than 255 nodes; an order is kept for up to 255",
                     "fingerprints"};
    }
    std::vector<std::string> wanted = fingerprints;
    std::vector<std::string> known;
    known.reserve(nodes.size());
    for (const Slot slot : nodes)
        known.push_back(m_state.fleet.node(slot).fingerprint);
    std::sort(wanted.begin(), wanted.end());
    std::sort(known.begin(), known.end());
    if (wanted != known) {
        return Error{
            ErrorKind::Conflict,
            "\"fingerprints\" must list each known node exactly once; the current order is "
            "in this answer",
            "fingerprints"};
    }
    LoadBalancingPatch patch;
    const std::vector<int> priorities = domain::prioritiesInOrder(fingerprints.size());
    for (std::size_t i = 0; i < fingerprints.size(); ++i)
        patch.nodeConfigs[fingerprints[i]] = {.priority = priorities[i], .isEnabled = std::nullopt};
    return planLoadBalancing(patch);
}

void FleetCommands::changeLoadBalancing(LoadBalancingPatch patch, Finish finish)
{
    m_queue.run([this, patch = std::move(patch)] { return planLoadBalancing(patch); },
                std::move(finish));
}

void FleetCommands::addLocalServer(LocalServerDraft draft, Added added)
{
    // The id is settled when the turn of this change has come.
    const auto id = std::make_shared<std::string>();
    m_queue.run(
        [this, draft = std::move(draft), id]() -> Result<CommandPlan> {
            const auto isTaken = [this](const std::string &taken) {
                return m_state.fleet.findLocalServer(taken).has_value();
            };
            const std::string name = draft.name.value_or(domain::authorityOf(draft.baseUrl));
            *id = draft.id ? *draft.id : idFromName(name, isTaken);
            if (isTaken(*id)) {
                return Error{ErrorKind::Conflict, "the id \"" + *id + "\" is taken; choose another",
                             "id"};
            }
            return planAddServer({.id = *id,
                                  .name = name,
                                  .baseUrl = draft.baseUrl,
                                  .kind = draft.kind,
                                  .isEnabled = draft.isEnabled});
        },
        [id, added = std::move(added)](const Result<Done> &done) {
            added(done ? Result<std::string>(*id) : done.error());
        });
}

void FleetCommands::addDetectedServer(domain::LocalServer server, Finish finish)
{
    m_queue.run(
        [this, server = std::move(server)]() mutable -> Result<CommandPlan> {
            server.id = idFromName(server.name, [this](const std::string &taken) {
                return m_state.fleet.findLocalServer(taken).has_value();
            });
            return planAddServer(server);
        },
        std::move(finish));
}

Result<CommandPlan> FleetCommands::planAddServer(const domain::LocalServer &server)
{
    for (const Slot slot : m_state.fleet.localServers()) {
        const domain::LocalServer &known = m_state.fleet.localServer(slot);
        if (known.baseUrl == server.baseUrl) {
            return Error{ErrorKind::Conflict,
                         "the local server \"" + known.id + "\" has this address already",
                         "baseUrl"};
        }
    }
    CommandPlan plan;
    plan.changes.emplace_back(storage::PutLocalServer{server});
    plan.apply = [this, server] {
        replaceServer(server);
        m_monitor.changed(m_state.fleet.add(server));
    };
    return plan;
}

void FleetCommands::changeLocalServer(std::string id, LocalServerPatch patch, Finish finish)
{
    m_queue.run([this, id = std::move(id),
                 patch = std::move(patch)] { return planChangeServer(id, patch); },
                std::move(finish));
}

Result<CommandPlan> FleetCommands::planChangeServer(const std::string &id,
                                                    const LocalServerPatch &patch)
{
    const Result<Slot> slot = knownLocalServer(id);
    if (!slot)
        return slot.error();
    const domain::LocalServer before = m_state.fleet.localServer(*slot);
    domain::LocalServer server = before;
    server.name = patch.name.value_or(server.name);
    server.baseUrl = patch.baseUrl.value_or(server.baseUrl);
    server.kind = patch.kind.value_or(server.kind);
    server.isEnabled = patch.isEnabled.value_or(server.isEnabled);
    if (before.isFromFile && !(server == before))
        return setByFile("the local server \"" + before.id + '"', {});
    for (const Slot other : m_state.fleet.localServers()) {
        if (other != *slot && m_state.fleet.localServer(other).baseUrl == server.baseUrl) {
            return Error{ErrorKind::Conflict,
                         "the local server \"" + m_state.fleet.localServer(other).id
                             + "\" has this address already",
                         "baseUrl"};
        }
    }
    CommandPlan plan;
    if (!before.isFromFile)
        plan.changes.emplace_back(storage::PutLocalServer{server});
    plan.apply = [this, slot = *slot, server] {
        if (!server.isFromFile)
            replaceServer(server);
        applyConfigured(slot, server);
    };
    return plan;
}

void FleetCommands::removeLocalServer(std::string id, Finish finish)
{
    m_queue.run([this, id = std::move(id)] { return planRemoveServer(id); }, std::move(finish));
}

Result<CommandPlan> FleetCommands::planRemoveServer(const std::string &id)
{
    const Result<Slot> slot = knownLocalServer(id);
    if (!slot)
        return slot.error();
    const domain::LocalServer &server = m_state.fleet.localServer(*slot);
    if (server.isFromFile)
        return setByFile("the local server \"" + id + '"', {});
    CommandPlan plan;
    plan.changes.emplace_back(storage::RemoveLocalServer{id});
    std::set<std::uint16_t> dismissed = m_state.dismissedPorts;
    if (server.isAutoDetected && dismissed.insert(server.baseUrl.port).second) {
        plan.changes.emplace_back(
            storage::PutSetting{.name = std::string(dismissedPortsSetting),
                                .valueJson = nlohmann::json(dismissed).dump()});
    }
    plan.changes.emplace_back(storage::RemoveModelSnapshot{m_state.fleet.at(*slot).backendName});
    plan.apply = [this, slot = *slot, id, dismissed] {
        m_state.dismissedPorts = dismissed;
        std::erase_if(m_state.storedLocalServers,
                      [&](const domain::LocalServer &stored) { return stored.id == id; });
        m_monitor.removed(slot);
        m_state.fleet.remove(slot);
    };
    return plan;
}

} // namespace homeward::engine

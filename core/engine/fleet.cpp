// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/fleet.h"

#include <algorithm>

namespace homeward::engine {

namespace {

domain::ModelIndex::Group groupOf(domain::BackendKind kind)
{
    return kind == domain::BackendKind::LocalServer ? domain::ModelIndex::Group::LocalServers
                                                    : domain::ModelIndex::Group::Nodes;
}

double milliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

} // namespace

Slot Fleet::add(Configured configured)
{
    Slot slot = Slot(m_records.size());
    if (m_freeSlots.empty()) {
        m_records.emplace_back();
        m_rows.emplace_back();
    } else {
        slot = m_freeSlots.back();
        m_freeSlots.pop_back();
        m_records[slot] = {};
        m_rows[slot] = {};
    }
    BackendRecord &record = m_records[slot];
    record.isInUse = true;
    record.generation = m_nextGeneration++;
    const domain::BackendKind kind = kindOf(configured);
    record.configured = configured;
    record.backendName = backendNameOf(configured);
    m_slotsByName[record.backendName] = slot;
    (kind == domain::BackendKind::LocalServer ? m_localServers : m_nodes).push_back(slot);
    edit(slot, std::move(configured));
    updateIndex(slot);
    return slot;
}

void Fleet::edit(Slot slot, Configured configured)
{
    BackendRecord &record = m_records[slot];
    record.origin = originOf(baseUrlOf(configured), tlsOf(configured));
    const Secret &key = keyOf(configured);
    record.authorization = key.isEmpty() ? Secret() : Secret("Bearer " + key.reveal());
    record.configured = std::move(configured);
    updateRow(slot);
    if (kindOf(record.configured) == domain::BackendKind::Node)
        sortNodes();
}

void Fleet::remove(Slot slot)
{
    BackendRecord &record = m_records[slot];
    m_index.remove(slot);
    m_slotsByName.erase(record.backendName);
    std::erase(m_nodes, slot);
    std::erase(m_localServers, slot);
    record = {};
    m_rows[slot] = {};
    m_freeSlots.push_back(slot);
    ++m_listVersion;
    ++m_version;
}

std::optional<Slot> Fleet::find(std::string_view backendName) const
{
    const auto found = m_slotsByName.find(backendName);
    if (found == m_slotsByName.end())
        return std::nullopt;
    return found->second;
}

std::optional<Slot> Fleet::findNode(std::string_view fingerprint) const
{
    return find("node-" + std::string(fingerprint));
}

std::optional<Slot> Fleet::findLocalServer(std::string_view id) const
{
    return find("local-" + std::string(id));
}

BackendRecord *Fleet::resolve(const BackendReference &reference)
{
    if (reference.slot >= m_records.size())
        return nullptr;
    BackendRecord &record = m_records[reference.slot];
    return record.isInUse && record.generation == reference.generation ? &record : nullptr;
}

BackendReference Fleet::referenceTo(Slot slot) const
{
    return {.slot = slot, .generation = m_records[slot].generation};
}

const domain::Node &Fleet::node(Slot slot) const
{
    return std::get<domain::Node>(m_records[slot].configured);
}

const domain::LocalServer &Fleet::localServer(Slot slot) const
{
    return std::get<domain::LocalServer>(m_records[slot].configured);
}

std::vector<Slot> Fleet::all() const
{
    std::vector<Slot> slots = m_localServers;
    slots.insert(slots.end(), m_nodes.begin(), m_nodes.end());
    return slots;
}

void Fleet::setPriorities(std::span<const std::pair<std::string, int>> priorities)
{
    for (const auto &[fingerprint, priority] : priorities) {
        const auto slot = findNode(fingerprint);
        if (!slot)
            continue;
        std::get<domain::Node>(m_records[*slot].configured).priority = priority;
        updateRow(*slot);
    }
    sortNodes();
}

void Fleet::setModels(Slot slot, ModelList models)
{
    m_records[slot].models = std::make_shared<const ModelList>(std::move(models));
    updateIndex(slot);
    ++m_listVersion;
    ++m_version;
}

void Fleet::setHealth(Slot slot, const domain::Health &health)
{
    m_records[slot].health = health;
    updateRow(slot);
}

void Fleet::setTurn(std::string_view model, std::size_t cursor)
{
    if (domain::ModelIndex::Entry *entry = m_index.find(model))
        entry->cursor = cursor;
}

void Fleet::forgetTroubles(Slot slot)
{
    domain::RoutingRow &row = m_rows[slot];
    row.breaker = {};
    row.pausedUntil = {};
    row.latencyMs = -1;
    ++m_version;
}

void Fleet::pauseUntil(const BackendReference &backend, TimePoint until)
{
    if (!resolve(backend))
        return;
    domain::RoutingRow &row = m_rows[backend.slot];
    row.pausedUntil = std::max(row.pausedUntil, until);
}

void Fleet::testedByUser(Slot slot, bool isGood, TimePoint now)
{
    domain::RoutingRow &row = m_rows[slot];
    row.breaker = domain::afterUserTest(row.breaker, isGood, now);
    ++m_version;
}

AttemptTicket Fleet::beginAttempt(Slot slot, bool isProbe, TimePoint now)
{
    domain::RoutingRow &row = m_rows[slot];
    row.inFlight += 1;
    if (isProbe)
        row.breaker = domain::afterProbeSent(row.breaker);
    ++m_version;
    return {.backend = referenceTo(slot), .breakerAttempt = {.beganAt = now, .isProbe = isProbe}};
}

void Fleet::endAttempt(const AttemptTicket &ticket, AttemptEnd end, std::optional<Duration> latency,
                       TimePoint now, const domain::BreakerPolicy &policy)
{
    BackendRecord *record = resolve(ticket.backend);
    if (!record)
        return;
    ++m_version;
    domain::RoutingRow &row = m_rows[ticket.backend.slot];
    row.inFlight -= 1;
    // A local server takes its requests whatever happened before: it has no breaker.
    const bool hasBreaker = kindOf(record->configured) != domain::BackendKind::LocalServer;
    const domain::BreakerAttempt &attempt = ticket.breakerAttempt;
    switch (end) {
    case AttemptEnd::Success:
        record->counts.successes += 1;
        if (hasBreaker)
            row.breaker = domain::afterSuccess(row.breaker, attempt);
        if (latency)
            row.latencyMs = domain::averagedLatency(row.latencyMs, milliseconds(*latency));
        break;
    case AttemptEnd::Failure:
        record->counts.failures += 1;
        if (hasBreaker)
            row.breaker = domain::afterFailure(row.breaker, attempt, now, policy);
        return;
    case AttemptEnd::ClientError:
    case AttemptEnd::ClientLeftAfterHead:
        record->counts.successes += 1;
        row.breaker = domain::afterNeutral(row.breaker, attempt);
        break;
    case AttemptEnd::NotCounted:
        row.breaker = domain::afterNeutral(row.breaker, attempt);
        return;
    }
    if (latency) {
        record->counts.latencySumMs += milliseconds(*latency);
        record->counts.latencyCount += 1;
    }
}

void Fleet::updateRow(Slot slot)
{
    const BackendRecord &record = m_records[slot];
    domain::RoutingRow &row = m_rows[slot];
    const bool wasRoutable = row.isRoutable;
    row.isRoutable
        = isEnabled(record.configured) && record.health.status == domain::BackendStatus::Online;
    if (row.isRoutable != wasRoutable)
        ++m_listVersion;
    if (const auto *node = std::get_if<domain::Node>(&record.configured))
        row.priority = node->priority;
    ++m_version;
}

void Fleet::sortNodes()
{
    const auto isBefore
        = [this](Slot a, Slot b) { return m_rows[a].priority > m_rows[b].priority; };
    // Sorting every entry of the index costs too much to do it for each of a thousand newcomers.
    if (std::is_sorted(m_nodes.begin(), m_nodes.end(), isBefore))
        return;
    std::stable_sort(m_nodes.begin(), m_nodes.end(), isBefore);
    std::vector<std::pair<Slot, std::int64_t>> ranks;
    ranks.reserve(m_nodes.size());
    for (std::size_t place = 0; place < m_nodes.size(); ++place)
        ranks.emplace_back(m_nodes[place], std::int64_t(place));
    m_index.setRanks(ranks);
    ++m_version;
}

std::int64_t Fleet::rankOf(Slot slot) const
{
    const auto &list = kindOf(m_records[slot].configured) == domain::BackendKind::LocalServer
        ? m_localServers
        : m_nodes;
    return std::find(list.begin(), list.end(), slot) - list.begin();
}

void Fleet::updateIndex(Slot slot)
{
    const BackendRecord &record = m_records[slot];
    std::vector<std::string> names;
    names.reserve(record.models->size());
    for (const protocol::ListedModel &model : *record.models)
        names.push_back(model.id);
    m_index.setModels(slot, groupOf(kindOf(record.configured)), rankOf(slot), std::move(names));
}

} // namespace homeward::engine

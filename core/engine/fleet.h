// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/limits.h"
#include "domain/model_index.h"
#include "domain/routing_row.h"
#include "engine/backend_record.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace homeward::engine {

using domain::Slot;

/// A backend that may be gone by the time somebody comes back to it.
struct BackendReference
{
    Slot slot = 0;
    std::uint32_t generation = 0;
};

/// One attempt at a backend, from its start to its end.
struct AttemptTicket
{
    BackendReference backend;
    domain::BreakerAttempt breakerAttempt;
};

/// What an attempt came to, as far as counts and the breaker are concerned (product.md, Breaker;
/// http-api.md, section 2).
enum class AttemptEnd {
    Success,
    /// A 4xx: counts as a success, and is neutral for the breaker.
    ClientError,
    Failure,
    /// The client left after the head had come: counts as a success, and is neutral.
    ClientLeftAfterHead,
    /// The client left before, or a local server does not run: counts as nothing.
    NotCounted,
};

/// All backends: their records, the rows that routing reads, and the model index, kept in step.
class Fleet
{
public:
    Slot add(Configured configured);
    /// Also for another priority, name or switch; what was learned of the backend is kept.
    void edit(Slot slot, Configured configured);
    void remove(Slot slot);

    std::optional<Slot> find(std::string_view backendName) const;
    std::optional<Slot> findNode(std::string_view fingerprint) const;
    std::optional<Slot> findLocalServer(std::string_view id) const;
    BackendRecord &at(Slot slot) { return m_records[slot]; }
    const BackendRecord &at(Slot slot) const { return m_records[slot]; }
    /// Null when the backend is gone.
    BackendRecord *resolve(const BackendReference &reference);
    BackendReference referenceTo(Slot slot) const;

    const domain::Node &node(Slot slot) const;
    const domain::LocalServer &localServer(Slot slot) const;
    /// The highest priority first.
    const std::vector<Slot> &nodes() const { return m_nodes; }
    /// In the user's order.
    const std::vector<Slot> &localServers() const { return m_localServers; }
    std::vector<Slot> all() const;

    domain::RoutingRows rows() const { return m_rows; }
    const domain::RoutingRow &row(Slot slot) const { return m_rows[slot]; }
    const domain::ModelIndex &index() const { return m_index; }
    domain::ModelIndex &index() { return m_index; }

    void setPriorities(std::span<const std::pair<std::string, int>> priorities);
    /// Replaces the last good list.
    void setModels(Slot slot, ModelList models);
    void setHealth(Slot slot, const domain::Health &health);
    void setTurn(std::string_view model, std::size_t cursor);
    /// Closes the breaker, ends a pause, and drops the measured latency.
    void forgetTroubles(Slot slot);
    /// A pause is only ever extended.
    void pauseUntil(const BackendReference &backend, TimePoint until);
    void testedByUser(Slot slot, bool isGood, TimePoint now);

    AttemptTicket beginAttempt(Slot slot, bool isProbe, TimePoint now);
    /// `latency` is the time to the head, where there was one.
    void endAttempt(const AttemptTicket &ticket, AttemptEnd end, std::optional<Duration> latency,
                    TimePoint now, const domain::BreakerPolicy &policy);

    /// Grows whenever something that a snapshot shows may have changed.
    std::uint64_t version() const { return m_version; }
    /// Grows whenever a list of models may have changed.
    std::uint64_t listVersion() const { return m_listVersion; }

private:
    void updateRow(Slot slot);
    void sortNodes();
    std::int64_t rankOf(Slot slot) const;
    void updateIndex(Slot slot);

    std::vector<BackendRecord> m_records;
    std::vector<domain::RoutingRow> m_rows;
    std::vector<Slot> m_freeSlots;
    std::vector<Slot> m_nodes;
    std::vector<Slot> m_localServers;
    std::unordered_map<std::string, Slot, domain::TextHash, std::equal_to<>> m_slotsByName;
    domain::ModelIndex m_index;
    std::uint32_t m_nextGeneration = 1;
    std::uint64_t m_version = 0;
    std::uint64_t m_listVersion = 0;
};

} // namespace homeward::engine

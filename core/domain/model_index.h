// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/routing_row.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace homeward::domain {

/// Lets maps keyed by std::string be asked with a view.
struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept
    {
        return std::hash<std::string_view>()(text);
    }
};

/// Which backend serves which model, as last seen: the only source that routing reads. Kept up to
/// date a backend at a time, because a thousand nodes come in one by one.
class ModelIndex
{
public:
    /// The backends that serve one model.
    struct Entry
    {
        /// In the order in which the user's list has them.
        std::vector<Slot> localServers;
        /// The highest priority first.
        std::vector<Slot> nodes;
        std::vector<Slot> providers;
        /// The turn of the strategies that have one.
        std::size_t cursor = 0;
    };
    enum class Group { LocalServers, Nodes, Providers };

    /// Replaces what the backend serves. `rank` orders the backends of a group: the lowest first.
    void setModels(Slot slot, Group group, std::int64_t rank, std::vector<std::string> models);
    /// The backend is gone; its names stay known.
    void remove(Slot slot);
    /// Sorts all entries anew after the ranks of many backends changed.
    void setRanks(std::span<const std::pair<Slot, std::int64_t>> ranks);

    Entry *find(std::string_view model);
    const Entry *find(std::string_view model) const;
    /// The models of one backend; empty for an unknown slot.
    const std::vector<std::string> &modelsOf(Slot slot) const;

    /// True for a name that any index has ever held (product.md, step 10).
    bool isKnown(std::string_view model) const { return m_known.contains(model); }
    void addKnown(std::string name);
    /// The names that became known since the last call, to be remembered across restarts.
    std::vector<std::string> takeNewlyKnown();

    using Entries = std::unordered_map<std::string, Entry, TextHash, std::equal_to<>>;
    const Entries &entries() const { return m_entries; }
    /// Grows with every change.
    std::uint64_t version() const { return m_version; }

private:
    struct Backend
    {
        Group group = Group::Nodes;
        std::int64_t rank = 0;
        std::vector<std::string> models;
    };
    static std::vector<Slot> &slotsOf(Entry &entry, Group group);
    void insert(const std::string &model, Slot slot, const Backend &backend);
    void erase(const std::string &model, Slot slot, Group group);
    bool isBefore(Slot a, Slot b) const;

    Entries m_entries;
    std::unordered_map<Slot, Backend> m_backends;
    std::unordered_set<std::string, TextHash, std::equal_to<>> m_known;
    std::vector<std::string> m_newlyKnown;
    std::uint64_t m_version = 0;
};

} // namespace homeward::domain

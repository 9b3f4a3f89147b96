// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/model_lists.h"

#include <algorithm>

namespace homeward::engine {

std::optional<protocol::ModelEntry> ModelLists::entryOf(std::string_view id) const
{
    const Fleet &fleet = m_state.fleet;
    const domain::ModelIndex::Entry *entry = fleet.index().find(id);
    if (!entry)
        return std::nullopt;
    const auto listed = [&](Slot slot, bool isRemote) -> std::optional<protocol::ModelEntry> {
        const ModelList &models = *fleet.at(slot).models;
        const auto found = std::find_if(models.begin(), models.end(),
                                        [&](const auto &model) { return model.id == id; });
        if (!fleet.row(slot).isRoutable || found == models.end())
            return std::nullopt;
        return protocol::ModelEntry{
            .id = found->id, .rawJson = found->rawJson, .isRemote = isRemote};
    };
    for (const Slot slot : entry->localServers) {
        if (auto found = listed(slot, false))
            return found;
    }
    // With load balancing off no node is a candidate anywhere, lists included.
    if (!m_state.settings().loadBalancing.isEnabled)
        return std::nullopt;
    for (const Slot slot : entry->nodes) {
        if (auto found = listed(slot, true))
            return found;
    }
    return std::nullopt;
}

std::vector<protocol::ModelEntry> ModelLists::entries() const
{
    std::vector<protocol::ModelEntry> entries;
    for (const auto &[id, holders] : m_state.fleet.index().entries()) {
        if (const auto entry = entryOf(id))
            entries.push_back(*entry);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto &a, const auto &b) { return a.id < b.id; });
    return entries;
}

std::shared_ptr<const std::string> ModelLists::list(protocol::Surface surface)
{
    Cached &cached = m_cached[std::size_t(surface)];
    const std::uint64_t version = m_state.fleet.listVersion();
    const bool isBalancing = m_state.settings().loadBalancing.isEnabled;
    if (!cached.body || cached.version != version || cached.isBalancing != isBalancing) {
        cached = {.version = version,
                  .isBalancing = isBalancing,
                  .body = std::make_shared<const std::string>(
                      protocol::modelListBody(surface, entries()))};
    }
    return cached.body;
}

std::shared_ptr<const std::string> ModelLists::entry(protocol::Surface surface,
                                                     std::string_view id) const
{
    const auto entry = entryOf(id);
    if (!entry)
        return nullptr;
    return std::make_shared<const std::string>(protocol::modelEntryBody(surface, *entry));
}

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/model_index.h"

#include <algorithm>

namespace homeward::domain {

std::vector<Slot> &ModelIndex::slotsOf(Entry &entry, Group group)
{
    switch (group) {
    case Group::LocalServers:
        return entry.localServers;
    case Group::Nodes:
        return entry.nodes;
    case Group::Providers:
        return entry.providers;
    }
    return entry.nodes;
}

bool ModelIndex::isBefore(Slot a, Slot b) const
{
    const auto rankOf = [this](Slot slot) { return m_backends.at(slot).rank; };
    return rankOf(a) < rankOf(b);
}

void ModelIndex::setModels(Slot slot, Group group, std::int64_t rank,
                           std::vector<std::string> models)
{
    std::sort(models.begin(), models.end());
    models.erase(std::unique(models.begin(), models.end()), models.end());
    Backend &backend = m_backends[slot];
    const bool isSamePlace = backend.group == group && backend.rank == rank;
    if (isSamePlace && backend.models == models)
        return;
    ++m_version;
    const std::vector<std::string> before = std::move(backend.models);
    const Group groupBefore = backend.group;
    backend = Backend{.group = group, .rank = rank, .models = std::move(models)};
    for (const std::string &model : before) {
        if (!isSamePlace
            || !std::binary_search(backend.models.begin(), backend.models.end(), model)) {
            erase(model, slot, groupBefore);
        }
    }
    for (const std::string &model : backend.models) {
        if (!isSamePlace || !std::binary_search(before.begin(), before.end(), model))
            insert(model, slot, backend);
    }
}

void ModelIndex::remove(Slot slot)
{
    const auto found = m_backends.find(slot);
    if (found == m_backends.end())
        return;
    ++m_version;
    for (const std::string &model : found->second.models)
        erase(model, slot, found->second.group);
    m_backends.erase(found);
}

void ModelIndex::insert(const std::string &model, Slot slot, const Backend &backend)
{
    addKnown(model);
    std::vector<Slot> &slots = slotsOf(m_entries[model], backend.group);
    slots.insert(std::upper_bound(slots.begin(), slots.end(), slot,
                                  [this](Slot a, Slot b) { return isBefore(a, b); }),
                 slot);
}

void ModelIndex::erase(const std::string &model, Slot slot, Group group)
{
    const auto found = m_entries.find(model);
    if (found == m_entries.end())
        return;
    Entry &entry = found->second;
    std::erase(slotsOf(entry, group), slot);
    if (entry.localServers.empty() && entry.nodes.empty() && entry.providers.empty())
        m_entries.erase(found);
}

void ModelIndex::setRanks(std::span<const std::pair<Slot, std::int64_t>> ranks)
{
    for (const auto &[slot, rank] : ranks) {
        if (const auto found = m_backends.find(slot); found != m_backends.end())
            found->second.rank = rank;
    }
    const auto before = [this](Slot a, Slot b) { return isBefore(a, b); };
    for (auto &[model, entry] : m_entries) {
        std::stable_sort(entry.localServers.begin(), entry.localServers.end(), before);
        std::stable_sort(entry.nodes.begin(), entry.nodes.end(), before);
        std::stable_sort(entry.providers.begin(), entry.providers.end(), before);
    }
    ++m_version;
}

ModelIndex::Entry *ModelIndex::find(std::string_view model)
{
    const auto found = m_entries.find(model);
    return found == m_entries.end() ? nullptr : &found->second;
}

const ModelIndex::Entry *ModelIndex::find(std::string_view model) const
{
    const auto found = m_entries.find(model);
    return found == m_entries.end() ? nullptr : &found->second;
}

const std::vector<std::string> &ModelIndex::modelsOf(Slot slot) const
{
    static const std::vector<std::string> none;
    const auto found = m_backends.find(slot);
    return found == m_backends.end() ? none : found->second.models;
}

void ModelIndex::addKnown(std::string name)
{
    const auto added = m_known.insert(std::move(name));
    if (added.second)
        m_newlyKnown.push_back(*added.first);
}

std::vector<std::string> ModelIndex::takeNewlyKnown()
{
    return std::exchange(m_newlyKnown, {});
}

} // namespace homeward::domain

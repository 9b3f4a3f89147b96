// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_map.h"

#include "config/excerpt.h"
#include "config/nearest_key.h"

#include <algorithm>
#include <utility>

namespace homeward::config {

namespace {

/// The front part of a key that may be shown. A key with other characters is most likely a key and
/// its value without the space after the colon, and the value may be a secret.
std::string_view shownPart(std::string_view key)
{
    constexpr std::string_view shown = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-.";
    return key.substr(0, key.find_first_not_of(shown));
}

std::string quotedKey(std::string_view key)
{
    const auto shown = shownPart(key);
    return quotedExcerpt(std::string(shown) + (shown.size() < key.size() ? "..." : ""));
}

} // namespace

YamlMap::YamlMap(YamlFile &file, std::string name) : m_file(&file), m_name(std::move(name))
{ }

YamlMap::YamlMap(const YamlValue &value) : YamlMap(value.file(), value.name())
{
    const YamlNode &node = value.node();
    m_position = node.position;
    if (node.kind == YamlNode::Kind::Map) {
        for (std::size_t i = 0; i + 1 < node.children.size(); i += 2)
            addEntry(Entry{node.children[i], node.children[i + 1]});
        return;
    }
    if (node.kind != YamlNode::Kind::Null) {
        m_file->problems.add(m_position,
                             (m_name.empty() ? std::string("the file") : m_name)
                                 + " must be a map of keys and values");
    }
}

void YamlMap::addEntry(Entry entry)
{
    const YamlNode &key = m_file->tree.nodes[entry.key];
    if (key.kind != YamlNode::Kind::Scalar) {
        m_file->problems.add(key.position, "a key must be text" + place());
        return;
    }
    const auto [first, isNew] = m_entries.emplace(key.text, entry);
    if (isNew)
        return;
    const YamlNode &earlier = m_file->tree.nodes[first->second.key];
    m_file->problems.add(key.position,
                         "duplicate key " + quotedKey(key.text) + place() + "; it stands in line "
                             + std::to_string(earlier.position.line) + " already");
}

std::string YamlMap::place() const
{
    return m_name.empty() ? std::string() : " in " + m_name;
}

std::string YamlMap::nameOf(std::string_view key) const
{
    return (m_name.empty() ? std::string() : m_name + '.') + std::string(key);
}

void YamlMap::refuseMissing(std::string_view key) const
{
    m_file->problems.add(m_position, "missing key \"" + std::string(key) + '"' + place());
}

void YamlMap::refuseOthers() const
{
    for (const auto &[key, entry] : m_entries) {
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end())
            continue;
        if (key == "<<") {
            m_file->problems.add(m_file->tree.nodes[entry.key].position,
                                 "merge keys (<<) are not read" + place() + "; write the keys out");
            continue;
        }
        std::string message = "unknown key " + quotedKey(key) + place();
        if (const auto nearest = nearestKey(shownPart(key), m_known))
            message += "; did you mean \"" + std::string(*nearest) + "\"?";
        m_file->problems.add(m_file->tree.nodes[entry.key].position, std::move(message));
    }
}

std::optional<YamlValue> YamlMap::find(std::string_view key)
{
    m_known.push_back(key);
    const auto entry = m_entries.find(key);
    if (entry == m_entries.end())
        return std::nullopt;
    return YamlValue(*m_file, entry->second.value, nameOf(key));
}

std::optional<YamlValue> YamlMap::list(std::string_view key)
{
    auto value = find(key);
    if (value && value->node().kind == YamlNode::Kind::Null)
        return std::nullopt;
    return value;
}

std::optional<std::string> YamlMap::text(std::string_view key)
{
    const auto value = find(key);
    return value ? value->text() : std::nullopt;
}

std::optional<std::string> YamlMap::nameText(std::string_view key)
{
    const auto value = find(key);
    return value ? value->nameText() : std::nullopt;
}

std::optional<Secret> YamlMap::secret(std::string_view key)
{
    const auto value = find(key);
    return value ? value->secret() : std::nullopt;
}

std::optional<bool> YamlMap::boolean(std::string_view key)
{
    const auto value = find(key);
    return value ? value->boolean() : std::nullopt;
}

std::optional<std::int64_t> YamlMap::wholeNumber(std::string_view key, WholeNumberRange range)
{
    const auto value = find(key);
    return value ? value->wholeNumber(range) : std::nullopt;
}

std::optional<std::chrono::milliseconds> YamlMap::duration(std::string_view key,
                                                           const DurationRange &range)
{
    const auto value = find(key);
    return value ? value->duration(range) : std::nullopt;
}

std::vector<std::string> YamlMap::names(std::string_view key)
{
    const auto value = find(key);
    return value ? value->names() : std::vector<std::string>();
}

YamlMap YamlMap::section(std::string_view key)
{
    const auto value = find(key);
    return value ? YamlMap(*value) : YamlMap(*m_file, nameOf(key));
}

std::vector<YamlMap> YamlMap::entries(std::string_view key)
{
    std::vector<YamlMap> result;
    const auto list = find(key);
    if (!list)
        return result;
    for (const YamlValue &item : list->items()) {
        if (item.node().kind == YamlNode::Kind::Map)
            result.emplace_back(item);
        else
            item.refuse("must be a list of maps of keys and values");
    }
    return result;
}

std::vector<std::pair<std::string, YamlValue>> YamlMap::namedValues() const
{
    std::vector<Entry> ordered;
    for (const auto &[key, entry] : m_entries)
        ordered.push_back(entry);
    std::sort(ordered.begin(), ordered.end(),
              [](const Entry &a, const Entry &b) { return a.key < b.key; });
    std::vector<std::pair<std::string, YamlValue>> result;
    for (const Entry &entry : ordered) {
        const YamlValue key(*m_file, entry.key, m_name + ": a name");
        if (auto name = key.nameText())
            result.emplace_back(std::move(*name), YamlValue(*m_file, entry.value, m_name));
    }
    return result;
}

} // namespace homeward::config

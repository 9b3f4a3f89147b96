// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/yaml_value.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace homeward::config {

/// The keys of one map of the file. Every key that is asked for is thereby known; what is left over
/// in the end is refused by refuseOthers(), with the nearest of the known ones.
class YamlMap
{
public:
    /// A null is an empty map, as a section is whose keys are all commented out; what is no map is
    /// refused and then taken for an empty one.
    explicit YamlMap(const YamlValue &value);

    /// Adds "missing key" for one that there has to be.
    void refuseMissing(std::string_view key) const;
    void refuseOthers() const;

    std::optional<YamlValue> find(std::string_view key);
    /// The list under this key; nothing where its entries are all commented out.
    std::optional<YamlValue> list(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    std::optional<std::string> nameText(std::string_view key);
    std::optional<Secret> secret(std::string_view key);
    std::optional<bool> boolean(std::string_view key);
    std::optional<std::int64_t> wholeNumber(std::string_view key, WholeNumberRange range);
    std::optional<std::chrono::milliseconds> duration(std::string_view key,
                                                      const DurationRange &range);
    std::vector<std::string> names(std::string_view key);
    /// The map under this key; an empty one where there is none.
    YamlMap section(std::string_view key);
    /// The maps of the list under this key; what is no map is refused and left out.
    std::vector<YamlMap> entries(std::string_view key);
    /// The values under keys that are the user's own names, in the file's order.
    std::vector<std::pair<std::string, YamlValue>> namedValues() const;

    template <typename T>
    std::optional<T> choice(std::string_view key, std::optional<T> (*fromText)(std::string_view),
                            std::string_view accepted)
    {
        const auto value = find(key);
        const auto text = value ? value->text() : std::nullopt;
        if (!text)
            return std::nullopt;
        const auto chosen = fromText(*text);
        if (!chosen)
            value->refuse("must be one of " + std::string(accepted) + ", " + value->insteadOf());
        return chosen;
    }

private:
    struct Entry
    {
        std::size_t key = 0;
        std::size_t value = 0;
    };

    YamlMap(YamlFile &file, std::string name);
    void addEntry(Entry entry);
    std::string place() const;
    std::string nameOf(std::string_view key) const;

    YamlFile *m_file;
    std::string m_name;
    TextPosition m_position;
    std::map<std::string_view, Entry> m_entries;
    std::vector<std::string_view> m_known;
};

} // namespace homeward::config

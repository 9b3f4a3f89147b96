// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/header_list.h"

#include <algorithm>

namespace homeward {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

} // namespace

void HeaderList::append(std::string_view name, std::string_view value)
{
    m_places.push_back(Place{std::uint32_t(m_text.size()), std::uint32_t(name.size()),
                             std::uint32_t(value.size())});
    m_text.append(name);
    m_text.append(value);
}

void HeaderList::remove(std::string_view name)
{
    std::erase_if(m_places, [&](const Place &place) {
        return equalsIgnoringCase(std::string_view(m_text).substr(place.start, place.nameLength),
                                  name);
    });
}

void HeaderList::clear()
{
    m_text.clear();
    m_places.clear();
}

void HeaderList::reserve(std::size_t fields, std::size_t bytes)
{
    m_places.reserve(fields);
    m_text.reserve(bytes);
}

HeaderList::Field HeaderList::at(std::size_t index) const
{
    const Place &place = m_places[index];
    const std::string_view text = m_text;
    return Field{text.substr(place.start, place.nameLength),
                 text.substr(place.start + place.nameLength, place.valueLength)};
}

std::optional<std::string_view> HeaderList::find(std::string_view name) const
{
    for (const Field field : *this) {
        if (equalsIgnoringCase(field.name, name))
            return field.value;
    }
    return std::nullopt;
}

std::size_t HeaderList::count(std::string_view name) const
{
    return std::size_t(std::count_if(begin(), end(), [name](const Field &field) {
        return equalsIgnoringCase(field.name, name);
    }));
}

void HeaderList::appendTo(std::string &text) const
{
    for (const Field field : *this) {
        text += field.name;
        text += ": ";
        text += field.value;
        text += "\r\n";
    }
}

bool HeaderList::operator==(const HeaderList &other) const
{
    return size() == other.size()
        && std::equal(begin(), end(), other.begin(),
                      [](const Field &a, const Field &b) { return a == b; });
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return lower(x) == lower(y);
           });
}

bool listHasToken(std::string_view list, std::string_view token)
{
    while (!list.empty()) {
        const auto comma = list.find(',');
        std::string_view entry = list.substr(0, comma);
        while (!entry.empty() && (entry.front() == ' ' || entry.front() == '\t'))
            entry.remove_prefix(1);
        while (!entry.empty() && (entry.back() == ' ' || entry.back() == '\t'))
            entry.remove_suffix(1);
        if (equalsIgnoringCase(entry, token))
            return true;
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return false;
}

} // namespace homeward

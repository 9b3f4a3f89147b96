// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward {

/// The field lines of one HTTP message, in order and with their spelling, in two allocations.
/// The views that it gives hold until the list is changed or moved.
class HeaderList
{
public:
    struct Field
    {
        std::string_view name;
        std::string_view value;

        bool operator==(const Field &) const = default;
    };

    void append(std::string_view name, std::string_view value);
    /// Removes every field of this name, whatever its spelling.
    void remove(std::string_view name);
    void clear();
    void reserve(std::size_t fields, std::size_t bytes);

    std::size_t size() const { return m_places.size(); }
    bool isEmpty() const { return m_places.empty(); }
    Field at(std::size_t index) const;

    /// The value of the first field of this name; names are compared without regard to case.
    std::optional<std::string_view> find(std::string_view name) const;
    std::size_t count(std::string_view name) const;

    /// `Name: value` lines, each with its CRLF.
    void appendTo(std::string &text) const;

    bool operator==(const HeaderList &other) const;

    class Iterator
    {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Field;
        using difference_type = std::ptrdiff_t;
        using pointer = const Field *;
        using reference = Field;

        Iterator() = default;
        Iterator(const HeaderList *list, std::size_t index) : m_list(list), m_index(index) { }
        Field operator*() const { return m_list->at(m_index); }
        Iterator &operator++()
        {
            ++m_index;
            return *this;
        }
        Iterator operator++(int)
        {
            const Iterator before = *this;
            ++m_index;
            return before;
        }
        bool operator==(const Iterator &) const = default;

    private:
        const HeaderList *m_list = nullptr;
        std::size_t m_index = 0;
    };
    Iterator begin() const { return Iterator(this, 0); }
    Iterator end() const { return Iterator(this, size()); }

private:
    struct Place
    {
        std::uint32_t start = 0;
        std::uint32_t nameLength = 0;
        std::uint32_t valueLength = 0;
    };
    std::string m_text;
    std::vector<Place> m_places;
};

/// ASCII comparison without regard to case, as for field names (RFC 9110, section 5.1).
bool equalsIgnoringCase(std::string_view a, std::string_view b);

/// True when a comma-separated list, such as Connection's, holds this token in any case.
bool listHasToken(std::string_view list, std::string_view token);

} // namespace homeward

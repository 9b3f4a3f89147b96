// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// Decodes the beginning of one JSON string, as much of it as somebody wants to see. Keeps its
/// memory from one string to the next.
class JsonCapture
{
public:
    void begin(std::size_t limit);
    void append(std::string_view bytes);
    /// One `\uXXXX`: a code point of its own, or half of a surrogate pair.
    void appendCodeUnit(char32_t unit);
    void finish();

    std::string_view text() const { return m_text; }
    /// False when the string is longer than the limit, or has half of a surrogate pair.
    bool isWhole() const { return m_isWhole; }

private:
    std::string m_text;
    std::size_t m_limit = 0;
    bool m_isWhole = true;
    char32_t m_highSurrogate = 0;
};

} // namespace homeward::protocol

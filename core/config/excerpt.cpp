// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/excerpt.h"

namespace homeward::config {

namespace {

constexpr std::size_t longestExcerpt = 60;

bool isContinuationByte(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

std::string quotedExcerpt(std::string_view text)
{
    std::size_t end = text.size();
    if (end > longestExcerpt) {
        end = longestExcerpt;
        while (end > 0 && isContinuationByte(text[end]))
            --end;
    }
    std::string result(1, '"');
    for (const char c : text.substr(0, end)) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
    return result + (end < text.size() ? "...\"" : "\"");
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace homeward {

/// Without the space around it: as names are compared and stored (rewrites.md, Data).
constexpr std::string_view withoutOuterSpace(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n\f\v";
    const auto begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

} // namespace homeward

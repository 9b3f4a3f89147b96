// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/hop_header.h"

#include "base/header_list.h"

#include <algorithm>

namespace homeward::domain {

bool isLoop(std::string_view hops, std::string_view ownId)
{
    if (hops.empty())
        return false;
    const auto commas = std::count(hops.begin(), hops.end(), ',');
    return commas + 1 > hopLimit || listHasToken(hops, ownId);
}

std::string hopsThrough(std::string_view hops, std::string_view ownId)
{
    return hops.empty() ? std::string(ownId) : std::string(hops) + ", " + std::string(ownId);
}

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/nearest_key.h"

#include "base/edit_distance.h"

#include <algorithm>
#include <string>

namespace homeward::config {

namespace {

/// Longer than any key; what is beyond is not near to one.
constexpr std::size_t longestKey = 64;

} // namespace

std::optional<std::string_view> nearestKey(std::string_view key,
                                           std::span<const std::string_view> known)
{
    if (key.size() > longestKey)
        return std::nullopt;
    const std::string wanted = looselyWritten(key);
    std::optional<std::string_view> nearest;
    std::size_t fewest = 0;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(wanted, looselyWritten(candidate));
        const std::size_t limit
            = std::max<std::size_t>(1, std::max(wanted.size(), candidate.size()) / 3);
        if (distance <= limit && (!nearest || distance < fewest)) {
            nearest = candidate;
            fewest = distance;
        }
    }
    return nearest;
}

} // namespace homeward::config

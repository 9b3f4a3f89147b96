// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/nearest_key.h"

#include <algorithm>
#include <string>
#include <vector>

namespace homeward::config {

namespace {

/// Longer than any key; what is beyond is not near to one.
constexpr std::size_t longestKey = 64;

std::string normalised(std::string_view key)
{
    std::string result(key);
    for (char &c : result) {
        if (c >= 'A' && c <= 'Z')
            c = char(c + ('a' - 'A'));
        if (c == '-')
            c = '_';
    }
    return result;
}

/// The distance of Damerau and Levenshtein, each part being changed once at most.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

} // namespace

std::optional<std::string_view> nearestKey(std::string_view key,
                                           std::span<const std::string_view> known)
{
    if (key.size() > longestKey)
        return std::nullopt;
    const std::string wanted = normalised(key);
    std::optional<std::string_view> nearest;
    std::size_t fewest = 0;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(wanted, normalised(candidate));
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

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/nearest_path.h"

#include "base/edit_distance.h"

#include <algorithm>
#include <vector>

namespace homeward::protocol {

namespace {

/// Longer than any known path; bounds the work for what a stranger sends.
constexpr std::size_t longestPath = 128;
constexpr std::size_t mostEdits = 3;

/// Without what is easily got wrong: case, doubled slashes, and one at the end.
std::string plainPath(std::string_view path)
{
    std::string result;
    for (const char c : looselyWritten(path)) {
        if (c != '/' || !result.ends_with('/'))
            result += c;
    }
    if (result.size() > 1 && result.ends_with('/'))
        result.pop_back();
    return result;
}

/// The path, and what it may have been meant to be where the version stands.
std::vector<std::string> readingsOf(std::string_view path)
{
    constexpr std::string_view version = "/v1/";
    constexpr std::string_view inference = "/api/v1/inference/";
    std::string plain = plainPath(path);
    std::string_view rest = plain;
    if (rest.starts_with(inference))
        rest.remove_prefix(inference.size() - 1);
    if (const std::size_t last = rest.rfind(version); last != std::string_view::npos)
        rest.remove_prefix(last + version.size() - 1);
    std::vector<std::string> readings{"/v1" + std::string(rest), "/api/v1" + std::string(rest)};
    readings.push_back(std::move(plain));
    return readings;
}

/// Edits are counted against the part that differs: one letter of four is another word, one of
/// twelve is a slip.
std::size_t editLimit(std::string_view a, std::string_view b)
{
    const auto differing = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const std::string_view common(a.data(), std::size_t(differing.first - a.begin()));
    const std::size_t folder = common.rfind('/') + 1;
    return std::clamp<std::size_t>((std::max(a.size(), b.size()) - folder) / 4, 1, mostEdits);
}

} // namespace

std::optional<std::string_view> nearestPath(std::string_view path,
                                            std::span<const std::string> known)
{
    if (!path.starts_with('/') || path.size() > longestPath)
        return std::nullopt;
    const std::vector<std::string> readings = readingsOf(path);
    std::optional<std::string_view> nearest;
    std::size_t fewest = mostEdits + 1;
    for (const std::string &candidate : known) {
        const std::string plain = plainPath(candidate);
        for (const std::string &reading : readings) {
            const std::size_t longer = std::max(plain.size(), reading.size());
            if (longer - std::min(plain.size(), reading.size()) > mostEdits)
                continue;
            const std::size_t distance = editDistance(reading, plain);
            if (distance < fewest && distance <= editLimit(reading, plain)) {
                nearest = candidate;
                fewest = distance;
            }
        }
    }
    return nearest;
}

Error unknownPath(std::string_view path, std::span<const std::string> known)
{
    std::string message = "there is no such path here";
    if (const auto nearest = nearestPath(path, known))
        message += "; did you mean " + std::string(*nearest) + '?';
    return {ErrorKind::NotFound, std::move(message), {}};
}

} // namespace homeward::protocol

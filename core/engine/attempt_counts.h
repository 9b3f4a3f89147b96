// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>

namespace homeward::engine {

/// What the attempts at one backend came to (http-api.md, section 2): one count for each attempt.
struct AttemptCounts
{
    std::uint64_t successes = 0;
    std::uint64_t failures = 0;
    /// Of successes, to the first byte of the answer.
    double latencySumMs = 0;
    std::uint64_t latencyCount = 0;

    std::uint64_t total() const { return successes + failures; }
    std::optional<double> averageLatencyMs() const
    {
        if (latencyCount == 0)
            return std::nullopt;
        return latencySumMs / double(latencyCount);
    }

    bool operator==(const AttemptCounts &) const = default;
};

} // namespace homeward::engine

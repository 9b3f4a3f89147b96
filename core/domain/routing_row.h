// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/circuit_breaker.h"

#include <cstdint>
#include <span>
#include <vector>

namespace homeward::domain {

/// Where a backend stands in the fleet's tables. A slot is used again after its backend is gone.
using Slot = std::uint32_t;

/// What routing reads of one backend, small and side by side with its neighbours: with a thousand
/// nodes every request looks at a thousand of these.
struct RoutingRow
{
    /// Enabled, online (or not known to be otherwise, for a local server) and authorized.
    bool isRoutable = false;
    /// 1 to 255, the highest first.
    int priority = 1;
    int inFlight = 0;
    /// Moving average of the time to the first response byte; negative before the first one.
    double latencyMs = -1;
    /// A 429 asked to stay away until then.
    TimePoint pausedUntil{};
    Breaker breaker;

    bool operator==(const RoutingRow &) const = default;
};

using RoutingRows = std::span<const RoutingRow>;

/// The moving average that the strategy `fastest` compares.
double averagedLatency(double averageMs, double latestMs);

} // namespace homeward::domain

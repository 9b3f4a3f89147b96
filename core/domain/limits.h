// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace homeward::domain {

/// When a breaker opens and when it lets a probe through (product.md, Breaker).
struct BreakerPolicy
{
    int failureThreshold = 3;
    std::chrono::milliseconds resetTimeout{60000};

    bool operator==(const BreakerPolicy &) const = default;
};

/// The time limits of a request to a backend (http-api.md, section 1, Streaming); 0 means none.
struct TimeLimits
{
    std::chrono::milliseconds connect{3000};
    std::chrono::milliseconds firstByte{600000};
    std::chrono::milliseconds idle{300000};
    std::chrono::milliseconds total{0};
    std::chrono::milliseconds probe{5000};

    bool operator==(const TimeLimits &) const = default;
};

} // namespace homeward::domain

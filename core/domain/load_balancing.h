// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::domain {

enum class Strategy { Priority, RoundRobin, LeastLoaded, Fastest };

std::string_view toText(Strategy strategy);
std::optional<Strategy> strategyFromText(std::string_view text);

/// The settings of http-api.md, section 3, but for the nodes' own priority and switch.
struct LoadBalancing
{
    bool isEnabled = false;
    Strategy strategy = Strategy::Priority;
    bool isFailoverEnabled = true;
    /// 5 to 3600 s from the window and the API, 0.2 to 3600 s from the file.
    std::chrono::milliseconds healthCheckInterval{30000};

    bool operator==(const LoadBalancing &) const = default;
};

/// What the window and the API may set the interval to: whole seconds from 5 to 3600.
bool isUserInterval(double seconds);

} // namespace homeward::domain

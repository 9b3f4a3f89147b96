// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/load_balancing.h"

#include <chrono>
#include <optional>

/// How requests are routed, as the configuration file says it: `load_balancing`,
/// `circuit_breaker`, `timeouts` and `model_list`. What is absent is left as the user set it over
/// the API or in the window.

namespace homeward::config {

struct LoadBalancingConfig
{
    std::optional<bool> isEnabled;
    std::optional<domain::Strategy> strategy;
    std::optional<bool> isFailoverEnabled;
    std::optional<std::chrono::milliseconds> healthCheckInterval;

    bool operator==(const LoadBalancingConfig &) const = default;
};

struct CircuitBreakerConfig
{
    std::optional<int> failureThreshold;
    std::optional<std::chrono::milliseconds> resetTimeout;

    bool operator==(const CircuitBreakerConfig &) const = default;
};

/// 0 means no limit.
struct TimeoutsConfig
{
    std::optional<std::chrono::milliseconds> connect;
    std::optional<std::chrono::milliseconds> firstByte;
    std::optional<std::chrono::milliseconds> idle;
    std::optional<std::chrono::milliseconds> total;
    std::optional<std::chrono::milliseconds> probe;

    bool operator==(const TimeoutsConfig &) const = default;
};

struct ModelListConfig
{
    std::optional<bool> includesRoutingMetadata;
    std::optional<std::chrono::milliseconds> minimumRefreshInterval;

    bool operator==(const ModelListConfig &) const = default;
};

} // namespace homeward::config

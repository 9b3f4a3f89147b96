// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/api_key_config.h"
#include "config/backend_config.h"
#include "config/routing_config.h"
#include "config/server_config.h"
#include "domain/fallback_chains.h"
#include "domain/provider.h"
#include "domain/rewrite_rule.h"

#include <optional>
#include <vector>

/// The configuration file as a value: every section of config.md. Optional fields are settings,
/// whose absence means "what the user set in the app"; config/settings.h has their defaults.

namespace homeward::config {

/// How many decisions are kept, and for how long.
struct DecisionsConfig
{
    std::optional<int> keep;
    std::optional<int> days;

    bool operator==(const DecisionsConfig &) const = default;
};

/// Whether nodes are looked for on the local network, and whether others can find this one.
struct DiscoveryConfig
{
    std::optional<bool> isBrowsing;
    std::optional<bool> isAdvertising;

    bool operator==(const DiscoveryConfig &) const = default;
};

struct RouterConfig
{
    ServerConfig server;
    ApiKeysConfig apiKeys;
    LoadBalancingConfig loadBalancing;
    CircuitBreakerConfig circuitBreaker;
    TimeoutsConfig timeouts;
    std::vector<NodeConfig> nodes;
    LocalServersConfig localServers;
    /// Without ids, which the file does not give; the names are unique.
    std::vector<domain::Provider> providers;
    /// Without ids and times; the source models are unique.
    std::vector<domain::RewriteRule> modelRewrites;
    domain::FallbackChains fallbackChains;
    ModelListConfig modelList;
    DecisionsConfig decisions;
    DiscoveryConfig discovery;
    std::optional<bool> hasMetrics;
    bool isWildcardWorkerEnabled = false;
    bool isRouterWorkerEnabled = false;

    bool operator==(const RouterConfig &) const = default;
};

} // namespace homeward::config

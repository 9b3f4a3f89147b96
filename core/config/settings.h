// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/api_key_config.h"
#include "config/server_config.h"
#include "domain/limits.h"
#include "domain/load_balancing.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

/// The settings that hold, with their defaults: what RouterConfig has as optional fields.

namespace homeward::config {

struct ServerSettings
{
    std::vector<BindAddress> bind{
        BindAddress{.address = "127.0.0.1", .port = defaultPort, .unixPath = {}}};
    std::int64_t maxBodyBytes = 67108864;
    int maxConnections = 1024;
    int maxConnectionsPerAddress = 256;
    std::vector<std::string> allowedHosts;
    std::vector<std::string> corsOrigins;
    ServerTls tls;

    bool operator==(const ServerSettings &) const = default;
};

struct Settings
{
    ServerSettings server;
    KeyMode keyMode = KeyMode::Permissive;
    domain::LoadBalancing loadBalancing;
    domain::BreakerPolicy breaker;
    domain::TimeLimits timeouts;
    bool isAutoDetecting = true;
    std::vector<std::uint16_t> extraPorts;
    bool includesRoutingMetadata = false;
    std::chrono::milliseconds minimumRefreshInterval{300000};
    int decisionsKept = 10000;
    int decisionDays = 14;
    bool isBrowsing = true;
    bool isAdvertising = false;
    bool hasMetrics = true;

    bool operator==(const Settings &) const = default;
};

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/backend.h"
#include "domain/limits.h"
#include "domain/load_balancing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The configuration file as a value: every section of config.md that exists so far, with its
/// defaults. Optional fields are those whose absence means "what the user set in the app".

namespace homeward::config {

/// One address to listen on: `127.0.0.1:39080`, `[::1]:39080` or `unix:/path`.
struct BindAddress
{
    /// An address literal without brackets; empty for a Unix socket.
    std::string address;
    std::uint16_t port = 39080;
    std::string unixPath;

    bool operator==(const BindAddress &) const = default;
};

struct ServerConfig
{
    std::vector<BindAddress> bind{
        BindAddress{.address = "127.0.0.1", .port = 39080, .unixPath = {}}};
    std::int64_t maxBodyBytes = 67108864;
    int maxConnections = 1024;
    int maxConnectionsPerAddress = 256;
    std::vector<std::string> allowedHosts;
    std::vector<std::string> corsOrigins;
    std::string tlsCertificate;
    std::string tlsPrivateKey;

    bool operator==(const ServerConfig &) const = default;
};

/// Absent fields leave what the user set over the API or in the window.
struct LoadBalancingConfig
{
    std::optional<bool> isEnabled;
    std::optional<domain::Strategy> strategy;
    std::optional<bool> isFailoverEnabled;
    std::optional<std::chrono::milliseconds> healthCheckInterval;

    bool operator==(const LoadBalancingConfig &) const = default;
};

struct NodeConfig
{
    std::string name;
    domain::BaseUrl baseUrl;
    Secret apiKey;
    /// Absent: given by the position in the file, the first highest.
    std::optional<int> priority;
    bool isEnabled = true;
    domain::TlsOptions tls;

    bool operator==(const NodeConfig &) const = default;
};

struct LocalServerConfig
{
    std::string name;
    domain::BaseUrl baseUrl;
    domain::LocalServerKind kind = domain::LocalServerKind::OpenAi;

    bool operator==(const LocalServerConfig &) const = default;
};

struct LocalServersConfig
{
    bool isAutoDetecting = true;
    std::vector<std::uint16_t> extraPorts;
    std::vector<LocalServerConfig> servers;

    bool operator==(const LocalServersConfig &) const = default;
};

struct ModelListConfig
{
    std::optional<bool> includesRoutingMetadata;
    std::optional<std::chrono::milliseconds> minimumRefreshInterval;

    bool operator==(const ModelListConfig &) const = default;
};

struct RouterConfig
{
    ServerConfig server;
    LoadBalancingConfig loadBalancing;
    std::optional<int> breakerFailureThreshold;
    std::optional<std::chrono::milliseconds> breakerResetTimeout;
    domain::TimeLimits timeouts;
    std::vector<NodeConfig> nodes;
    LocalServersConfig localServers;
    ModelListConfig modelList;

    bool operator==(const RouterConfig &) const = default;
};

/// The default of `model_list.refresh_min_ms`.
inline constexpr std::chrono::milliseconds defaultMinimumRefreshInterval{300000};

} // namespace homeward::config

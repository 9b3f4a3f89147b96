// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/reload_effect.h"

#include <string_view>

namespace homeward::config {

namespace {

class Comparison
{
public:
    template <typename T>
    void compare(const T &before, const T &after, std::string_view key)
    {
        if (!(before == after))
            m_effect.changedKeys.emplace_back(key);
    }
    template <typename T>
    void compareOfSocket(const T &before, const T &after, std::string_view key)
    {
        if (before == after)
            return;
        m_effect.changedKeys.emplace_back(key);
        m_effect.socketKeys.emplace_back(key);
    }
    ReloadEffect takeEffect() && { return std::move(m_effect); }

private:
    ReloadEffect m_effect;
};

void compareServer(Comparison &comparison, const ServerSettings &before,
                   const ServerSettings &after)
{
    comparison.compareOfSocket(before.bind, after.bind, "server.bind");
    comparison.compare(before.maxBodyBytes, after.maxBodyBytes, "server.max_body_bytes");
    comparison.compare(before.maxConnections, after.maxConnections, "server.max_connections");
    comparison.compare(before.maxConnectionsPerAddress, after.maxConnectionsPerAddress,
                       "server.max_connections_per_address");
    comparison.compare(before.allowedHosts, after.allowedHosts, "server.allowed_hosts");
    comparison.compare(before.corsOrigins, after.corsOrigins, "server.cors_origins");
    comparison.compareOfSocket(before.tls, after.tls, "server.tls");
}

void compareRouting(Comparison &comparison, const Settings &before, const Settings &after)
{
    const domain::LoadBalancing &earlier = before.loadBalancing;
    const domain::LoadBalancing &later = after.loadBalancing;
    comparison.compare(earlier.isEnabled, later.isEnabled, "load_balancing.enabled");
    comparison.compare(earlier.strategy, later.strategy, "load_balancing.strategy");
    comparison.compare(earlier.isFailoverEnabled, later.isFailoverEnabled,
                       "load_balancing.failover_enabled");
    comparison.compare(earlier.healthCheckInterval, later.healthCheckInterval,
                       "load_balancing.health_check_interval_s");
    comparison.compare(before.breaker.failureThreshold, after.breaker.failureThreshold,
                       "circuit_breaker.failure_threshold");
    comparison.compare(before.breaker.resetTimeout, after.breaker.resetTimeout,
                       "circuit_breaker.reset_timeout_s");
    comparison.compare(before.timeouts.connect, after.timeouts.connect, "timeouts.connect_s");
    comparison.compare(before.timeouts.firstByte, after.timeouts.firstByte,
                       "timeouts.first_byte_s");
    comparison.compare(before.timeouts.idle, after.timeouts.idle, "timeouts.idle_s");
    comparison.compare(before.timeouts.total, after.timeouts.total, "timeouts.total_s");
    comparison.compare(before.timeouts.probe, after.timeouts.probe, "timeouts.probe_s");
}

void compareBackends(Comparison &comparison, const ConfigState &before, const ConfigState &after)
{
    comparison.compare(before.file.nodes, after.file.nodes, "nodes");
    comparison.compare(before.settings.isAutoDetecting, after.settings.isAutoDetecting,
                       "local_servers.auto_detect");
    comparison.compare(before.settings.extraPorts, after.settings.extraPorts,
                       "local_servers.extra_ports");
    comparison.compare(before.file.localServers.servers, after.file.localServers.servers,
                       "local_servers.servers");
    comparison.compare(before.file.providers, after.file.providers, "providers");
    comparison.compare(before.file.modelRewrites, after.file.modelRewrites, "model_rewrites");
    comparison.compare(before.file.fallbackChains, after.file.fallbackChains,
                       "fallback.fallback_chains");
}

void compareOthers(Comparison &comparison, const ConfigState &before, const ConfigState &after)
{
    const Settings &earlier = before.settings;
    const Settings &later = after.settings;
    comparison.compare(earlier.includesRoutingMetadata, later.includesRoutingMetadata,
                       "model_list.include_routing_metadata");
    comparison.compare(earlier.minimumRefreshInterval, later.minimumRefreshInterval,
                       "model_list.refresh_min_ms");
    comparison.compare(earlier.decisionsKept, later.decisionsKept, "decisions.keep");
    comparison.compare(earlier.decisionDays, later.decisionDays, "decisions.days");
    comparison.compare(earlier.isBrowsing, later.isBrowsing, "discovery.browse");
    comparison.compare(earlier.isAdvertising, later.isAdvertising, "discovery.advertise");
    comparison.compare(earlier.hasMetrics, later.hasMetrics, "metrics.enabled");
    comparison.compare(before.file.isWildcardWorkerEnabled, after.file.isWildcardWorkerEnabled,
                       "appproxy.enabled");
    comparison.compare(before.file.isRouterWorkerEnabled, after.file.isRouterWorkerEnabled,
                       "appproxy_router.enabled");
}

} // namespace

ReloadEffect reloadEffect(const ConfigState &before, const ConfigState &after)
{
    Comparison comparison;
    compareServer(comparison, before.settings.server, after.settings.server);
    comparison.compare(before.settings.keyMode, after.settings.keyMode, "api_keys.mode");
    comparison.compare(before.file.apiKeys.keys, after.file.apiKeys.keys, "api_keys.keys");
    compareRouting(comparison, before.settings, after.settings);
    compareBackends(comparison, before, after);
    compareOthers(comparison, before, after);
    return std::move(comparison).takeEffect();
}

} // namespace homeward::config

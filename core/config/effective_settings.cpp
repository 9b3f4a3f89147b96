// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/effective_settings.h"

#include <algorithm>
#include <utility>

namespace homeward::config {

namespace {

/// Lays one source over the settings, and notes what it decides.
class Overlay
{
public:
    Overlay(EffectiveSettings &result, SettingSource source)
        : m_result(result),
          m_source(source) { }

    template <typename T>
    void take(T &value, const std::optional<T> &given, std::string_view key)
    {
        if (given)
            set(value, *given, key);
    }
    template <typename T>
    void set(T &value, T given, std::string_view key)
    {
        value = std::move(given);
        m_result.fixed.insert_or_assign(std::string(key), m_source);
    }

private:
    EffectiveSettings &m_result;
    SettingSource m_source;
};

void takeServer(Overlay &overlay, ServerSettings &server, const ServerConfig &file)
{
    overlay.take(server.bind, file.bind, "server.bind");
    overlay.take(server.maxBodyBytes, file.maxBodyBytes, "server.max_body_bytes");
    overlay.take(server.maxConnections, file.maxConnections, "server.max_connections");
    overlay.take(server.maxConnectionsPerAddress, file.maxConnectionsPerAddress,
                 "server.max_connections_per_address");
    overlay.take(server.allowedHosts, file.allowedHosts, "server.allowed_hosts");
    overlay.take(server.corsOrigins, file.corsOrigins, "server.cors_origins");
    overlay.take(server.tls, file.tls, "server.tls");
}

void takeRouting(Overlay &overlay, Settings &settings, const RouterConfig &file)
{
    domain::LoadBalancing &balancing = settings.loadBalancing;
    overlay.take(balancing.isEnabled, file.loadBalancing.isEnabled, "load_balancing.enabled");
    overlay.take(balancing.strategy, file.loadBalancing.strategy, "load_balancing.strategy");
    overlay.take(balancing.isFailoverEnabled, file.loadBalancing.isFailoverEnabled,
                 "load_balancing.failover_enabled");
    overlay.take(balancing.healthCheckInterval, file.loadBalancing.healthCheckInterval,
                 "load_balancing.health_check_interval_s");
    overlay.take(settings.breaker.failureThreshold, file.circuitBreaker.failureThreshold,
                 "circuit_breaker.failure_threshold");
    overlay.take(settings.breaker.resetTimeout, file.circuitBreaker.resetTimeout,
                 "circuit_breaker.reset_timeout_s");
    domain::TimeLimits &limits = settings.timeouts;
    overlay.take(limits.connect, file.timeouts.connect, "timeouts.connect_s");
    overlay.take(limits.firstByte, file.timeouts.firstByte, "timeouts.first_byte_s");
    overlay.take(limits.idle, file.timeouts.idle, "timeouts.idle_s");
    overlay.take(limits.total, file.timeouts.total, "timeouts.total_s");
    overlay.take(limits.probe, file.timeouts.probe, "timeouts.probe_s");
}

void takeOthers(Overlay &overlay, Settings &settings, const RouterConfig &file)
{
    overlay.take(settings.keyMode, file.apiKeys.mode, "api_keys.mode");
    overlay.take(settings.isAutoDetecting, file.localServers.isAutoDetecting,
                 "local_servers.auto_detect");
    overlay.take(settings.extraPorts, file.localServers.extraPorts, "local_servers.extra_ports");
    overlay.take(settings.includesRoutingMetadata, file.modelList.includesRoutingMetadata,
                 "model_list.include_routing_metadata");
    overlay.take(settings.minimumRefreshInterval, file.modelList.minimumRefreshInterval,
                 "model_list.refresh_min_ms");
    overlay.take(settings.decisionsKept, file.decisions.keep, "decisions.keep");
    overlay.take(settings.decisionDays, file.decisions.days, "decisions.days");
    overlay.take(settings.isBrowsing, file.discovery.isBrowsing, "discovery.browse");
    overlay.take(settings.isAdvertising, file.discovery.isAdvertising, "discovery.advertise");
    overlay.take(settings.hasMetrics, file.hasMetrics, "metrics.enabled");
}

/// These addresses on another port. Unix sockets stay as they are; where there is nothing else,
/// loopback is added, for that a port was asked for.
std::vector<BindAddress> onPort(const std::vector<BindAddress> &addresses, std::uint16_t port)
{
    std::vector<BindAddress> result;
    bool hasPort = false;
    for (BindAddress address : addresses) {
        if (address.unixPath.empty()) {
            address.port = port;
            hasPort = true;
        }
        if (std::find(result.begin(), result.end(), address) == result.end())
            result.push_back(std::move(address));
    }
    if (!hasPort)
        result.push_back(BindAddress{.address = "127.0.0.1", .port = port, .unixPath = {}});
    return result;
}

std::string_view wordsFor(SettingSource source)
{
    switch (source) {
    case SettingSource::File:
        return "by the configuration file";
    case SettingSource::Environment:
        return "by an environment variable";
    case SettingSource::CommandLine:
        return "on the command line";
    }
    return "elsewhere";
}

} // namespace

EffectiveSettings effectiveSettings(const SettingSources &sources)
{
    EffectiveSettings result{.settings = sources.stored, .fixed = {}};
    Settings &settings = result.settings;
    std::vector<BindAddress> &bind = settings.server.bind;

    Overlay file(result, SettingSource::File);
    takeServer(file, settings.server, sources.file.server);
    takeRouting(file, settings, sources.file);
    takeOthers(file, settings, sources.file);

    const EnvironmentSettings &variables = sources.environment;
    Overlay environment(result, SettingSource::Environment);
    environment.take(settings.includesRoutingMetadata, variables.includesRoutingMetadata,
                     "model_list.include_routing_metadata");
    environment.take(settings.minimumRefreshInterval, variables.minimumRefreshInterval,
                     "model_list.refresh_min_ms");
    if (variables.port)
        environment.set(bind, onPort(bind, *variables.port), "server.bind");

    Overlay commandLine(result, SettingSource::CommandLine);
    if (!sources.commandLine.bind.empty())
        commandLine.set(bind, sources.commandLine.bind, "server.bind");
    if (sources.commandLine.port)
        commandLine.set(bind, onPort(bind, *sources.commandLine.port), "server.bind");
    return result;
}

Result<Done> editableSetting(const EffectiveSettings &settings, std::string_view key,
                             std::string_view field)
{
    const auto found = settings.fixed.find(key);
    if (found == settings.fixed.end())
        return Done{};
    return Error{ErrorKind::Conflict,
                 std::string(field) + " is set " + std::string(wordsFor(found->second))
                     + " and cannot be changed here",
                 std::string(field)};
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/snapshot_json.h"

#include "base/iso_time.h"

#include <map>
#include <set>
#include <string_view>

namespace homeward::engine {

namespace {

OrderedJson timeOrNull(const std::optional<WallTime> &time)
{
    return time ? OrderedJson(toIsoTime(*time)) : OrderedJson(nullptr);
}

OrderedJson numberOrNull(const std::optional<double> &number)
{
    return number ? OrderedJson(*number) : OrderedJson(nullptr);
}

OrderedJson textOrNull(const std::string &text)
{
    return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

OrderedJson errorOrNull(const std::optional<domain::BackendError> &error)
{
    if (!error)
        return nullptr;
    return {{"code", error->code}, {"message", error->message}};
}

OrderedJson idsOf(const ModelList &models)
{
    OrderedJson ids = OrderedJson::array();
    for (const protocol::ListedModel &model : models)
        ids.push_back(model.id);
    return ids;
}

/// Seconds as a whole number where they are one.
OrderedJson secondsJson(std::chrono::milliseconds time)
{
    if (time.count() % 1000 == 0)
        return time.count() / 1000;
    return double(time.count()) / 1000;
}

bool isUnhealthy(const BackendView &view)
{
    return view.status == domain::BackendStatus::Offline
        || view.status == domain::BackendStatus::Unauthorized;
}

} // namespace

OrderedJson nodeJson(const NodeView &view)
{
    const domain::Node &node = view.node;
    const BackendView &state = view.state;
    return {{"fingerprint", node.fingerprint},
            {"name", node.name},
            {"baseUrl", domain::toText(node.baseUrl)},
            {"hasApiKey", view.hasApiKey},
            {"enabled", node.isEnabled},
            {"priority", node.priority},
            {"source", domain::toText(node.source)},
            {"addedAt", toIsoTime(node.addedAt)},
            {"status", domain::toText(state.status)},
            {"latencyMs", numberOrNull(state.latencyMs)},
            {"lastSeen", timeOrNull(state.lastSeen)},
            {"lastError", errorOrNull(state.lastError)},
            {"loadedModelCount", state.models->size()},
            {"models", idsOf(*state.models)},
            {"breaker",
             {{"state", domain::toText(state.breaker)},
              {"consecutiveFailures", state.consecutiveFailures},
              {"retryAt", timeOrNull(state.retryAt)}}},
            {"tls",
             {{"caFile", textOrNull(node.tls.caFile)},
              {"pinnedSha256", textOrNull(node.tls.pinnedSha256)}}}};
}

OrderedJson nodesJson(const Snapshot &snapshot)
{
    OrderedJson nodes = OrderedJson::array();
    for (const NodeView &node : snapshot.nodes)
        nodes.push_back(nodeJson(node));
    return {{"nodes", std::move(nodes)}};
}

OrderedJson localServerJson(const LocalServerView &view)
{
    const domain::LocalServer &server = view.server;
    return {{"id", server.id},
            {"name", server.name},
            {"baseUrl", domain::toText(server.baseUrl)},
            {"kind", domain::toText(server.kind)},
            {"enabled", server.isEnabled},
            {"autoDetected", server.isAutoDetected},
            {"status", domain::toText(view.state.status)},
            {"models", idsOf(*view.state.models)}};
}

OrderedJson localServersJson(const Snapshot &snapshot)
{
    OrderedJson servers = OrderedJson::array();
    for (const LocalServerView &server : snapshot.localServers)
        servers.push_back(localServerJson(server));
    return {{"servers", std::move(servers)}};
}

OrderedJson nodeModelsJson(const NodeView &node)
{
    OrderedJson data = OrderedJson::array();
    for (const protocol::ListedModel &model : *node.state.models)
        data.push_back(OrderedJson::parse(model.rawJson, nullptr, false));
    return {{"data", std::move(data)}};
}

OrderedJson loadBalancingJson(const Snapshot &snapshot)
{
    OrderedJson configs = OrderedJson::object();
    for (const NodeView &view : snapshot.nodes) {
        configs[view.node.fingerprint]
            = {{"priority", view.node.priority}, {"enabled", view.node.isEnabled}};
    }
    const domain::LoadBalancing &settings = snapshot.loadBalancing;
    return {{"enabled", settings.isEnabled},
            {"strategy", domain::toText(settings.strategy)},
            {"failoverEnabled", settings.isFailoverEnabled},
            {"healthCheckIntervalSecs", secondsJson(settings.healthCheckInterval)},
            {"nodeConfigs", std::move(configs)}};
}

OrderedJson inferenceStatusJson(const Snapshot &snapshot)
{
    std::set<std::string_view> languageModels;
    std::set<std::string_view> imageModels;
    for (const LocalServerView &view : snapshot.localServers) {
        if (!view.state.isRoutable)
            continue;
        const bool isImage = view.server.kind == domain::LocalServerKind::Image;
        for (const protocol::ListedModel &model : *view.state.models)
            (isImage ? imageModels : languageModels).insert(model.id);
    }
    // A name that both kinds of server have is one model.
    for (const std::string_view name : languageModels)
        imageModels.erase(name);
    std::set<std::string_view> remoteModels;
    int enabledNodes = 0;
    int onlineNodes = 0;
    for (const NodeView &view : snapshot.nodes) {
        enabledNodes += view.state.isEnabled ? 1 : 0;
        if (!view.state.isRoutable)
            continue;
        onlineNodes += 1;
        for (const protocol::ListedModel &model : *view.state.models)
            remoteModels.insert(model.id);
    }
    const std::size_t loaded = languageModels.size() + imageModels.size();
    const bool isBalancing = snapshot.loadBalancing.isEnabled;
    OrderedJson answer{{"available", loaded > 0 || (isBalancing && !remoteModels.empty())},
                       {"routerRunning", true},
                       {"routerPort", snapshot.port},
                       {"loadedModels", loaded},
                       {"llmModels", languageModels.size()},
                       {"diffusionModels", imageModels.size()}};
    if (isBalancing) {
        answer["distributed"] = {{"enabled", true},
                                 {"strategy", domain::toText(snapshot.loadBalancing.strategy)},
                                 {"totalNodes", enabledNodes},
                                 {"onlineNodes", onlineNodes},
                                 {"remoteModels", remoteModels.size()}};
    }
    return answer;
}

OrderedJson distributedStatusJson(const Snapshot &snapshot)
{
    std::map<std::string_view, OrderedJson> availability;
    OrderedJson endpoints = OrderedJson::array();
    int enabledNodes = 0;
    int onlineNodes = 0;
    for (const NodeView &view : snapshot.nodes) {
        endpoints.push_back({{"fingerprint", view.node.fingerprint},
                             {"baseUrl", domain::toText(view.node.baseUrl)},
                             {"status", domain::toText(view.state.status)},
                             {"latencyMs", numberOrNull(view.state.latencyMs)},
                             {"loadedModelCount", view.state.models->size()},
                             {"priority", view.node.priority}});
        enabledNodes += view.state.isEnabled ? 1 : 0;
        if (!view.state.isRoutable)
            continue;
        onlineNodes += 1;
        for (const protocol::ListedModel &model : *view.state.models)
            availability[model.id].push_back(view.node.fingerprint);
    }
    OrderedJson models = OrderedJson::array();
    for (auto &[id, fingerprints] : availability)
        models.push_back({{"id", id}, {"availableOn", std::move(fingerprints)}});
    return {{"enabled", snapshot.loadBalancing.isEnabled},
            {"strategy", domain::toText(snapshot.loadBalancing.strategy)},
            {"totalNodes", enabledNodes},
            {"onlineNodes", onlineNodes},
            {"models", std::move(models)},
            {"endpoints", std::move(endpoints)}};
}

OrderedJson routingStatsJson(const Snapshot &snapshot)
{
    OrderedJson nodes = OrderedJson::array();
    AttemptCounts sum;
    for (const NodeView &view : snapshot.nodes) {
        const BackendView &state = view.state;
        sum.successes += state.counts.successes;
        sum.failures += state.counts.failures;
        nodes.push_back(
            {{"fingerprint", view.node.fingerprint},
             {"totalRequests", state.counts.total()},
             {"successCount", state.counts.successes},
             {"failureCount", state.counts.failures},
             {"avgLatencyMs", numberOrNull(state.counts.averageLatencyMs())},
             {"activeRequests", state.activeRequests},
             {"circuitOpen", state.breaker != domain::BreakerState::Closed || isUnhealthy(state)},
             {"consecutiveFailures", state.consecutiveFailures}});
    }
    return {{"nodes", std::move(nodes)},
            {"totalRequests", sum.total()},
            {"totalSuccesses", sum.successes},
            {"totalFailures", sum.failures},
            {"circuitBreaker",
             {{"failureThreshold", snapshot.breakerPolicy.failureThreshold},
              {"resetTimeoutSecs", secondsJson(snapshot.breakerPolicy.resetTimeout)}}}};
}

OrderedJson adminStatsJson(const Snapshot &snapshot)
{
    OrderedJson backends = OrderedJson::array();
    AttemptCounts sum;
    int active = 0;
    const auto add = [&](const BackendView &state) {
        sum.successes += state.counts.successes;
        sum.failures += state.counts.failures;
        active += state.activeRequests;
        backends.push_back(
            {{"name", state.backendName},
             {"totalRequests", state.counts.total()},
             {"successCount", state.counts.successes},
             {"failureCount", state.counts.failures},
             {"avgLatencyMs", numberOrNull(state.counts.averageLatencyMs())},
             {"activeRequests", state.activeRequests},
             {"circuitOpen", state.breaker != domain::BreakerState::Closed || isUnhealthy(state)},
             {"consecutiveFailures", state.consecutiveFailures}});
    };
    for (const LocalServerView &view : snapshot.localServers)
        add(view.state);
    for (const NodeView &view : snapshot.nodes)
        add(view.state);
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(snapshot.uptime);
    return {{"startedAt", toIsoTime(snapshot.startedAt)},
            {"uptimeSecs", uptime.count()},
            {"totalRequests", sum.total()},
            {"totalSuccesses", sum.successes},
            {"totalFailures", sum.failures},
            {"activeRequests", active},
            {"backends", std::move(backends)}};
}

} // namespace homeward::engine

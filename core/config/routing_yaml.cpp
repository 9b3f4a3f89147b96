// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/routing_yaml.h"

#include <set>
#include <string>

namespace homeward::config {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// From 0.2 s, so that a test need not wait; the window and the API begin at 5 s.
constexpr DurationRange healthCheckRange{
    .lowest = milliseconds(200), .highest = hours(1), .unit = DurationUnit::Seconds};
constexpr milliseconds shortestOfTheWindow = seconds(5);
constexpr WholeNumberRange failureThresholdRange{.lowest = 1, .highest = 1'000'000};
constexpr DurationRange resetTimeoutRange{
    .lowest = milliseconds(100), .highest = hours(24), .unit = DurationUnit::Seconds};
constexpr DurationRange timeLimitRange{
    .lowest = milliseconds(0), .highest = hours(24), .unit = DurationUnit::Seconds};
constexpr DurationRange refreshRange{
    .lowest = milliseconds(0), .highest = hours(24), .unit = DurationUnit::Milliseconds};

std::string requiredName(YamlMap &entry, std::string_view key)
{
    const auto value = entry.find(key);
    if (!value) {
        entry.refuseMissing(key);
        return {};
    }
    return value->nameText().value_or("");
}

domain::RewriteRule modelRewriteFromYaml(YamlMap &entry, std::set<std::string> &takenSources)
{
    domain::RewriteRule rewrite;
    rewrite.sourceModel = requiredName(entry, "source_model");
    rewrite.targetModel = requiredName(entry, "target_model");
    rewrite.isForced = entry.boolean("force").value_or(false);
    rewrite.isActive = entry.boolean("is_active").value_or(true);
    if (const auto note = entry.find("note"))
        rewrite.note = note->longText().value_or("");
    const bool isNew
        = rewrite.sourceModel.empty() || takenSources.insert(rewrite.sourceModel).second;
    if (!isNew)
        entry.find("source_model")->refuse("has a rule in an earlier entry; a model has one rule");
    entry.refuseOthers();
    return rewrite;
}

std::vector<std::string> substitutesFromYaml(const std::string &model, const YamlValue &value)
{
    std::vector<std::string> substitutes;
    for (const YamlValue &item : value.items()) {
        auto name = item.nameText();
        if (name == model)
            item.refuse("must not hold the model that the chain is for");
        else if (name)
            substitutes.push_back(std::move(*name));
    }
    return substitutes;
}

} // namespace

LoadBalancingConfig loadBalancingFromYaml(YamlMap section)
{
    LoadBalancingConfig balancing;
    balancing.isEnabled = section.boolean("enabled");
    balancing.strategy = section.choice("strategy", domain::strategyFromText,
                                        "priority, round-robin, least-loaded, fastest");
    balancing.isFailoverEnabled = section.boolean("failover_enabled");
    if (const auto interval = section.find("health_check_interval_s")) {
        balancing.healthCheckInterval = interval->duration(healthCheckRange);
        if (balancing.healthCheckInterval && *balancing.healthCheckInterval < shortestOfTheWindow)
            interval->warn("is below 5 seconds, the least that the window and the API take");
    }
    section.refuseOthers();
    return balancing;
}

CircuitBreakerConfig circuitBreakerFromYaml(YamlMap section)
{
    CircuitBreakerConfig breaker;
    if (const auto count = section.wholeNumber("failure_threshold", failureThresholdRange))
        breaker.failureThreshold = int(*count);
    breaker.resetTimeout = section.duration("reset_timeout_s", resetTimeoutRange);
    section.refuseOthers();
    return breaker;
}

TimeoutsConfig timeoutsFromYaml(YamlMap section)
{
    TimeoutsConfig timeouts;
    timeouts.connect = section.duration("connect_s", timeLimitRange);
    timeouts.firstByte = section.duration("first_byte_s", timeLimitRange);
    timeouts.idle = section.duration("idle_s", timeLimitRange);
    timeouts.total = section.duration("total_s", timeLimitRange);
    timeouts.probe = section.duration("probe_s", timeLimitRange);
    section.refuseOthers();
    return timeouts;
}

std::vector<domain::RewriteRule> modelRewritesFromYaml(std::vector<YamlMap> entries)
{
    std::vector<domain::RewriteRule> rewrites;
    rewrites.reserve(entries.size());
    std::set<std::string> takenSources;
    for (YamlMap &entry : entries)
        rewrites.push_back(modelRewriteFromYaml(entry, takenSources));
    return rewrites;
}

domain::FallbackChains fallbackChainsFromYaml(YamlMap section)
{
    domain::FallbackChains chains;
    if (const auto byModel = section.find("fallback_chains")) {
        for (const auto &[model, value] : YamlMap(*byModel).namedValues()) {
            if (!chains.emplace(model, substitutesFromYaml(model, value)).second)
                value.refuse("is for a model that has a chain already");
        }
    }
    section.refuseOthers();
    return chains;
}

ModelListConfig modelListFromYaml(YamlMap section)
{
    ModelListConfig list;
    list.includesRoutingMetadata = section.boolean("include_routing_metadata");
    list.minimumRefreshInterval = section.duration("refresh_min_ms", refreshRange);
    section.refuseOthers();
    return list;
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/config_yaml.h"

#include "config/api_keys_yaml.h"
#include "config/backends_yaml.h"
#include "config/routing_yaml.h"
#include "config/server_yaml.h"
#include "config/yaml_map.h"

namespace homeward::config {

namespace {

constexpr WholeNumberRange keptRange{.lowest = 0, .highest = 1'000'000};
constexpr WholeNumberRange daysRange{.lowest = 1, .highest = 3650};

DecisionsConfig decisionsFromYaml(YamlMap section)
{
    DecisionsConfig decisions;
    if (const auto keep = section.wholeNumber("keep", keptRange))
        decisions.keep = int(*keep);
    if (const auto days = section.wholeNumber("days", daysRange))
        decisions.days = int(*days);
    section.refuseOthers();
    return decisions;
}

DiscoveryConfig discoveryFromYaml(YamlMap section)
{
    DiscoveryConfig discovery;
    discovery.isBrowsing = section.boolean("browse");
    discovery.isAdvertising = section.boolean("advertise");
    section.refuseOthers();
    return discovery;
}

std::optional<bool> metricsFromYaml(YamlMap section)
{
    const auto isEnabled = section.boolean("enabled");
    section.refuseOthers();
    return isEnabled;
}

/// The two worker modes, of which one at most may be on.
void readWorkers(YamlMap wildcard, YamlMap router, RouterConfig &config)
{
    config.isWildcardWorkerEnabled = wildcard.boolean("enabled").value_or(false);
    if (const auto enabled = router.find("enabled")) {
        config.isRouterWorkerEnabled = enabled->boolean().value_or(false);
        if (config.isWildcardWorkerEnabled && config.isRouterWorkerEnabled)
            enabled->refuse(
                "must not be true while appproxy.enabled is: one worker mode at a time");
    }
    wildcard.refuseOthers();
    router.refuseOthers();
}

RouterConfig routerConfigFromYaml(YamlMap root)
{
    RouterConfig config;
    config.server = serverFromYaml(root.section("server"));
    config.apiKeys = apiKeysFromYaml(root.section("api_keys"));
    config.loadBalancing = loadBalancingFromYaml(root.section("load_balancing"));
    config.circuitBreaker = circuitBreakerFromYaml(root.section("circuit_breaker"));
    config.timeouts = timeoutsFromYaml(root.section("timeouts"));
    config.nodes = nodesFromYaml(root.entries("nodes"));
    config.localServers = localServersFromYaml(root.section("local_servers"));
    config.providers = providersFromYaml(root.entries("providers"));
    config.modelRewrites = modelRewritesFromYaml(root.entries("model_rewrites"));
    config.fallbackChains = fallbackChainsFromYaml(root.section("fallback"));
    config.modelList = modelListFromYaml(root.section("model_list"));
    config.decisions = decisionsFromYaml(root.section("decisions"));
    config.discovery = discoveryFromYaml(root.section("discovery"));
    config.hasMetrics = metricsFromYaml(root.section("metrics"));
    YamlMap wildcard = root.section("appproxy");
    readWorkers(wildcard, root.section("appproxy_router"), config);
    root.refuseOthers();
    return config;
}

} // namespace

ConfigReading configFromYaml(std::string_view text, std::string_view fileName,
                             const EnvironmentLookup &environment)
{
    const YamlReading yaml = yamlTreeFromText(text);
    const YamlTree emptyTree{.nodes = {YamlNode()}, .root = 0};
    YamlFile file{.tree = yaml.tree ? *yaml.tree : emptyTree,
                  .environment = environment,
                  .problems = ProblemList(std::string(fileName)),
                  .warnings = ProblemList(std::string(fileName))};
    for (const YamlProblem &problem : yaml.problems)
        file.problems.add(problem.position, problem.message);
    const YamlValue root(file, file.tree.root, {});
    ConfigReading result;
    result.config = routerConfigFromYaml(YamlMap(root));
    result.problems = file.problems.problems();
    result.warnings = file.warnings.problems();
    return result;
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/routing_config.h"
#include "config/yaml_map.h"
#include "domain/fallback_chains.h"
#include "domain/rewrite_rule.h"

#include <vector>

namespace homeward::config {

/// Read what says how requests are routed: the sections `load_balancing`, `circuit_breaker`,
/// `timeouts`, `model_rewrites`, `fallback` and `model_list`.
LoadBalancingConfig loadBalancingFromYaml(YamlMap section);
CircuitBreakerConfig circuitBreakerFromYaml(YamlMap section);
TimeoutsConfig timeoutsFromYaml(YamlMap section);
std::vector<domain::RewriteRule> modelRewritesFromYaml(std::vector<YamlMap> entries);
domain::FallbackChains fallbackChainsFromYaml(YamlMap section);
ModelListConfig modelListFromYaml(YamlMap section);

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/api_key.h"
#include "domain/backend.h"
#include "domain/fallback_chains.h"
#include "domain/load_balancing.h"
#include "domain/provider.h"
#include "domain/rewrite_rule.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace homeward::storage {

/// One model of a backend's last good list.
struct StoredModel
{
    std::string modelId;
    std::string rawJson;
    WallTime fetchedAt{};

    bool operator==(const StoredModel &) const = default;
};

/// For each backend its last good list, in the backend's order.
using ModelSnapshots = std::map<std::string, std::vector<StoredModel>>;

/// What was stored when the store was opened. Lists are in the order in which their entries came,
/// but for the nodes.
struct StoredState
{
    /// The highest priority first.
    std::vector<domain::Node> nodes;
    std::vector<domain::LocalServer> localServers;
    /// Nothing before the user first changed them.
    std::optional<domain::LoadBalancing> loadBalancing;
    /// JSON texts by name.
    std::map<std::string, std::string> settings;
    ModelSnapshots modelSnapshots;
    /// Every model name that an index has ever held.
    std::set<std::string> knownNames;
    std::vector<domain::RewriteRule> rewriteRules;
    domain::FallbackChains fallbackChains;
    std::vector<domain::ApiKey> apiKeys;
    std::vector<domain::Provider> providers;

    bool operator==(const StoredState &) const = default;
};

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "domain/backend.h"
#include "domain/load_balancing.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What management calls ask for, read from their JSON (http-api.md, sections 3 and 4).

namespace homeward::engine {

/// POST of a node, and a test of one that is not saved.
struct NodeDraft
{
    std::optional<std::string> name;
    domain::BaseUrl baseUrl;
    Secret apiKey;
    bool isEnabled = true;
    domain::TlsOptions tls;

    bool operator==(const NodeDraft &) const = default;
};

struct NodePatch
{
    std::optional<std::string> name;
    std::optional<domain::BaseUrl> baseUrl;
    /// An empty one removes the key.
    std::optional<Secret> apiKey;
    std::optional<bool> isEnabled;
    std::optional<int> priority;
    std::optional<domain::TlsOptions> tls;

    bool operator==(const NodePatch &) const = default;
};

struct LocalServerDraft
{
    std::optional<std::string> id;
    std::optional<std::string> name;
    domain::BaseUrl baseUrl;
    domain::LocalServerKind kind = domain::LocalServerKind::OpenAi;
    bool isEnabled = true;

    bool operator==(const LocalServerDraft &) const = default;
};

struct LocalServerPatch
{
    std::optional<std::string> name;
    std::optional<domain::BaseUrl> baseUrl;
    std::optional<domain::LocalServerKind> kind;
    std::optional<bool> isEnabled;

    bool operator==(const LocalServerPatch &) const = default;
};

struct NodeConfigPatch
{
    std::optional<int> priority;
    std::optional<bool> isEnabled;

    bool operator==(const NodeConfigPatch &) const = default;
};

inline constexpr std::string_view intervalProblem = "must be a whole number from 5 to 3600";

struct LoadBalancingPatch
{
    std::optional<bool> isEnabled;
    std::optional<domain::Strategy> strategy;
    std::optional<bool> isFailoverEnabled;
    /// 0.2 to 3600, also with a fraction: the file may have set it so, and what GET answered may
    /// come back. What changes it is for domain::isUserInterval() to say.
    std::optional<double> healthCheckIntervalSecs;
    std::map<std::string, NodeConfigPatch> nodeConfigs;

    bool operator==(const LoadBalancingPatch &) const = default;
};

Result<NodeDraft> nodeDraftFromJson(const nlohmann::json &object);
Result<NodePatch> nodePatchFromJson(const nlohmann::json &object);
Result<LocalServerDraft> localServerDraftFromJson(const nlohmann::json &object);
Result<LocalServerPatch> localServerPatchFromJson(const nlohmann::json &object);
Result<LoadBalancingPatch> loadBalancingPatchFromJson(const nlohmann::json &object);
Result<std::vector<std::string>> nodeOrderFromJson(const nlohmann::json &object);

} // namespace homeward::engine

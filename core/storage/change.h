// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/api_key.h"
#include "domain/backend.h"
#include "domain/fallback_chains.h"
#include "domain/load_balancing.h"
#include "domain/provider.h"
#include "domain/rewrite_rule.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What can be changed in the store. A "put" replaces what has the same identity, or adds it; a
/// "remove" of what is not there changes nothing.

namespace homeward::storage {

/// What an empty key of a put does to a stored one that could not be opened at the start.
enum class EmptyKey {
    /// It stays sealed, for the master key may come back.
    KeepsUnopened,
    /// The user asked for its removal.
    Removes,
};

struct PutNode
{
    domain::Node node;
    EmptyKey emptyKey = EmptyKey::KeepsUnopened;
};

struct RemoveNode
{
    std::string fingerprint;
};

struct SetNodePriorities
{
    /// Fingerprints with their new priorities; other nodes keep theirs.
    std::vector<std::pair<std::string, int>> priorities;
};

/// One that comes from the configuration file is refused.
struct PutLocalServer
{
    domain::LocalServer server;
};

struct RemoveLocalServer
{
    std::string id;
};

struct PutLoadBalancing
{
    domain::LoadBalancing settings;
};

struct PutSetting
{
    std::string name;
    std::string valueJson;
};

/// One model as a backend listed it.
struct ListedModel
{
    std::string modelId;
    std::string rawJson;
};

/// Replaces what was kept of the backend. An empty list is the same as none, and of models with the
/// same id the first counts.
struct PutModelSnapshot
{
    std::string backendId;
    std::vector<ListedModel> models;
    WallTime fetchedAt{};
};

struct RemoveModelSnapshot
{
    std::string backendId;
};

struct AddKnownNames
{
    std::vector<std::string> names;
};

struct PutRewriteRule
{
    domain::RewriteRule rule;
};

struct RemoveRewriteRule
{
    std::string id;
};

/// Replaces all chains.
struct PutFallbackChains
{
    domain::FallbackChains chains;
};

struct PutApiKey
{
    domain::ApiKey key;
};

struct RemoveApiKey
{
    std::string id;
};

struct PutProvider
{
    domain::Provider provider;
    EmptyKey emptyKey = EmptyKey::KeepsUnopened;
};

struct RemoveProvider
{
    std::string id;
};

using Change
    = std::variant<PutNode, RemoveNode, SetNodePriorities, PutLocalServer, RemoveLocalServer,
                   PutLoadBalancing, PutSetting, PutModelSnapshot, RemoveModelSnapshot,
                   AddKnownNames, PutRewriteRule, RemoveRewriteRule, PutFallbackChains, PutApiKey,
                   RemoveApiKey, PutProvider, RemoveProvider>;

} // namespace homeward::storage

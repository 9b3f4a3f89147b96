// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/snapshot.h"

#include <nlohmann/json.hpp>

/// The answers of http-api.md, sections 2 to 4, and of rewrites.md, Administration, as JSON. The
/// names and the order of their fields are the contract's.

namespace homeward::engine {

using OrderedJson = nlohmann::ordered_json;

OrderedJson nodeJson(const NodeView &node);
OrderedJson nodesJson(const Snapshot &snapshot);
OrderedJson localServerJson(const LocalServerView &server);
OrderedJson localServersJson(const Snapshot &snapshot);
/// `{"data":[...]}`: a node's list as it gave it.
OrderedJson nodeModelsJson(const NodeView &node);

OrderedJson loadBalancingJson(const Snapshot &snapshot);
OrderedJson inferenceStatusJson(const Snapshot &snapshot);
OrderedJson distributedStatusJson(const Snapshot &snapshot);
OrderedJson routingStatsJson(const Snapshot &snapshot);
OrderedJson adminStatsJson(const Snapshot &snapshot);

OrderedJson adminBackendsJson(const Snapshot &snapshot);
/// Null for a backend that nobody knows.
const BackendView *backendViewIn(const Snapshot &snapshot, std::string_view backendName);
OrderedJson adminBackendModelsJson(const Snapshot &snapshot, std::string_view backendName);
OrderedJson adminModelCacheJson(const Snapshot &snapshot);

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/backend.h"
#include "domain/circuit_breaker.h"
#include "domain/health.h"
#include "domain/limits.h"
#include "domain/load_balancing.h"
#include "engine/attempt_counts.h"
#include "engine/backend_record.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What leaves the engine: values that the window and the management API read alike.

namespace homeward::engine {

/// What both kinds of backend show of their state.
struct BackendView
{
    /// `node-{fingerprint}`, `local-{id}`.
    std::string backendName;
    domain::BackendStatus status = domain::BackendStatus::Unknown;
    std::optional<double> latencyMs;
    std::optional<WallTime> lastSeen;
    std::optional<domain::BackendError> lastError;
    std::shared_ptr<const ModelList> models = emptyModelList();
    bool hasList = false;
    bool isStale = false;
    std::optional<WallTime> listedAt;
    std::optional<WallTime> attemptedAt;
    AttemptCounts counts;
    int activeRequests = 0;
    domain::BreakerState breaker = domain::BreakerState::Closed;
    int consecutiveFailures = 0;
    std::optional<WallTime> retryAt;
    bool isEnabled = true;
    bool isRoutable = false;
};

struct NodeView
{
    /// Its key is left out; see hasApiKey.
    domain::Node node;
    bool hasApiKey = false;
    BackendView state;
};

struct LocalServerView
{
    domain::LocalServer server;
    BackendView state;
};

struct Snapshot
{
    std::uint16_t port = 0;
    WallTime startedAt{};
    Duration uptime{};
    domain::LoadBalancing loadBalancing;
    domain::BreakerPolicy breakerPolicy;
    /// The highest priority first.
    std::vector<NodeView> nodes;
    std::vector<LocalServerView> localServers;
};

} // namespace homeward::engine

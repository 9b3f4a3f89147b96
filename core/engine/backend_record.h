// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/backend.h"
#include "domain/health.h"
#include "domain/routing_row.h"
#include "engine/attempt_counts.h"
#include "protocol/model_list.h"
#include "upstream/upstream_call.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace homeward::engine {

using ModelList = std::vector<protocol::ListedModel>;
std::shared_ptr<const ModelList> emptyModelList();

/// A backend as it is configured.
using Configured = std::variant<domain::LocalServer, domain::Node>;

domain::BackendKind kindOf(const Configured &configured);
/// A node's fingerprint, a local server's id.
const std::string &identityOf(const Configured &configured);
/// `node-{fingerprint}`, `local-{id}` (http-api.md, section 2).
std::string backendNameOf(const Configured &configured);
const std::string &displayNameOf(const Configured &configured);
const domain::BaseUrl &baseUrlOf(const Configured &configured);
bool isEnabled(const Configured &configured);
/// Empty for a backend that takes no key.
const Secret &keyOf(const Configured &configured);
domain::TlsOptions tlsOf(const Configured &configured);

/// How requests reach a backend.
upstream::Origin originOf(const domain::BaseUrl &baseUrl, const domain::TlsOptions &tls);

/// Everything that the engine knows of one backend beyond its RoutingRow.
struct BackendRecord
{
    Configured configured;
    /// Tells a backend from an earlier one that had the same slot.
    std::uint32_t generation = 0;
    bool isInUse = false;

    std::string backendName;
    upstream::Origin origin;
    /// `Bearer ...`, or empty.
    Secret authorization;

    domain::Health health;
    std::optional<double> probeLatencyMs;
    std::optional<WallTime> lastSeen;
    std::optional<domain::BackendError> lastError;

    /// The last good list; kept when a refresh fails. Never null.
    std::shared_ptr<const ModelList> models = emptyModelList();
    bool hasList = false;
    bool isStale = false;
    /// Since the start or the last edit.
    bool isProbed = false;
    std::optional<WallTime> listedAt;
    std::optional<WallTime> attemptedAt;
    std::optional<TimePoint> refreshBeganAt;

    AttemptCounts counts;
};

} // namespace homeward::engine

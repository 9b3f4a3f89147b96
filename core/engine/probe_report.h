// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/health.h"
#include "protocol/model_list.h"
#include "upstream/collected_call.h"

#include <optional>
#include <string_view>
#include <vector>

namespace homeward::engine {

/// How far a probe came (http-api.md, section 4, `test`).
enum class ProbeStage { Dns, Connect, Tls, Auth, Models, Done };
std::string_view toText(ProbeStage stage);

/// What one `GET {base}/v1/models` found out about a backend.
struct ProbeReport
{
    domain::ProbeOutcome outcome = domain::ProbeOutcome::Unreachable;
    ProbeStage stage = ProbeStage::Connect;
    /// From the start to the answer's head, or to the failure.
    Duration latency{};
    std::vector<protocol::ListedModel> models;
    /// Nothing when all is well.
    std::optional<domain::BackendError> error;

    bool isGood() const { return outcome == domain::ProbeOutcome::Good; }
};

/// `isNode`: entries that a node calls remote are its own neighbours, and are left out (product.md,
/// Health and index).
ProbeReport probeReportFrom(const upstream::CollectedAnswer &answer, bool isNode);

} // namespace homeward::engine

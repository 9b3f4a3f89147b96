// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/load_balancing.h"
#include "domain/routing_row.h"

#include <optional>

namespace homeward::domain {

struct SelectionRequest
{
    RoutingRows rows;
    /// The nodes that serve the model, the highest priority first.
    std::span<const Slot> candidates;
    /// Nodes that this request has tried already.
    std::span<const Slot> excluded;
    Strategy strategy = Strategy::Priority;
    /// The model's turn: the place in `candidates` where the search begins.
    std::size_t cursor = 0;
    BreakerPolicy breakerPolicy;
    TimePoint now{};
};

struct Selection
{
    std::optional<Slot> slot;
    bool isProbe = false;
    /// The model's turn after this selection.
    std::size_t nextCursor = 0;
    /// Candidates that only a breaker or a pause leaves out.
    int held = 0;
    /// When the first of those may serve again; nothing if a probe has to decide it.
    std::optional<TimePoint> retryAt;

    bool operator==(const Selection &) const = default;
};

/// Which node takes a request (product.md, step 7 and Strategies). Nothing is changed: the caller
/// stores the cursor and tells the breaker of a probe.
Selection selectNode(const SelectionRequest &request);

} // namespace homeward::domain

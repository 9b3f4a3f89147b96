// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_selection.h"

#include <algorithm>

namespace homeward::domain {

namespace {

/// Whether `a` goes before `b` when both may serve. Candidates come highest priority first, so of
/// two that are otherwise equal the earlier one stays, except where a turn has to decide.
bool isBetter(Strategy strategy, const RoutingRow &a, const RoutingRow &b)
{
    switch (strategy) {
    case Strategy::Priority:
    case Strategy::RoundRobin:
        return false;
    case Strategy::LeastLoaded:
        return a.inFlight != b.inFlight ? a.inFlight < b.inFlight : a.priority > b.priority;
    case Strategy::Fastest:
        if ((a.latencyMs < 0) != (b.latencyMs < 0))
            return a.latencyMs < 0;
        return a.latencyMs != b.latencyMs ? a.latencyMs < b.latencyMs : a.priority > b.priority;
    }
    return false;
}

bool beginsAtCursor(Strategy strategy)
{
    switch (strategy) {
    case Strategy::RoundRobin:
    case Strategy::LeastLoaded:
        return true;
    case Strategy::Priority:
    case Strategy::Fastest:
        return false;
    }
    return false;
}

/// The first that is found is taken; no other can be better.
bool takesFirst(Strategy strategy)
{
    return strategy == Strategy::Priority || strategy == Strategy::RoundRobin;
}

void noteHeld(Selection &selection, std::optional<TimePoint> until)
{
    selection.held += 1;
    if (until && (!selection.retryAt || *until < *selection.retryAt))
        selection.retryAt = until;
}

} // namespace

double averagedLatency(double averageMs, double latestMs)
{
    constexpr double weightOfLatest = 0.3;
    return averageMs < 0 ? latestMs : averageMs + weightOfLatest * (latestMs - averageMs);
}

Selection selectNode(const SelectionRequest &request)
{
    const std::size_t count = request.candidates.size();
    Selection selection{.nextCursor = request.cursor};
    if (count == 0)
        return selection;
    const std::size_t start = beginsAtCursor(request.strategy) ? request.cursor % count : 0;
    const RoutingRow *best = nullptr;
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t place = start + step < count ? start + step : start + step - count;
        const Slot slot = request.candidates[place];
        const RoutingRow &row = request.rows[slot];
        if (!row.isRoutable)
            continue;
        if (std::find(request.excluded.begin(), request.excluded.end(), slot)
            != request.excluded.end()) {
            continue;
        }
        if (row.pausedUntil > request.now) {
            noteHeld(selection, row.pausedUntil);
            continue;
        }
        const Admission admitted = admission(row.breaker, request.now, request.breakerPolicy);
        if (admitted == Admission::Refused) {
            noteHeld(selection, retryAt(row.breaker, request.now, request.breakerPolicy));
            continue;
        }
        if (best && !isBetter(request.strategy, row, *best))
            continue;
        best = &row;
        selection.slot = slot;
        selection.isProbe = admitted == Admission::AdmittedAsProbe;
        selection.nextCursor = place + 1 == count ? 0 : place + 1;
        if (takesFirst(request.strategy))
            break;
    }
    return selection;
}

} // namespace homeward::domain

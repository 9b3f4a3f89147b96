// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_selection.h"

#include <algorithm>

namespace homeward::domain {

namespace {

/// Whether `a` goes before `b` when both may serve. Candidates come highest priority first, so of
/// two that are otherwise equal the earlier one stays.
bool isBetter(Strategy strategy, const RoutingRow &a, const RoutingRow &b)
{
    switch (strategy) {
    case Strategy::Priority:
    case Strategy::RoundRobin:
        return false;
    case Strategy::LeastLoaded:
        return a.inFlight < b.inFlight;
    case Strategy::Fastest:
        if ((a.latencyMs < 0) != (b.latencyMs < 0))
            return a.latencyMs < 0;
        return a.latencyMs < b.latencyMs;
    }
    return false;
}

/// Whether two that are equally loaded, and have the same priority, take turns; and it is the turn
/// of the second, which stands at `place`, where the first one found stands before the cursor.
bool isTurnOf(std::size_t place, std::size_t bestPlace, std::size_t cursor)
{
    return bestPlace < cursor && place >= cursor;
}

/// Nothing that comes later can be better: the rest has a lower priority at most.
bool isUnbeatable(Strategy strategy, const RoutingRow &best, const RoutingRow *next)
{
    switch (strategy) {
    case Strategy::Priority:
    case Strategy::RoundRobin:
        return true;
    case Strategy::LeastLoaded:
        return best.inFlight == 0 && (!next || next->priority < best.priority);
    case Strategy::Fastest:
        return best.latencyMs < 0;
    }
    return false;
}

/// The turn after the candidate at `place`. Under `least-loaded` only those take turns that share a
/// priority, so that a node of a priority of its own does not send the turn back to its beginning.
std::size_t turnAfter(const SelectionRequest &request, std::size_t place)
{
    const std::size_t next = place + 1 == request.candidates.size() ? 0 : place + 1;
    const auto priorityAt
        = [&](std::size_t at) { return request.rows[request.candidates[at]].priority; };
    switch (request.strategy) {
    case Strategy::RoundRobin:
        return next;
    case Strategy::LeastLoaded: {
        const int own = priorityAt(place);
        const bool isShared = (place > 0 && priorityAt(place - 1) == own)
            || (place + 1 < request.candidates.size() && priorityAt(place + 1) == own);
        return isShared ? next : request.cursor;
    }
    case Strategy::Priority:
    case Strategy::Fastest:
        return request.cursor;
    }
    return request.cursor;
}

/// A candidate that both a pause and its breaker hold serves when the later of the two lets it.
void noteHeld(Selection &selection, const SelectionRequest &request, const RoutingRow &row)
{
    std::optional<TimePoint> until = retryAt(row.breaker, request.now, request.breakerPolicy);
    if (row.pausedUntil > request.now)
        until = std::max(until, std::optional(row.pausedUntil));
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
    const bool hasCursor = request.strategy == Strategy::RoundRobin;
    const std::size_t start = hasCursor ? request.cursor % count : 0;
    const RoutingRow *best = nullptr;
    std::size_t bestPlace = 0;
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t place = start + step < count ? start + step : start + step - count;
        const Slot slot = request.candidates[place];
        const RoutingRow &row = request.rows[slot];
        // The dearest questions come last: most of a thousand nodes are out at the first ones.
        if (!row.isRoutable)
            continue;
        const bool isTurn = best && request.strategy == Strategy::LeastLoaded
            && row.inFlight == best->inFlight && row.priority == best->priority
            && isTurnOf(place, bestPlace, request.cursor);
        if (best && !isTurn && !isBetter(request.strategy, row, *best))
            continue;
        if (std::find(request.excluded.begin(), request.excluded.end(), slot)
            != request.excluded.end()) {
            continue;
        }
        const Admission admitted = admission(row.breaker, request.now, request.breakerPolicy);
        if (row.pausedUntil > request.now || admitted == Admission::Refused) {
            noteHeld(selection, request, row);
            continue;
        }
        best = &row;
        bestPlace = place;
        selection.slot = slot;
        selection.isProbe = admitted == Admission::AdmittedAsProbe;
        selection.nextCursor = turnAfter(request, place);
        const RoutingRow *next
            = place + 1 < count ? &request.rows[request.candidates[place + 1]] : nullptr;
        if (isUnbeatable(request.strategy, row, next))
            break;
    }
    return selection;
}

} // namespace homeward::domain

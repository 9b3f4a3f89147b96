// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/circuit_breaker.h"

namespace homeward::domain {

namespace {

/// Whether this attempt is the probe whose outcome the open breaker waits for. A probe that was
/// sent before the breaker last opened speaks for the backend as it was, and its place is no longer
/// its.
bool isAwaitedProbe(const Breaker &breaker, const BreakerAttempt &attempt)
{
    return attempt.isProbe && attempt.beganAt >= breaker.openedAt;
}

} // namespace

std::string_view toText(BreakerState state)
{
    switch (state) {
    case BreakerState::Closed:
        return "closed";
    case BreakerState::Open:
        return "open";
    case BreakerState::HalfOpen:
        return "half_open";
    }
    return "closed";
}

BreakerState stateOf(const Breaker &breaker, TimePoint now, const BreakerPolicy &policy)
{
    if (!breaker.isOpen)
        return BreakerState::Closed;
    return breaker.isProbeOut || now >= breaker.openedAt + policy.resetTimeout
        ? BreakerState::HalfOpen
        : BreakerState::Open;
}

std::optional<TimePoint> retryAt(const Breaker &breaker, TimePoint now, const BreakerPolicy &policy)
{
    if (stateOf(breaker, now, policy) != BreakerState::Open)
        return std::nullopt;
    return breaker.openedAt + policy.resetTimeout;
}

Admission admission(const Breaker &breaker, TimePoint now, const BreakerPolicy &policy)
{
    if (!breaker.isOpen)
        return Admission::Admitted;
    const bool isDue = now >= breaker.openedAt + policy.resetTimeout;
    return isDue && !breaker.isProbeOut ? Admission::AdmittedAsProbe : Admission::Refused;
}

Breaker afterProbeSent(Breaker breaker)
{
    breaker.isProbeOut = true;
    return breaker;
}

Breaker afterSuccess(Breaker breaker, const BreakerAttempt &attempt)
{
    if (!breaker.isOpen)
        return Breaker{};
    // Only the probe speaks for the backend as it is now.
    return isAwaitedProbe(breaker, attempt) ? Breaker{} : breaker;
}

Breaker afterFailure(Breaker breaker, const BreakerAttempt &attempt, TimePoint now,
                     const BreakerPolicy &policy)
{
    if (breaker.isOpen) {
        if (isAwaitedProbe(breaker, attempt)) {
            breaker.consecutiveFailures += 1;
            breaker.isProbeOut = false;
            breaker.openedAt = now;
        }
        return breaker;
    }
    breaker.consecutiveFailures += 1;
    if (breaker.consecutiveFailures >= policy.failureThreshold) {
        breaker.isOpen = true;
        breaker.isProbeOut = false;
        breaker.openedAt = now;
    }
    return breaker;
}

Breaker afterNeutral(Breaker breaker, const BreakerAttempt &attempt)
{
    if (isAwaitedProbe(breaker, attempt))
        breaker.isProbeOut = false;
    return breaker;
}

Breaker afterUserTest(Breaker breaker, bool isGood, TimePoint now)
{
    if (!breaker.isOpen)
        return breaker;
    if (isGood)
        return Breaker{};
    breaker.consecutiveFailures += 1;
    breaker.isProbeOut = false;
    breaker.openedAt = now;
    return breaker;
}

} // namespace homeward::domain

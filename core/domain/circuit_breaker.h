// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/limits.h"

#include <optional>
#include <string_view>

/// The circuit breaker of one backend as a value, and what happens to it (product.md, Breaker).

namespace homeward::domain {

struct Breaker
{
    int consecutiveFailures = 0;
    bool isOpen = false;
    /// While open: the one request that may find out whether the backend has recovered is out.
    bool isProbeOut = false;
    TimePoint openedAt{};

    bool operator==(const Breaker &) const = default;
};

enum class BreakerState { Closed, Open, HalfOpen };
std::string_view toText(BreakerState state);

/// An open breaker is half-open from its reset time on, until a probe decides.
BreakerState stateOf(const Breaker &breaker, TimePoint now, const BreakerPolicy &policy);

/// When it becomes half-open; nothing while closed or half-open.
std::optional<TimePoint> retryAt(const Breaker &breaker, TimePoint now,
                                 const BreakerPolicy &policy);

enum class Admission { Refused, Admitted, AdmittedAsProbe };
Admission admission(const Breaker &breaker, TimePoint now, const BreakerPolicy &policy);

/// A request is sent that was admitted as the probe.
Breaker afterProbeSent(Breaker breaker);

/// One attempt as the breaker sees it.
struct BreakerAttempt
{
    TimePoint beganAt{};
    bool isProbe = false;
};

/// A success that began before the breaker opened does not close it.
Breaker afterSuccess(Breaker breaker, const BreakerAttempt &attempt);
/// Counts towards the threshold; the failure of a probe opens it again at once.
Breaker afterFailure(Breaker breaker, const BreakerAttempt &attempt, TimePoint now,
                     const BreakerPolicy &policy);
/// A 4xx or a client that left: gives a probe's place back, and changes nothing else.
Breaker afterNeutral(Breaker breaker, const BreakerAttempt &attempt);

/// What an explicit "test now" of the user's found: it is the probe of an open breaker, early, and
/// what a probe that was out before then finds counts no more.
Breaker afterUserTest(Breaker breaker, bool isGood, TimePoint now);

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <optional>
#include <string>
#include <string_view>

/// What the health probes say of one backend (product.md, Health and index).

namespace homeward::domain {

enum class BackendStatus { Unknown, Online, Offline, WarmingUp, Unauthorized };
std::string_view toText(BackendStatus status);

/// Why the last probe or request failed, for people: no address, no key.
struct BackendError
{
    std::string code;
    std::string message;

    bool operator==(const BackendError &) const = default;
};

struct Health
{
    BackendStatus status = BackendStatus::Unknown;
    int failuresInARow = 0;
    int successesInARow = 0;
    /// The first probe after the start or after an edit decides alone.
    bool decidesAlone = true;
    /// When it began to answer 503. Kept beyond the limit, so that the limit does not begin anew.
    std::optional<TimePoint> warmingSince;

    bool operator==(const Health &) const = default;
};

enum class ProbeOutcome {
    Good,
    /// 503: it loads its model.
    Warming,
    /// 401 or 403.
    Unauthorized,
    /// No connection, or no answer in time.
    Unreachable,
    /// An answer that is no list of models.
    BadAnswer,
};

Health afterProbe(Health health, ProbeOutcome outcome, TimePoint now);

/// A request was refused with 401 or 403 although it carried the stored key.
Health afterKeyRefused(Health health);

/// The backend's address, key or switch was changed: what was seen before says nothing any more.
Health afterEdit(Health health);

/// How long a backend may go on answering 503 before it counts as offline.
inline constexpr std::chrono::seconds warmUpLimit{300};
/// Until the next probe: every second while it warms up, else the user's interval.
Duration probeInterval(const Health &health, Duration interval);

} // namespace homeward::domain

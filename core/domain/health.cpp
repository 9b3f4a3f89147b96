// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/health.h"

#include <algorithm>

namespace homeward::domain {

namespace {

constexpr int failuresUntilOffline = 3;
constexpr int successesUntilOnline = 2;

Health afterGood(Health health)
{
    health.failuresInARow = 0;
    health.successesInARow += 1;
    health.warmingSince.reset();
    const bool mustConfirm = health.status == BackendStatus::Offline && !health.decidesAlone;
    if (!mustConfirm || health.successesInARow >= successesUntilOnline)
        health.status = BackendStatus::Online;
    return health;
}

Health afterWarming(Health health, TimePoint now)
{
    health.failuresInARow = 0;
    health.successesInARow = 0;
    if (!health.warmingSince || health.decidesAlone)
        health.warmingSince = now;
    health.status = now - *health.warmingSince > warmUpLimit ? BackendStatus::Offline
                                                             : BackendStatus::WarmingUp;
    return health;
}

Health afterUnreachable(Health health)
{
    health.successesInARow = 0;
    health.failuresInARow += 1;
    if (health.decidesAlone || health.failuresInARow >= failuresUntilOffline) {
        health.status = BackendStatus::Offline;
        // It is gone; what answers next has started anew, and may warm up anew.
        health.warmingSince.reset();
    }
    return health;
}

} // namespace

std::string_view toText(BackendStatus status)
{
    switch (status) {
    case BackendStatus::Unknown:
        return "unknown";
    case BackendStatus::Online:
        return "online";
    case BackendStatus::Offline:
        return "offline";
    case BackendStatus::WarmingUp:
        return "warming_up";
    case BackendStatus::Unauthorized:
        return "unauthorized";
    }
    return "unknown";
}

Health afterProbe(Health health, ProbeOutcome outcome, TimePoint now)
{
    switch (outcome) {
    case ProbeOutcome::Good:
        health = afterGood(health);
        break;
    case ProbeOutcome::Warming:
        health = afterWarming(health, now);
        break;
    case ProbeOutcome::Unauthorized:
        health.failuresInARow = 0;
        health.successesInARow = 0;
        health.warmingSince.reset();
        health.status = BackendStatus::Unauthorized;
        break;
    case ProbeOutcome::Unreachable:
        health = afterUnreachable(health);
        break;
    case ProbeOutcome::BadAnswer:
        // Somebody is there, so what was known stays; with nothing known there is nothing to route.
        health.failuresInARow = 0;
        health.successesInARow = 0;
        if (health.decidesAlone || health.status == BackendStatus::WarmingUp)
            health.status = BackendStatus::Offline;
        break;
    }
    health.decidesAlone = false;
    return health;
}

Health afterKeyRefused(Health health)
{
    health.status = BackendStatus::Unauthorized;
    return health;
}

Health afterEdit(Health health)
{
    health.failuresInARow = 0;
    health.successesInARow = 0;
    health.decidesAlone = true;
    return health;
}

Duration probeInterval(const Health &health, Duration interval)
{
    if (health.status == BackendStatus::WarmingUp)
        return std::min<Duration>(interval, std::chrono::seconds(1));
    return interval;
}

} // namespace homeward::domain

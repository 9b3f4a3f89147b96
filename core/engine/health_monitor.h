// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/settings.h"
#include "engine/backend_probe.h"
#include "engine/fleet.h"
#include "net/deadline.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::engine {

/// What asks for a refresh of a backend's list. Only these two keep to the minimum interval
/// (product.md, Health and index).
enum class RefreshTrigger { FirstRequest, FailedRequest };

/// Probes every enabled backend at its interval, and whenever something asks for it. One probe at a
/// time runs for a backend; its result is health and list in one.
class HealthMonitor
{
public:
    using Finish = std::function<void(const ProbeReport &)>;

    /// `namesFound` is told names that no index has held before, to be remembered.
    HealthMonitor(upstream::UpstreamClient &client, net::DeadlineQueue &deadlines, Fleet &fleet,
                  const config::Settings &settings);
    ~HealthMonitor();
    HealthMonitor(const HealthMonitor &) = delete;
    HealthMonitor &operator=(const HealthMonitor &) = delete;

    /// Called after a probe has changed the fleet.
    void setReported(std::function<void(Slot, const ProbeReport &)> reported);

    /// A backend is new or was changed: probes it at once, and that probe decides alone. A disabled
    /// one is not contacted any more.
    void changed(Slot slot);
    /// To be called before the fleet removes it.
    void removed(Slot slot);
    void settingsChanged();

    void refresh(Slot slot, RefreshTrigger trigger);
    /// Whatever the interval says; joins a probe that is running already.
    void refreshForced(Slot slot, Finish finish);

    enum class Scope { LocalServers, AllBackends };
    /// True while an enabled backend has not had its first probe since it was added or changed.
    bool isWaitingForFirstProbes(Scope scope) const;
    /// Calls once when that is over; at once when it is over already.
    void whenFirstProbesDone(Scope scope, std::function<void()> action);

private:
    struct Watch;
    Watch *watchOf(Slot slot);
    void startProbe(Slot slot);
    void probeEnded(Slot slot, const ProbeReport &report);
    void applyReport(Slot slot, const ProbeReport &report);
    void scheduleNext(Slot slot);
    void runWaiters();

    upstream::UpstreamClient &m_client;
    net::DeadlineQueue &m_deadlines;
    Fleet &m_fleet;
    const config::Settings &m_settings;
    std::function<void(Slot, const ProbeReport &)> m_reported;
    /// By slot.
    std::vector<std::unique_ptr<Watch>> m_watches;
    int m_unprobedLocalServers = 0;
    int m_unprobedOthers = 0;
    struct Waiter
    {
        Scope scope;
        std::function<void()> action;
    };
    std::vector<Waiter> m_waiters;
};

} // namespace homeward::engine

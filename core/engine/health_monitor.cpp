// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/health_monitor.h"

#include "base/log.h"

#include <algorithm>
#include <utility>

namespace homeward::engine {

struct HealthMonitor::Watch
{
    Watch(HealthMonitor &monitor, Slot slot)
        : deadline(monitor.m_deadlines, [&monitor, slot] { monitor.startProbe(slot); })
    { }

    net::Deadline deadline;
    std::unique_ptr<BackendProbe> probe;
    std::vector<Finish> finishes;
    bool isUnprobed = false;
};

HealthMonitor::HealthMonitor(upstream::UpstreamClient &client, net::DeadlineQueue &deadlines,
                             Fleet &fleet, const config::Settings &settings)
    : m_client(client),
      m_deadlines(deadlines),
      m_fleet(fleet),
      m_settings(settings)
{ }

HealthMonitor::~HealthMonitor() = default;

void HealthMonitor::setReported(std::function<void(Slot, const ProbeReport &)> reported)
{
    m_reported = std::move(reported);
}

HealthMonitor::Watch *HealthMonitor::watchOf(Slot slot)
{
    return slot < m_watches.size() ? m_watches[slot].get() : nullptr;
}

void HealthMonitor::changed(Slot slot)
{
    BackendRecord &record = m_fleet.at(slot);
    domain::Health health = domain::afterEdit(record.health);
    if (!isEnabled(record.configured)) {
        removed(slot);
        health.status = domain::BackendStatus::Unknown;
        m_fleet.setHealth(slot, health);
        return;
    }
    m_fleet.setHealth(slot, health);
    if (m_watches.size() <= slot)
        m_watches.resize(slot + 1);
    if (!m_watches[slot])
        m_watches[slot] = std::make_unique<Watch>(*this, slot);
    Watch &watch = *m_watches[slot];
    if (!watch.isUnprobed) {
        watch.isUnprobed = true;
        ++(kindOf(record.configured) == domain::BackendKind::LocalServer ? m_unprobedLocalServers
                                                                         : m_unprobedOthers);
    }
    // What a running probe would say is about the backend as it was.
    watch.probe.reset();
    startProbe(slot);
}

void HealthMonitor::removed(Slot slot)
{
    if (!watchOf(slot))
        return;
    const std::unique_ptr<Watch> watch = std::move(m_watches[slot]);
    if (watch->isUnprobed) {
        --(kindOf(m_fleet.at(slot).configured) == domain::BackendKind::LocalServer
               ? m_unprobedLocalServers
               : m_unprobedOthers);
        runWaiters();
    }
    const ProbeReport gone{.outcome = domain::ProbeOutcome::Unreachable,
                           .stage = ProbeStage::Connect,
                           .error = domain::BackendError{"inactive", "it was disabled or removed"}};
    for (const Finish &finish : watch->finishes)
        finish(gone);
}

void HealthMonitor::settingsChanged()
{
    for (Slot slot = 0; slot < m_watches.size(); ++slot) {
        if (m_watches[slot] && !m_watches[slot]->probe)
            scheduleNext(slot);
    }
}

void HealthMonitor::refresh(Slot slot, RefreshTrigger trigger)
{
    const Watch *watch = watchOf(slot);
    if (!watch || watch->probe)
        return;
    const BackendRecord &record = m_fleet.at(slot);
    if (trigger == RefreshTrigger::FirstRequest && record.isProbed)
        return;
    const TimePoint now = m_deadlines.clock().now();
    if (record.refreshBeganAt && now - *record.refreshBeganAt < m_settings.minimumRefreshInterval)
        return;
    startProbe(slot);
}

void HealthMonitor::refreshForced(Slot slot, Finish finish)
{
    Watch *watch = watchOf(slot);
    if (!watch)
        return;
    watch->finishes.push_back(std::move(finish));
    if (!watch->probe)
        startProbe(slot);
}

bool HealthMonitor::isWaitingForFirstProbes(Scope scope) const
{
    return m_unprobedLocalServers > 0 || (scope == Scope::AllBackends && m_unprobedOthers > 0);
}

void HealthMonitor::whenFirstProbesDone(Scope scope, std::function<void()> action)
{
    m_waiters.push_back({scope, std::move(action)});
    if (!isWaitingForFirstProbes(scope))
        runWaiters();
}

void HealthMonitor::startProbe(Slot slot)
{
    Watch *watch = watchOf(slot);
    if (!watch || watch->probe)
        return;
    BackendRecord &record = m_fleet.at(slot);
    record.refreshBeganAt = m_deadlines.clock().now();
    record.attemptedAt = m_deadlines.clock().wallNow();
    watch->deadline.clear();
    watch->probe = std::make_unique<BackendProbe>(
        m_client, m_deadlines.clock(), probeTargetOf(record.configured), m_settings.timeouts.probe,
        [this, slot](const ProbeReport &report) { probeEnded(slot, report); });
}

void HealthMonitor::probeEnded(Slot slot, const ProbeReport &report)
{
    Watch *watch = watchOf(slot);
    const std::unique_ptr<BackendProbe> ended = std::move(watch->probe);
    applyReport(slot, report);
    if (watch->isUnprobed) {
        watch->isUnprobed = false;
        --(kindOf(m_fleet.at(slot).configured) == domain::BackendKind::LocalServer
               ? m_unprobedLocalServers
               : m_unprobedOthers);
    }
    scheduleNext(slot);
    const std::vector<Finish> finishes = std::move(watch->finishes);
    watch->finishes.clear();
    if (m_reported)
        m_reported(slot, report);
    for (const Finish &finish : finishes)
        finish(report);
    runWaiters();
}

void HealthMonitor::applyReport(Slot slot, const ProbeReport &report)
{
    BackendRecord &record = m_fleet.at(slot);
    const domain::BackendStatus before = record.health.status;
    const TimePoint now = m_deadlines.clock().now();
    record.isProbed = true;
    record.lastError = report.error;
    record.isStale = !report.isGood();
    record.probeLatencyMs = std::chrono::duration<double, std::milli>(report.latency).count();
    const bool hasAnswered = report.outcome != domain::ProbeOutcome::Unreachable;
    if (hasAnswered)
        record.lastSeen = m_deadlines.clock().wallNow();
    if (report.isGood()) {
        record.listedAt = m_deadlines.clock().wallNow();
        record.hasList = true;
        if (*record.models != report.models)
            m_fleet.setModels(slot, report.models);
    }
    m_fleet.setHealth(slot, domain::afterProbe(record.health, report.outcome, now));
    if (record.health.status == before)
        return;
    qCInfo(logRouter).nospace().noquote()
        << "backend " << utf8(record.backendName) << ": " << utf8(domain::toText(before)) << " -> "
        << utf8(domain::toText(record.health.status)) << (report.error ? ", " : "")
        << utf8(report.error ? report.error->message : std::string());
}

void HealthMonitor::scheduleNext(Slot slot)
{
    const BackendRecord &record = m_fleet.at(slot);
    const Duration interval
        = domain::probeInterval(record.health, m_settings.loadBalancing.healthCheckInterval);
    // Up to a tenth earlier, by slot, so that a thousand nodes are not all asked in one moment.
    const Duration spread = interval / 10 * (slot % 16) / 16;
    const TimePoint due = record.refreshBeganAt.value_or(TimePoint()) + interval - spread;
    m_watches[slot]->deadline.set(std::max(due, m_deadlines.clock().now()));
}

void HealthMonitor::runWaiters()
{
    std::vector<std::function<void()>> actions;
    std::erase_if(m_waiters, [this, &actions](Waiter &waiter) {
        if (isWaitingForFirstProbes(waiter.scope))
            return false;
        actions.push_back(std::move(waiter.action));
        return true;
    });
    for (const auto &action : actions)
        action();
}

} // namespace homeward::engine

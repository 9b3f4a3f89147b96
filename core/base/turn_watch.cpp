// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/turn_watch.h"

#include "base/log.h"

namespace homeward {

namespace {

/// So many of the long steps of a turn are named.
constexpr std::size_t namedSteps = 8;

double milliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

} // namespace

thread_local TurnWatch *TurnWatch::currentWatch = nullptr;

TurnWatch::TurnWatch(Duration limit) : m_limit(limit)
{
    currentWatch = this;
}

TurnWatch::~TurnWatch()
{
    currentWatch = nullptr;
}

std::string TurnWatch::Step::name() const
{
    return m_type ? m_type->name() : m_name;
}

void TurnWatch::stepEnded(const Step &step)
{
    const Duration taken = std::chrono::steady_clock::now() - step.m_begin;
    m_stepCount += 1;
    if (taken >= m_limit / 5 && m_longSteps.size() < namedSteps)
        m_longSteps.push_back(step.name() + ' ' + std::to_string(milliseconds(taken)) + " ms");
    m_depth -= 1;
    if (m_depth == 0)
        turnEnded(taken);
}

void TurnWatch::turnEnded(Duration taken)
{
    if (taken > m_limit) {
        m_longTurnCount += 1;
        std::string steps;
        for (const std::string &step : m_longSteps)
            steps.append(steps.empty() ? ": " : ", ").append(step);
        qCDebug(logRouter).noquote().nospace()
            << "A turn of the event loop took " << milliseconds(taken) << " ms with "
            << qulonglong(m_stepCount) << " steps" << utf8(steps);
    }
    m_stepCount = 0;
    m_longSteps.clear();
}

} // namespace homeward

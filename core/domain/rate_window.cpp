// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/rate_window.h"

#include <algorithm>

namespace homeward::domain {

using std::chrono::seconds;

std::optional<seconds> RateWindow::admit(int limitPerMinute, TimePoint now)
{
    constexpr auto length = std::chrono::minutes(1);
    while (!m_times.empty() && m_times.front() + length <= now)
        m_times.pop_front();
    if (limitPerMinute < 1)
        return length;
    const auto limit = std::size_t(limitPerMinute);
    if (m_times.size() < limit) {
        m_times.push_back(now);
        return std::nullopt;
    }
    // After a limit was lowered more than one has to leave before there is room.
    const TimePoint lastToLeave = m_times[m_times.size() - limit];
    return std::max(std::chrono::ceil<seconds>(lastToLeave + length - now), seconds(1));
}

std::optional<seconds> RateWindows::admit(const ApiKey &key, TimePoint now)
{
    if (!key.rateLimitPerMinute) {
        forget(key.id);
        return std::nullopt;
    }
    return m_windows[key.id].admit(*key.rateLimitPerMinute, now);
}

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "domain/api_key.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

namespace homeward::domain {

/// The requests of one key in the last minute. Refused requests do not count, so that a client that
/// keeps asking gets its turn all the same.
class RateWindow
{
public:
    /// Counts the request and gives nothing; or, when there were `limitPerMinute` already, the
    /// seconds after which there is room again: 1 to 60, for Retry-After.
    std::optional<std::chrono::seconds> admit(int limitPerMinute, TimePoint now);

private:
    /// The oldest first.
    std::deque<TimePoint> m_times;
};

/// The windows of all keys that have a rate.
class RateWindows
{
public:
    /// As RateWindow::admit() with the key's own rate; a key without one is always admitted.
    std::optional<std::chrono::seconds> admit(const ApiKey &key, TimePoint now);
    /// The key is gone.
    void forget(const std::string &keyId) { m_windows.erase(keyId); }

private:
    std::unordered_map<std::string, RateWindow> m_windows;
};

} // namespace homeward::domain

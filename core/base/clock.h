// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace homeward {

/// A moment of the steady clock: for limits, breakers and latencies. Never shown to anybody.
using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;
/// A moment of the calendar: for what is shown and stored.
using WallTime = std::chrono::system_clock::time_point;

/// Where an edge asks for the time; decisions take the time as an argument instead.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
    virtual WallTime wallNow() const = 0;
};

class SystemClock final : public Clock
{
public:
    TimePoint now() const override { return std::chrono::steady_clock::now(); }
    WallTime wallNow() const override { return std::chrono::system_clock::now(); }
};

/// A clock that stands until a test moves it.
class ManualClock final : public Clock
{
public:
    TimePoint now() const override { return m_now; }
    WallTime wallNow() const override { return m_wallNow; }
    void advance(Duration step);

private:
    TimePoint m_now{std::chrono::hours(1)};
    WallTime m_wallNow{std::chrono::hours(24 * 365 * 50)};
};

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace homeward {

/// Tells which turns of one thread's event loop took longer than they may, and what took the time
/// in them: a turn of 10 ms is a defect, because everybody waits for it. For whoever looks for one
/// (`--log-level debug`); without a watch a step costs a comparison. A turn is all that one call
/// out of Qt's loop does, that is, an outermost step: how Qt's dispatchers tell of their turns
/// differs between them.
class TurnWatch
{
public:
    static constexpr Duration turnLimit = std::chrono::milliseconds(5);

    /// Watches the steps of the thread that makes it. One at a time a thread.
    explicit TurnWatch(Duration limit = turnLimit);
    ~TurnWatch();
    TurnWatch(const TurnWatch &) = delete;
    TurnWatch &operator=(const TurnWatch &) = delete;

    /// Turns over the limit so far.
    std::size_t longTurnCount() const { return m_longTurnCount; }

    /// A turn or a part of one, with a name of what runs in it. Parts may lie in one another.
    class Step
    {
    public:
        explicit Step(const char *name) : m_name(name), m_watch(currentWatch) { begin(); }
        /// Named after its type, as the compiler writes it (`c++filt` reads it).
        explicit Step(const std::type_info &type) : m_type(&type), m_watch(currentWatch)
        {
            begin();
        }
        ~Step()
        {
            if (m_watch)
                m_watch->stepEnded(*this);
        }
        Step(const Step &) = delete;
        Step &operator=(const Step &) = delete;

    private:
        friend class TurnWatch;
        void begin()
        {
            if (!m_watch)
                return;
            m_watch->m_depth += 1;
            m_begin = std::chrono::steady_clock::now();
        }
        std::string name() const;

        const char *m_name = nullptr;
        const std::type_info *m_type = nullptr;
        TurnWatch *m_watch;
        TimePoint m_begin;
    };

private:
    void turnEnded(Duration taken);
    void stepEnded(const Step &step);

    static thread_local TurnWatch *currentWatch;

    Duration m_limit;
    /// Steps that have begun and not ended.
    std::size_t m_depth = 0;
    std::size_t m_stepCount = 0;
    /// Of the steps of this turn those that took long, an inner one before the one around it.
    std::vector<std::string> m_longSteps;
    std::size_t m_longTurnCount = 0;
};

} // namespace homeward

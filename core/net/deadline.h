// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace homeward::net {

class DeadlineQueue;

/// One time limit of one object: calls its action when the time has come. Moving it later, which
/// every piece of a stream does, costs an assignment.
class Deadline
{
public:
    /// The queue must outlive the deadline. The action may destroy the deadline.
    Deadline(DeadlineQueue &queue, std::function<void()> action);
    ~Deadline();
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;

    void set(TimePoint at);
    /// `delay` from now; zero or less means no limit.
    void setAfter(Duration delay);
    void clear();
    bool isSet() const { return m_wanted.has_value(); }

private:
    friend class DeadlineQueue;
    static constexpr std::size_t notQueued = std::size_t(-1);

    DeadlineQueue &m_queue;
    std::function<void()> m_action;
    std::optional<TimePoint> m_wanted;
    std::size_t m_place = notQueued;
};

/// All deadlines of one thread behind one timer of Qt's.
class DeadlineQueue
{
public:
    explicit DeadlineQueue(const Clock &clock);
    DeadlineQueue(const DeadlineQueue &) = delete;
    DeadlineQueue &operator=(const DeadlineQueue &) = delete;

    const Clock &clock() const { return m_clock; }
    /// Runs what is due; the timer calls it, and tests with a clock of their own.
    void runDue();

private:
    friend class Deadline;
    struct Entry
    {
        TimePoint at;
        Deadline *deadline = nullptr;
    };

    void schedule(Deadline &deadline, TimePoint at);
    void remove(Deadline &deadline);
    void place(std::size_t index, const Entry &entry);
    void siftUp(std::size_t index);
    void siftDown(std::size_t index);
    void startTimer();

    const Clock &m_clock;
    std::vector<Entry> m_heap;
    QTimer m_timer;
    std::optional<TimePoint> m_timerAt;
};

} // namespace homeward::net

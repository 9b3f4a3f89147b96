// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/deadline.h"

#include "base/turn_watch.h"

#include <algorithm>

namespace homeward::net {

Deadline::Deadline(DeadlineQueue &queue, std::function<void()> action)
    : m_queue(queue),
      m_action(std::move(action))
{ }

Deadline::~Deadline()
{
    m_queue.remove(*this);
}

void Deadline::set(TimePoint at)
{
    m_wanted = at;
    // A queued entry that is due earlier stays: when it comes up it is queued anew.
    if (m_place == notQueued || at < m_queue.m_heap[m_place].at)
        m_queue.schedule(*this, at);
}

void Deadline::setAfter(Duration delay)
{
    if (delay <= Duration::zero())
        return clear();
    set(m_queue.m_clock.now() + delay);
}

void Deadline::clear()
{
    m_wanted.reset();
}

DeadlineQueue::DeadlineQueue(const Clock &clock) : m_clock(clock)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
        m_timerAt.reset();
        runDue();
    });
}

void DeadlineQueue::runDue()
{
    const TurnWatch::Step turn("the deadlines that are due");
    const TimePoint now = m_clock.now();
    while (!m_heap.empty() && m_heap.front().at <= now) {
        Deadline &deadline = *m_heap.front().deadline;
        remove(deadline);
        if (!deadline.m_wanted)
            continue;
        if (*deadline.m_wanted > now) {
            schedule(deadline, *deadline.m_wanted);
            continue;
        }
        deadline.m_wanted.reset();
        // A copy, because the action may destroy the deadline and with it the function.
        const auto action = deadline.m_action;
        const TurnWatch::Step step("a deadline");
        action();
    }
    startTimer();
}

void DeadlineQueue::schedule(Deadline &deadline, TimePoint at)
{
    if (deadline.m_place == Deadline::notQueued) {
        deadline.m_place = m_heap.size();
        m_heap.push_back(Entry{at, &deadline});
    } else {
        m_heap[deadline.m_place].at = at;
    }
    siftUp(deadline.m_place);
    startTimer();
}

void DeadlineQueue::remove(Deadline &deadline)
{
    const std::size_t index = deadline.m_place;
    if (index == Deadline::notQueued)
        return;
    deadline.m_place = Deadline::notQueued;
    const Entry last = m_heap.back();
    m_heap.pop_back();
    if (index == m_heap.size())
        return;
    place(index, last);
    siftUp(index);
    siftDown(last.deadline->m_place);
}

void DeadlineQueue::place(std::size_t index, const Entry &entry)
{
    m_heap[index] = entry;
    entry.deadline->m_place = index;
}

void DeadlineQueue::siftUp(std::size_t index)
{
    const Entry entry = m_heap[index];
    while (index > 0) {
        const std::size_t parent = (index - 1) / 2;
        if (m_heap[parent].at <= entry.at)
            break;
        place(index, m_heap[parent]);
        index = parent;
    }
    place(index, entry);
}

void DeadlineQueue::siftDown(std::size_t index)
{
    const Entry entry = m_heap[index];
    while (true) {
        std::size_t child = index * 2 + 1;
        if (child >= m_heap.size())
            break;
        if (child + 1 < m_heap.size() && m_heap[child + 1].at < m_heap[child].at)
            ++child;
        if (entry.at <= m_heap[child].at)
            break;
        place(index, m_heap[child]);
        index = child;
    }
    place(index, entry);
}

void DeadlineQueue::startTimer()
{
    if (m_heap.empty())
        return;
    const TimePoint next = m_heap.front().at;
    if (m_timerAt && *m_timerAt <= next)
        return;
    m_timerAt = next;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - m_clock.now());
    // A timer of Qt's takes milliseconds as an int; whatever is later is looked at again then.
    constexpr std::chrono::milliseconds longest{24 * 3600 * 1000};
    m_timer.start(std::clamp(left, std::chrono::milliseconds{0}, longest));
}

} // namespace homeward::net

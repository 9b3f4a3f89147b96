// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/poller.h"

#include "base/turn_watch.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <deque>
#include <unordered_map>

#include <poll.h>
#ifdef Q_OS_LINUX
#include <sys/epoll.h>
#include <unistd.h>
#endif

namespace homeward::net {

namespace {

#ifdef POLLRDHUP
constexpr short hangUpEvent = POLLRDHUP;
#else
constexpr short hangUpEvent = 0;
#endif

/// Tasks that run once control is back in the event loop.
class DeferredTasks
{
public:
    DeferredTasks()
    {
        m_timer.setSingleShot(true);
        m_timer.setInterval(0);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { runSome(); });
    }

    void add(std::function<void()> task)
    {
        m_tasks.push_back(std::move(task));
        if (!m_isRunBySomebody && !m_timer.isActive())
            m_timer.start();
    }

    /// Somebody calls runSome() soon and often, until this is said again with false: that is
    /// cheaper than a timer.
    void setRunBySomebody(bool isRun)
    {
        m_isRunBySomebody = isRun;
        if (!isRun && !m_tasks.empty())
            m_timer.start();
    }

    /// Runs what was there at the beginning; what these add waits for the next time.
    void runSome()
    {
        if (m_tasks.empty())
            return;
        const TurnWatch::Step turn("the deferred tasks");
        for (std::size_t count = m_tasks.size(); count > 0; --count) {
            const auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            const TurnWatch::Step step("a deferred task");
            task();
        }
        if (!m_isRunBySomebody && !m_tasks.empty())
            m_timer.start();
    }

private:
    std::deque<std::function<void()>> m_tasks;
    bool m_isRunBySomebody = false;
    QTimer m_timer;
};

#ifdef Q_OS_LINUX
class EpollPoller final : public Poller
{
public:
    EpollPoller()
        : m_epoll(::epoll_create1(EPOLL_CLOEXEC)),
          m_notifier(m_epoll, QSocketNotifier::Read)
    {
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier,
                         [this] { dispatch(); });
    }
    ~EpollPoller() override
    {
        m_notifier.setEnabled(false);
        ::close(m_epoll);
    }
    Q_DISABLE_COPY_MOVE(EpollPoller)

    void add(int descriptor, PollHandler *handler, unsigned interest) override
    {
        control(EPOLL_CTL_ADD, descriptor, handler, interest);
    }
    void change(int descriptor, PollHandler *handler, unsigned interest) override
    {
        control(EPOLL_CTL_MOD, descriptor, handler, interest);
    }
    void remove(int descriptor, PollHandler *handler) override
    {
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, descriptor, nullptr);
        for (int i = m_next; i < m_count; ++i) {
            if (m_events[std::size_t(i)].data.ptr == handler)
                m_events[std::size_t(i)].data.ptr = nullptr;
        }
    }
    void defer(std::function<void()> task) override { m_deferred.add(std::move(task)); }

private:
    void control(int operation, int descriptor, PollHandler *handler, unsigned interest)
    {
        epoll_event event{};
        event.events = (interest & Readable ? unsigned(EPOLLIN) : 0)
            | (interest & Writable ? unsigned(EPOLLOUT) : 0)
            | (interest & HungUp ? unsigned(EPOLLRDHUP) : 0);
        event.data.ptr = handler;
        ::epoll_ctl(m_epoll, operation, descriptor, &event);
    }

    /// Several rounds for one turn of Qt's loop: under load a round is cheaper than a turn. What
    /// the handlers of a round put off runs at its end.
    void dispatch()
    {
        const TurnWatch::Step turn("the descriptors that are ready");
        constexpr int roundLimit = 8;
        m_deferred.setRunBySomebody(true);
        for (int round = 0; round < roundLimit; ++round) {
            m_count = ::epoll_wait(m_epoll, m_events.data(), int(m_events.size()), 0);
            if (m_count <= 0)
                break;
            for (m_next = 0; m_next < m_count;) {
                const epoll_event event = m_events[std::size_t(m_next++)];
                if (!event.data.ptr)
                    continue;
                auto &handler = *static_cast<PollHandler *>(event.data.ptr);
                const TurnWatch::Step step(typeid(handler));
                handler.descriptorReady(readinessOf(event.events));
            }
            m_deferred.runSome();
        }
        m_count = m_next = 0;
        m_deferred.setRunBySomebody(false);
    }

    static unsigned readinessOf(unsigned events)
    {
        return (events & EPOLLIN ? unsigned(Readable) : 0)
            | (events & EPOLLOUT ? unsigned(Writable) : 0)
            | (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR) ? unsigned(HungUp) : 0);
    }

    int m_epoll;
    QSocketNotifier m_notifier;
    DeferredTasks m_deferred;
    std::array<epoll_event, 256> m_events{};
    int m_next = 0;
    int m_count = 0;
};
#endif

/// Two QSocketNotifiers a descriptor. They cannot tell of a hang-up alone, so that a timer asks
/// about those descriptors that nobody reads.
class NotifierPoller final : public Poller
{
public:
    NotifierPoller()
    {
        constexpr std::chrono::milliseconds hangUpInterval{200};
        m_hangUpTimer.setInterval(hangUpInterval);
        QObject::connect(&m_hangUpTimer, &QTimer::timeout, &m_hangUpTimer,
                         [this] { reportHangUps(); });
    }

    void add(int descriptor, PollHandler *handler, unsigned interest) override
    {
        auto entry = std::make_unique<Entry>(descriptor, handler);
        QObject::connect(&entry->read, &QSocketNotifier::activated, &entry->read,
                         [handler] { handler->descriptorReady(Readable); });
        QObject::connect(&entry->write, &QSocketNotifier::activated, &entry->write,
                         [handler] { handler->descriptorReady(Writable); });
        setInterest(*entry, interest);
        m_entries[descriptor] = std::move(entry);
    }
    void change(int descriptor, PollHandler *, unsigned interest) override
    {
        const auto found = m_entries.find(descriptor);
        if (found != m_entries.end())
            setInterest(*found->second, interest);
    }
    void remove(int descriptor, PollHandler *) override
    {
        const auto found = m_entries.find(descriptor);
        if (found == m_entries.end())
            return;
        setInterest(*found->second, NotReady);
        // Possibly inside this entry's own signal: it must outlive the call.
        if (m_removed.empty())
            m_deferred.add([this] { m_removed.clear(); });
        m_removed.push_back(std::move(found->second));
        m_entries.erase(found);
    }
    void defer(std::function<void()> task) override { m_deferred.add(std::move(task)); }

private:
    struct Entry
    {
        Entry(int watched, PollHandler *receiver)
            : descriptor(watched),
              handler(receiver),
              read(watched, QSocketNotifier::Read),
              write(watched, QSocketNotifier::Write)
        { }
        int descriptor;
        PollHandler *handler;
        QSocketNotifier read;
        QSocketNotifier write;
        /// Both sides closed, or failed: that is always told, and by the reading too.
        bool isWatchedForFailure = false;
        bool isWatchedForHangUp = false;
    };

    void setInterest(Entry &entry, unsigned interest)
    {
        entry.read.setEnabled(interest & Readable);
        entry.write.setEnabled(interest & Writable);
        entry.isWatchedForFailure = (interest & Readable) == 0;
        entry.isWatchedForHangUp = entry.isWatchedForFailure && (interest & HungUp);
        if (entry.isWatchedForFailure && !m_hangUpTimer.isActive())
            m_hangUpTimer.start();
    }

    void reportHangUps()
    {
        std::vector<pollfd> watched;
        std::vector<const Entry *> entries;
        for (const auto &[descriptor, entry] : m_entries) {
            if (!entry->isWatchedForFailure)
                continue;
            watched.push_back(
                pollfd{descriptor, entry->isWatchedForHangUp ? hangUpEvent : short(0), 0});
            entries.push_back(entry.get());
        }
        if (watched.empty()) {
            m_hangUpTimer.stop();
            return;
        }
        ::poll(watched.data(), nfds_t(watched.size()), 0);
        for (std::size_t i = 0; i < watched.size(); ++i) {
            // An earlier handler may have removed this one, and reused its descriptor.
            const auto found = m_entries.find(watched[i].fd);
            if (watched[i].revents != 0 && found != m_entries.end()
                && found->second.get() == entries[i] && entries[i]->isWatchedForFailure) {
                entries[i]->handler->descriptorReady(HungUp);
            }
        }
    }

    std::unordered_map<int, std::unique_ptr<Entry>> m_entries;
    std::vector<std::unique_ptr<Entry>> m_removed;
    DeferredTasks m_deferred;
    QTimer m_hangUpTimer;
};

} // namespace

std::unique_ptr<Poller> Poller::create(Kind kind)
{
#ifdef Q_OS_LINUX
    if (kind == Kind::Best)
        return std::make_unique<EpollPoller>();
#else
    Q_UNUSED(kind);
#endif
    return std::make_unique<NotifierPoller>();
}

} // namespace homeward::net

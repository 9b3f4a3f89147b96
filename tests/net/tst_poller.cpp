// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/poller.h"

#include <QTest>

#include <array>
#include <functional>
#include <memory>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace homeward::net;

namespace {

/// Two connected sockets; what is written to one can be read from the other.
class SocketPair
{
public:
    SocketPair() { ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, m_ends.data()); }
    ~SocketPair()
    {
        for (const int end : m_ends) {
            if (end >= 0)
                ::close(end);
        }
    }
    Q_DISABLE_COPY_MOVE(SocketPair)

    int watched() const { return m_ends[0]; }
    int peer() const { return m_ends[1]; }
    void send(std::size_t count = 1) const
    {
        const std::string bytes(count, 'x');
        QCOMPARE(::write(peer(), bytes.data(), count), ssize_t(count));
    }
    void closePeer() { ::close(std::exchange(m_ends[1], -1)); }
    void closeWatched() { ::close(std::exchange(m_ends[0], -1)); }

private:
    std::array<int, 2> m_ends{-1, -1};
};

class Handler final : public PollHandler
{
public:
    void descriptorReady(unsigned readiness) override
    {
        count += 1;
        seen |= readiness;
        const auto copy = react;
        copy();
    }

    int count = 0;
    unsigned seen = NotReady;
    std::function<void()> react = [] {};
};

} // namespace

class TestPoller : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void reportsReadableUntilRead();
    void reportsWritable();
    void reportsWhatItIsAskedFor();
    void reportsAHangUpToWhoDoesNotRead();
    void callsNobodyAfterRemove();
    void mayRemoveAnotherDuringDispatch();
    void mayRemoveItselfDuringDispatch();
    void mayReuseADescriptorDuringDispatch();
    void defersInOrder();
    void defersAfterTheHandlersOfATurn();

private:
    /// Runs turns of the event loop until what was ready when this was called has been reported.
    void settle()
    {
        bool isDone = false;
        m_poller->defer([&] { m_poller->defer([&] { isDone = true; }); });
        QTRY_VERIFY(isDone);
    }

    std::unique_ptr<Poller> m_poller;
};

void TestPoller::initTestCase_data()
{
    QTest::addColumn<bool>("isBest");

    QTest::newRow("best") << true;
    QTest::newRow("notifiers") << false;
}

void TestPoller::init()
{
    QFETCH_GLOBAL(bool, isBest);
    m_poller = Poller::create(isBest ? Poller::Kind::Best : Poller::Kind::Notifiers);
}

void TestPoller::reportsReadableUntilRead()
{
    const SocketPair pair;
    Handler handler;
    m_poller->add(pair.watched(), &handler, Readable);
    settle();
    QCOMPARE(handler.count, 0);
    pair.send(2);
    std::string read;
    handler.react = [&] {
        char byte = 0;
        if (::read(pair.watched(), &byte, 1) == 1)
            read += byte;
    };
    // One byte each time: the second one is reported again.
    QTRY_COMPARE(read, std::string("xx"));
    QCOMPARE(handler.seen, unsigned(Readable));
    const int count = handler.count;
    settle();
    QCOMPARE(handler.count, count);
    m_poller->remove(pair.watched(), &handler);
}

void TestPoller::reportsWritable()
{
    const SocketPair pair;
    Handler handler;
    m_poller->add(pair.watched(), &handler, Writable);
    QTRY_VERIFY(handler.count > 0);
    QCOMPARE(handler.seen, unsigned(Writable));
    const std::string block(4096, 'x');
    while (::write(pair.watched(), block.data(), block.size()) > 0)
        continue;
    settle();
    const int count = handler.count;
    settle();
    QCOMPARE(handler.count, count);
    m_poller->remove(pair.watched(), &handler);
}

void TestPoller::reportsWhatItIsAskedFor()
{
    const SocketPair pair;
    Handler handler;
    pair.send();
    m_poller->add(pair.watched(), &handler, NotReady);
    settle();
    QCOMPARE(handler.count, 0);
    m_poller->change(pair.watched(), &handler, Readable);
    QTRY_VERIFY(handler.count > 0);
    QCOMPARE(handler.seen, unsigned(Readable));
    m_poller->change(pair.watched(), &handler, NotReady);
    const int count = handler.count;
    settle();
    QCOMPARE(handler.count, count);
    m_poller->remove(pair.watched(), &handler);
}

void TestPoller::reportsAHangUpToWhoDoesNotRead()
{
    SocketPair pair;
    Handler handler;
    m_poller->add(pair.watched(), &handler, HungUp);
    pair.send();
    settle();
    QCOMPARE(handler.count, 0);
    handler.react = [&] { m_poller->remove(pair.watched(), &handler); };
    pair.closePeer();
    QTRY_COMPARE(handler.count, 1);
    QVERIFY(handler.seen & HungUp);
    settle();
    QCOMPARE(handler.count, 1);
}

void TestPoller::callsNobodyAfterRemove()
{
    const SocketPair pair;
    auto handler = std::make_unique<Handler>();
    pair.send();
    m_poller->add(pair.watched(), handler.get(), Readable | Writable | HungUp);
    m_poller->remove(pair.watched(), handler.get());
    settle();
    QCOMPARE(handler->count, 0);
    // And it may be added again.
    m_poller->add(pair.watched(), handler.get(), Readable);
    QTRY_VERIFY(handler->count > 0);
    m_poller->remove(pair.watched(), handler.get());
}

void TestPoller::mayRemoveAnotherDuringDispatch()
{
    constexpr std::size_t count = 8;
    std::array<SocketPair, count> pairs;
    std::array<std::unique_ptr<Handler>, count> handlers;
    int calls = 0;
    for (std::size_t i = 0; i < count; ++i) {
        pairs[i].send();
        handlers[i] = std::make_unique<Handler>();
        // Whichever comes first ends all the others, which are ready in the same turn.
        handlers[i]->react = [&, i] {
            calls += 1;
            for (std::size_t other = 0; other < count; ++other) {
                if (other == i || !handlers[other])
                    continue;
                m_poller->remove(pairs[other].watched(), handlers[other].get());
                handlers[other].reset();
            }
            m_poller->change(pairs[i].watched(), handlers[i].get(), NotReady);
        };
        m_poller->add(pairs[i].watched(), handlers[i].get(), Readable);
    }
    QTRY_COMPARE(calls, 1);
    settle();
    QCOMPARE(calls, 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (handlers[i])
            m_poller->remove(pairs[i].watched(), handlers[i].get());
    }
}

void TestPoller::mayRemoveItselfDuringDispatch()
{
    const SocketPair pair;
    pair.send();
    auto handler = std::make_unique<Handler>();
    int calls = 0;
    handler->react = [&] {
        calls += 1;
        m_poller->remove(pair.watched(), handler.get());
        handler.reset();
    };
    m_poller->add(pair.watched(), handler.get(), Readable | Writable);
    QTRY_COMPARE(calls, 1);
    settle();
    QCOMPARE(calls, 1);
}

/// A connection is closed, and the next one gets its number: it must not get its news.
void TestPoller::mayReuseADescriptorDuringDispatch()
{
    std::array<SocketPair, 2> pairs;
    std::array<Handler, 2> handlers;
    Handler fresh;
    int reused = -1;
    for (std::size_t i = 0; i < 2; ++i) {
        pairs[i].send();
        handlers[i].react = [&, i] {
            if (reused >= 0)
                return;
            const int number = pairs[1 - i].watched();
            m_poller->remove(number, &handlers[1 - i]);
            pairs[1 - i].closeWatched();
            reused = ::fcntl(pairs[i].peer(), F_DUPFD, number);
            QCOMPARE(reused, number);
            m_poller->add(reused, &fresh, Readable);
            m_poller->remove(pairs[i].watched(), &handlers[i]);
        };
        m_poller->add(pairs[i].watched(), &handlers[i], Readable);
    }
    QTRY_VERIFY(reused >= 0);
    settle();
    // Nothing was ever sent to the fresh one.
    QCOMPARE(fresh.count, 0);
    QCOMPARE(handlers[0].count + handlers[1].count, 1);
    m_poller->remove(reused, &fresh);
    ::close(reused);
}

void TestPoller::defersInOrder()
{
    std::string order;
    m_poller->defer([&] {
        order += 'a';
        m_poller->defer([&] { order += 'c'; });
    });
    m_poller->defer([&] { order += 'b'; });
    QCOMPARE(order, std::string());
    QTRY_COMPARE(order, std::string("abc"));
}

void TestPoller::defersAfterTheHandlersOfATurn()
{
    std::array<SocketPair, 2> pairs;
    std::array<Handler, 2> handlers;
    std::string order;
    for (std::size_t i = 0; i < 2; ++i) {
        pairs[i].send();
        handlers[i].react = [&, i] {
            order += 'h';
            m_poller->defer([&] { order += 'd'; });
            m_poller->remove(pairs[i].watched(), &handlers[i]);
        };
        m_poller->add(pairs[i].watched(), &handlers[i], Readable);
    }
    QTRY_COMPARE(order, std::string("hhdd"));
}

QTEST_GUILESS_MAIN(TestPoller)
#include "tst_poller.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include <vector>

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;
using namespace std::chrono_literals;

/// The time limits of a call, on a clock that the test moves.
class TestCallLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsConnecting_data();
    void endsConnecting();
    void endsATlsHandshake();
    void endsTheWaitForTheHead_data();
    void endsTheWaitForTheHead();
    void startsTheWaitForTheHeadAnewForEachConnection();
    void countsProgressOfSending();
    void endsAnAnswerThatStandsStill();
    void doesNotCountPauses();
    void endsAnAnswerThatTakesLong_data();
    void endsAnAnswerThatTakesLong();
    void hasNoLimitAtZero();
};

namespace {

constexpr CallLimits limits{.connect = 3s, .firstByte = 600s, .idle = 300s, .total = 0s};

/// Lets everything happen that is due: another call needs several turns of the event loop.
void settle(TestedClient &tested, ScriptedServer &server)
{
    Origin other = originOf(server);
    other.authority = "another";
    RecordedCall call(tested, other, requestOf("GET", "/settle"));
    QCOMPARE(call.end(), std::string("200 "));
}

} // namespace

void TestCallLimits::endsConnecting_data()
{
    QTest::addColumn<int>("connect");
    QTest::addColumn<int>("total");
    QTest::addColumn<int>("end");

    QTest::newRow("connect") << 3 << 0 << 3;
    QTest::newRow("total") << 30 << 5 << 5;
}

void TestCallLimits::endsConnecting()
{
    QFETCH(int, connect);
    QFETCH(int, total);
    QFETCH(int, end);

    SilentPort silent;
    TestedClient tested;
    const Origin origin{.address = {.host = "127.0.0.1", .port = silent.port(), .tls = {}},
                        .authority = "silent"};
    RecordedCall call(tested, origin, requestOf("GET"),
                      CallLimits{.connect = std::chrono::seconds(connect),
                                 .firstByte = 1s,
                                 .idle = 1s,
                                 .total = std::chrono::seconds(total)});
    tested.advance(std::chrono::seconds(end) - 1ms);
    QCOMPARE(call.outcome(), std::string(" ..."));
    tested.advance(1ms);
    QCOMPARE(call.outcome(), std::string("ConnectTimeout"));
    QVERIFY(call.failure->connectStage == net::ConnectFailure::Stage::Connect);
    QVERIFY(isTimeout(call.failure->kind));
}

void TestCallLimits::endsATlsHandshake()
{
    ScriptedServer server;
    TestedClient tested;
    Origin origin = originOf(server);
    origin.address.tls.isTls = true;
    RecordedCall call(tested, origin, requestOf("GET"), limits);
    QTRY_COMPARE(server.connectionCount(), 1);
    settle(tested, server);
    tested.advance(3s);
    QCOMPARE(call.outcome(), std::string("ConnectTimeout"));
    QVERIFY(call.failure->connectStage == net::ConnectFailure::Stage::Tls);
}

void TestCallLimits::endsTheWaitForTheHead_data()
{
    QTest::addColumn<std::string>("begun");

    QTest::newRow("nothing") << std::string();
    QTest::newRow("an interim answer") << std::string("HTTP/1.1 100 Continue\r\n\r\n");
    QTest::newRow("part of the head") << std::string("HTTP/1.1 200 OK\r\nA: b\r\n");
}

void TestCallLimits::endsTheWaitForTheHead()
{
    QFETCH(std::string, begun);

    ScriptedServer server;
    TestedClient tested;
    server.then(raw({begun}));
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"), limits);
    QTRY_COMPARE(server.requests().size(), std::size_t(1));
    settle(tested, server);
    tested.advance(600s - 1ms);
    QCOMPARE(call.outcome(), std::string(" ..."));
    tested.advance(1ms);
    QCOMPARE(call.outcome(), std::string("FirstByteTimeout"));
    // The idle connection of settle() has had its time as well.
    QTRY_COMPARE(server.openConnectionCount(), 0);
}

void TestCallLimits::startsTheWaitForTheHeadAnewForEachConnection()
{
    ScriptedServer server;
    TestedClient tested(PoolLimits{.idleTime = 1h});
    RecordedCall first(tested, originOf(server), requestOf("GET"), limits);
    QCOMPARE(first.end(), std::string("200 "));
    std::optional<Exchange> stale;
    server.then([&](const Exchange &exchange) { stale = exchange; });
    RecordedCall call(tested, originOf(server), requestOf("GET"), limits);
    QTRY_VERIFY(stale);
    tested.advance(599s);
    server.then(hang());
    stale->close();
    QTRY_COMPARE(server.requests().size(), std::size_t(3));
    tested.advance(599s);
    QCOMPARE(call.outcome(), std::string(" ..."));
    tested.advance(1s);
    QCOMPARE(call.outcome(), std::string("FirstByteTimeout"));
}

void TestCallLimits::countsProgressOfSending()
{
    ScriptedServer server(ServerOptions{.tls = {}, .isAnsweringAtHead = true});
    TestedClient tested;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) {
        exchange = begun;
        begun.setReading(false);
    });
    const std::size_t size = std::size_t(64) << 20;
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", std::string(size, 'x')),
                      limits);
    QTRY_VERIFY(exchange);
    settle(tested, server);
    // Reading some of it lets the client send some.
    const std::size_t before = exchange->request().body.size();
    exchange->setReading(true);
    QTRY_VERIFY(exchange->request().body.size() > before + (std::size_t(8) << 20));
    exchange->setReading(false);
    QVERIFY(exchange->request().body.size() < size);
    settle(tested, server);
    tested.advance(600s);
    QCOMPARE(call.outcome(), std::string(" ..."));
    tested.advance(600s);
    QCOMPARE(call.outcome(), std::string("FirstByteTimeout"));
}

void TestCallLimits::endsAnAnswerThatStandsStill()
{
    ScriptedServer server;
    TestedClient tested;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) { exchange = begun; });
    RecordedCall call(tested, originOf(server), requestOf("GET"), limits);
    QTRY_VERIFY(exchange);
    exchange->send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
    QVERIFY(call.waitForHead());
    for (std::size_t count = 1; count < 4; ++count) {
        tested.advance(300s - 1ms);
        exchange->send("a");
        QVERIFY(call.waitForBody(count));
    }
    tested.advance(300s - 1ms);
    QCOMPARE(call.outcome(), std::string("200 aaa ..."));
    tested.advance(1ms);
    QCOMPARE(call.outcome(), std::string("200 aaa IdleTimeout"));
}

void TestCallLimits::doesNotCountPauses()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"}));
    RecordedCall call(tested, originOf(server), requestOf("GET"), limits);
    QVERIFY(call.waitForHead());
    call.setReading(false);
    tested.advance(10h);
    QCOMPARE(call.outcome(), std::string("200  ..."));
    call.setReading(true);
    // Reading goes on in the next turn; the queue's timer knows nothing of this clock's leap.
    tested.advance(0s);
    tested.advance(300s - 1ms);
    QCOMPARE(call.outcome(), std::string("200  ..."));
    tested.advance(1ms);
    QCOMPARE(call.outcome(), std::string("200 IdleTimeout"));
}

void TestCallLimits::endsAnAnswerThatTakesLong_data()
{
    QTest::addColumn<std::string>("begun");
    QTest::addColumn<std::string>("wanted");

    QTest::newRow("before the head") << std::string() << std::string("TotalTimeout");
    QTest::newRow("in the body") << std::string("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
                                 << std::string("200 TotalTimeout");
}

void TestCallLimits::endsAnAnswerThatTakesLong()
{
    QFETCH(std::string, begun);
    QFETCH(std::string, wanted);

    ScriptedServer server;
    TestedClient tested;
    server.then(raw({begun}));
    RecordedCall call(tested, originOf(server), requestOf("GET"), CallLimits{.total = 10s});
    QTRY_COMPARE(server.requests().size(), std::size_t(1));
    if (!begun.empty()) {
        QVERIFY(call.waitForHead());
        // Unlike the one between pieces, this limit holds in pauses.
        call.setReading(false);
    }
    tested.advance(10s - 1ms);
    QVERIFY(!call.failure);
    tested.advance(1ms);
    QCOMPARE(call.outcome(), wanted);
}

void TestCallLimits::hasNoLimitAtZero()
{
    ScriptedServer server;
    TestedClient tested;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) { exchange = begun; });
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    tested.advance(1000h);
    QTRY_VERIFY(exchange);
    tested.advance(1000h);
    exchange->send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n");
    QVERIFY(call.waitForHead());
    tested.advance(1000h);
    exchange->send("a");
    QCOMPARE(call.end(), std::string("200 a"));
    // The limits of a call that has ended do not run on.
    tested.advance(1000h);
    QCOMPARE(call.outcome(), std::string("200 a"));
}

QTEST_GUILESS_MAIN(TestCallLimits)
#include "tst_call_limits.moc"

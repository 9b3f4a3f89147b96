// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include "upstream/connection_pool.h"

#include <vector>

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;
using namespace std::chrono_literals;

/// Which connections are kept, for how long, and what happens when one turns out to be dead.
class TestConnectionPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsOriginsApart_data();
    void knowsOriginsApart();
    void keepsConnectionsOfEachOrigin();
    void opensOneForEachCallAtATime();
    void walksPastStaleConnections_data();
    void walksPastStaleConnections();
    void triesNoOtherAfterAByte();
    void triesAFreshConnectionOnce();
    void looksBeforeItReuses_data();
    void looksBeforeItReuses();
    void dropsWhatEndsOrSpeaksWhileIdle_data();
    void dropsWhatEndsOrSpeaksWhileIdle();
    void dropsWhatIsIdleForLong();
    void keepsNoMoreThanItsLimits_data();
    void keepsNoMoreThanItsLimits();
    void dropsEverythingWhenTold();
};

namespace {

/// Makes `count` connections that are idle afterwards.
void makeIdle(TestedClient &tested, ScriptedServer &server, int count,
              const std::vector<Origin> &origins = {})
{
    std::vector<Exchange> exchanges;
    std::vector<std::unique_ptr<RecordedCall>> calls;
    for (int i = 0; i < count; ++i) {
        server.then([&exchanges](const Exchange &exchange) { exchanges.push_back(exchange); });
        const Origin origin = origins.empty() ? originOf(server) : origins[std::size_t(i)];
        calls.push_back(std::make_unique<RecordedCall>(tested, origin, requestOf("GET")));
    }
    QTRY_COMPARE(exchanges.size(), std::size_t(count));
    for (const Exchange &exchange : exchanges)
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    for (const auto &call : calls)
        QCOMPARE(call->end(), std::string("200 "));
}

} // namespace

void TestConnectionPool::knowsOriginsApart_data()
{
    QTest::addColumn<std::function<void(Origin &)>>("change");
    QTest::addColumn<bool>("isSame");

    using Change = std::function<void(Origin &)>;
    QTest::newRow("nothing") << Change([](Origin &) {}) << true;
    QTest::newRow("host") << Change([](Origin &o) { o.address.host = "other"; }) << false;
    QTest::newRow("port") << Change([](Origin &o) { o.address.port = 2; }) << false;
    QTest::newRow("authority") << Change([](Origin &o) { o.authority = "other"; }) << false;
    QTest::newRow("TLS") << Change([](Origin &o) { o.address.tls.isTls = false; }) << false;
    QTest::newRow("authorities") << Change([](Origin &o) { o.address.tls.caFile = "y"; }) << false;
    QTest::newRow("pin") << Change([](Origin &o) { o.address.tls.pinnedSha256 = "y"; }) << false;
}

void TestConnectionPool::knowsOriginsApart()
{
    QFETCH(std::function<void(Origin &)>, change);
    QFETCH(bool, isSame);

    const Origin origin{
        .address
        = {.host = "name", .port = 1, .tls = {.isTls = true, .caFile = "x", .pinnedSha256 = "x"}},
        .authority = "name:1"};
    Origin other = origin;
    change(other);
    QCOMPARE(isSameOrigin(origin, other), isSame);
    if (isSame)
        QCOMPARE(OriginHash()(origin), OriginHash()(other));
}

void TestConnectionPool::keepsConnectionsOfEachOrigin()
{
    ScriptedServer server;
    TestedClient tested;
    Origin byName = originOf(server);
    byName.authority = "localhost:1";
    for (int round = 0; round < 3; ++round) {
        for (const Origin &origin : {originOf(server), byName}) {
            RecordedCall call(tested, origin, requestOf("GET"));
            QCOMPARE(call.end(), std::string("200 "));
        }
    }
    QCOMPARE(server.connectionCount(), 2);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(2));
    for (const RecordedRequest &request : server.requests()) {
        const std::string host(*request.fields.find("Host"));
        QCOMPARE(host, request.connection == 1 ? originOf(server).authority : byName.authority);
    }
}

void TestConnectionPool::opensOneForEachCallAtATime()
{
    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, 8);
    QCOMPARE(server.connectionCount(), 8);
    makeIdle(tested, server, 8);
    QCOMPARE(server.connectionCount(), 8);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(8));
}

void TestConnectionPool::walksPastStaleConnections_data()
{
    QTest::addColumn<Then>("then");
    QTest::addColumn<int>("staleCount");

    QTest::newRow("one closed") << Then::Close << 1;
    QTest::newRow("one reset") << Then::Reset << 1;
    QTest::newRow("several closed") << Then::Close << 5;
    QTest::newRow("several reset") << Then::Reset << 5;
}

/// cases.md, A15: the server closes idle connections just when they are used.
void TestConnectionPool::walksPastStaleConnections()
{
    QFETCH(Then, then);
    QFETCH(int, staleCount);

    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, staleCount);
    for (int i = 0; i < staleCount; ++i)
        server.then(raw({}, then));
    RecordedCall call(tested, originOf(server), requestOf("POST", "/x", "the body"));
    QCOMPARE(call.end(), std::string("200 "));
    QVERIFY(!call.isOutOfOrder);
    QCOMPARE(server.connectionCount(), staleCount + 1);
    QCOMPARE(server.requests().size(), std::size_t(2 * staleCount + 1));
    for (std::size_t i = std::size_t(staleCount); i < server.requests().size(); ++i) {
        QCOMPARE(server.requests()[i].head, server.requests().back().head);
        QCOMPARE(server.requests()[i].body, std::string("the body"));
    }
}

void TestConnectionPool::triesNoOtherAfterAByte()
{
    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, 2);
    server.then(raw({"H"}, Then::Close));
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
    QCOMPARE(call.end(), std::string("NoAnswer"));
    QCOMPARE(server.requests().size(), std::size_t(3));
}

void TestConnectionPool::triesAFreshConnectionOnce()
{
    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, 1);
    server.always(closing());
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
    QCOMPARE(call.end(), std::string("NoAnswer"));
    QCOMPARE(server.requests().size(), std::size_t(3));
}

void TestConnectionPool::looksBeforeItReuses_data()
{
    QTest::addColumn<std::string>("lastBytes");

    QTest::newRow("closed") << std::string();
    QTest::newRow("answered unasked")
        << std::string("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
}

/// The news is in the system's buffers, and the event loop has had no turn to tell it.
void TestConnectionPool::looksBeforeItReuses()
{
    QFETCH(std::string, lastBytes);

    ScriptedServer server;
    TestedClient tested;
    std::optional<Exchange> first;
    server.then([&](const Exchange &exchange) {
        first = exchange;
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    RecordedCall before(tested, originOf(server), requestOf("GET"));
    QCOMPARE(before.end(), std::string("200 "));
    if (lastBytes.empty())
        first->close();
    else
        first->send(lastBytes);
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
    QCOMPARE(call.end(), std::string("200 "));
    QCOMPARE(server.requests().size(), std::size_t(2));
    QCOMPARE(server.requests().back().connection, 2);
}

void TestConnectionPool::dropsWhatEndsOrSpeaksWhileIdle_data()
{
    QTest::addColumn<std::function<void(const Exchange &)>>("act");

    using Act = std::function<void(const Exchange &)>;
    QTest::newRow("closed") << Act([](const Exchange &exchange) { exchange.close(); });
    QTest::newRow("reset") << Act([](const Exchange &exchange) { exchange.reset(); });
    QTest::newRow("closed on one side")
        << Act([](const Exchange &exchange) { exchange.finishWriting(); });
    QTest::newRow("a byte") << Act([](const Exchange &exchange) { exchange.send("H"); });
}

void TestConnectionPool::dropsWhatEndsOrSpeaksWhileIdle()
{
    QFETCH(std::function<void(const Exchange &)>, act);

    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, 2);
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &made) {
        exchange = made;
        made.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    QCOMPARE(call.end(), std::string("200 "));
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(2));
    act(*exchange);
    QTRY_COMPARE(tested.client.idleConnectionCount(), std::size_t(1));
    QTRY_COMPARE(server.openConnectionCount(), 1);
}

void TestConnectionPool::dropsWhatIsIdleForLong()
{
    ScriptedServer server;
    TestedClient tested(PoolLimits{.idleTime = 60s});
    makeIdle(tested, server, 2);
    tested.advance(59s);
    // One of them is used, and its time begins anew.
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    QCOMPARE(call.end(), std::string("200 "));
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(2));
    tested.advance(1s);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(1));
    tested.advance(59s);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(0));
    QTRY_COMPARE(server.openConnectionCount(), 0);
}

void TestConnectionPool::keepsNoMoreThanItsLimits_data()
{
    QTest::addColumn<int>("perOrigin");
    QTest::addColumn<int>("total");
    QTest::addColumn<int>("kept");

    QTest::newRow("each origin") << 2 << 100 << 4;
    QTest::newRow("all together") << 100 << 3 << 3;
    QTest::newRow("none") << 100 << 0 << 0;
}

void TestConnectionPool::keepsNoMoreThanItsLimits()
{
    QFETCH(int, perOrigin);
    QFETCH(int, total);
    QFETCH(int, kept);

    ScriptedServer server;
    TestedClient tested(
        PoolLimits{.idlePerOrigin = std::size_t(perOrigin), .idleTotal = std::size_t(total)});
    Origin other = originOf(server);
    other.authority = "other";
    const Origin first = originOf(server);
    makeIdle(tested, server, 6, {first, other, first, other, first, other});
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(kept));
    QTRY_COMPARE(server.openConnectionCount(), kept);
}

void TestConnectionPool::dropsEverythingWhenTold()
{
    ScriptedServer server;
    TestedClient tested;
    makeIdle(tested, server, 3);
    server.then(hang());
    RecordedCall busy(tested, originOf(server), requestOf("GET"));
    QTRY_COMPARE(server.requests().size(), std::size_t(4));
    tested.client.dropIdleConnections();
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(0));
    // What is in use stays.
    QTRY_COMPARE(server.openConnectionCount(), 1);
    QCOMPARE(busy.outcome(), std::string(" ..."));
}

QTEST_GUILESS_MAIN(TestConnectionPool)
#include "tst_connection_pool.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include <vector>

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;

/// While reading is paused nothing is delivered, and the server is held back.
class TestCallPauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsTheServerBack();
    void stopsInsideAPiece();
    void pausesBeforeTheHead();
    void holdsBackTheEnd_data();
    void holdsBackTheEnd();
    void mayBePausedAgainAtOnce();
    void mayBeDestroyedWhilePaused();
    void changesNothingAfterTheEnd();
};

namespace {

const std::string threeChunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n";

/// Lets everything happen that is due: another call needs several turns of the event loop.
void settle(TestedClient &tested, ScriptedServer &server)
{
    Origin other = originOf(server);
    other.authority = "another";
    for (int i = 0; i < 3; ++i) {
        RecordedCall call(tested, other, requestOf("GET", "/settle"));
        QCOMPARE(call.end(), std::string("200 "));
    }
}

} // namespace

void TestCallPauses::holdsTheServerBack()
{
    constexpr std::size_t size = std::size_t(64) << 20;
    // More than the system's buffers take for both sides.
    constexpr std::size_t heldBack = std::size_t(32) << 20;
    std::string body(size, 'x');
    for (std::size_t i = 0; i < size; i += 1000)
        body[i] = char('a' + i / 1000 % 26);

    ScriptedServer server;
    TestedClient tested;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) {
        exchange = begun;
        begun.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n");
        begun.send(body);
    });
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.react = [&](std::string_view event) {
        if (event == "body" && call.pieceCount == 3)
            call.setReading(false);
    };
    QTRY_COMPARE(call.pieceCount, 3);
    settle(tested, server);
    QCOMPARE(call.pieceCount, 3);
    QVERIFY(call.body.size() <= 3 * tested.poller->scratch().size());
    QVERIFY(exchange->unsentBytes() > heldBack);
    call.setReading(true);
    QVERIFY(call.waitForEnd());
    QVERIFY(call.isFinished);
    QVERIFY(call.body == body);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(2));
}

void TestCallPauses::stopsInsideAPiece()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({threeChunks}));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.react = [&](std::string_view event) {
        if (event == "body")
            call.setReading(false);
    };
    for (const std::string wanted : {"200 a ...", "200 ab ...", "200 abc ..."}) {
        QVERIFY(call.waitForBody(wanted.size() - 8));
        settle(tested, server);
        QCOMPARE(call.outcome(), wanted);
        call.setReading(true);
        // Nothing is delivered from inside setReading().
        QCOMPARE(call.outcome(), wanted);
    }
    QCOMPARE(call.end(), std::string("200 abc"));
    QVERIFY(!call.isOutOfOrder);
}

void TestCallPauses::pausesBeforeTheHead()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({threeChunks}));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.setReading(false);
    QVERIFY(call.waitForHead());
    settle(tested, server);
    QCOMPARE(call.outcome(), std::string("200  ..."));
    call.setReading(true);
    QCOMPARE(call.end(), std::string("200 abc"));
}

void TestCallPauses::holdsBackTheEnd_data()
{
    QTest::addColumn<std::string>("answer");
    QTest::addColumn<Then>("then");
    QTest::addColumn<std::string>("wanted");

    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";
    QTest::newRow("by length") << head + "a" << Then::Keep << std::string("200 a");
    QTest::newRow("no body") << std::string("HTTP/1.1 204 None\r\n\r\n") << Then::Keep
                             << std::string("204 ");
    QTest::newRow("by closing") << std::string("HTTP/1.1 200 OK\r\n\r\na") << Then::Close
                                << std::string("200 a");
    QTest::newRow("cut") << head << Then::Close << std::string("200 Cut");
    QTest::newRow("reset") << head << Then::Reset << std::string("200 Cut");
}

void TestCallPauses::holdsBackTheEnd()
{
    QFETCH(std::string, answer);
    QFETCH(Then, then);
    QFETCH(std::string, wanted);

    ScriptedServer server;
    TestedClient tested;
    server.then(raw({answer}, then));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.react = [&](std::string_view event) {
        if (event == "head")
            call.setReading(false);
    };
    QVERIFY(call.waitForHead());
    settle(tested, server);
    QCOMPARE(call.outcome(), wanted.substr(0, 4) + " ...");
    call.setReading(true);
    QCOMPARE(call.end(), wanted);
    QVERIFY(!call.isOutOfOrder);
}

void TestCallPauses::mayBePausedAgainAtOnce()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({threeChunks}));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.setReading(false);
    QVERIFY(call.waitForHead());
    call.setReading(true);
    call.setReading(false);
    settle(tested, server);
    QCOMPARE(call.outcome(), std::string("200  ..."));
    call.setReading(true);
    QCOMPARE(call.end(), std::string("200 abc"));
}

void TestCallPauses::mayBeDestroyedWhilePaused()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({threeChunks}));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    call.setReading(false);
    QVERIFY(call.waitForHead());
    // Going on is due, and must not happen any more.
    call.setReading(true);
    call.destroy();
    QTRY_COMPARE(server.openConnectionCount(), 0);
    settle(tested, server);
    QCOMPARE(call.outcome(), std::string("200  ..."));
}

void TestCallPauses::changesNothingAfterTheEnd()
{
    ScriptedServer server;
    TestedClient tested;
    server.then(raw({threeChunks}));
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    QCOMPARE(call.end(), std::string("200 abc"));
    call.setReading(false);
    call.setReading(true);
    settle(tested, server);
    QCOMPARE(call.outcome(), std::string("200 abc"));
    QVERIFY(!call.isOutOfOrder);
    // Nor of the connection, which may be somebody else's now.
    RecordedCall second(tested, originOf(server), requestOf("GET"));
    call.setReading(false);
    QCOMPARE(second.end(), std::string("200 "));
    QCOMPARE(server.connectionCount(), 2);
}

QTEST_GUILESS_MAIN(TestCallPauses)
#include "tst_call_pauses.moc"

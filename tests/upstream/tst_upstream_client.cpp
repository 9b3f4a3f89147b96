// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include <algorithm>
#include <vector>

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;

using Strings = std::vector<std::string>;

/// How requests are written, answers told, and connections used again.
class TestUpstreamClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesRequests_data();
    void writesRequests();
    void tellsAnswers_data();
    void tellsAnswers();
    void tellsFailures_data();
    void tellsFailures();
    void passesPiecesAsTheyCome();
    void tellsWhyNoConnectionStood();
    void mayBeDestroyedFromInside_data();
    void mayBeDestroyedFromInside();
    void closesTheConnectionOfADestroyedCall();
    void cancelsConnecting();
    void sendsALargeBody();
    void deliversAnEarlyAnswer_data();
    void deliversAnEarlyAnswer();
};

void TestUpstreamClient::writesRequests_data()
{
    QTest::addColumn<std::string>("method");
    QTest::addColumn<FieldPairs>("fields");
    QTest::addColumn<bool>("hasBody");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("wanted");

    const std::string none;
    QTest::newRow("no body") << std::string("GET") << FieldPairs{} << false << none
                             << std::string("GET /v1/x?a=b HTTP/1.1\r\nHost: HOST\r\n\r\n");
    QTest::newRow("an empty body")
        << std::string("POST") << FieldPairs{} << true << none
        << std::string("POST /v1/x?a=b HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n");
    QTest::newRow("a body, and fields in their order and spelling")
        << std::string("POST") << FieldPairs{{"b-Second", "2"}, {"A-first", "1"}, {"b-second", ""}}
        << true << std::string("{\"a\": 1}")
        << std::string("POST /v1/x?a=b HTTP/1.1\r\nHost: HOST\r\nb-Second: 2\r\nA-first: 1\r\n"
                       "b-second: \r\nContent-Length: 8\r\n\r\n");
}

void TestUpstreamClient::writesRequests()
{
    QFETCH(std::string, method);
    QFETCH(FieldPairs, fields);
    QFETCH(bool, hasBody);
    QFETCH(std::string, body);
    QFETCH(std::string, wanted);

    ScriptedServer server;
    TestedClient tested;
    const Origin origin = originOf(server);
    auto request = requestOf(method, "/v1/x?a=b", hasBody ? std::optional(body) : std::nullopt);
    for (const auto &[name, value] : fields)
        request.fields.append(name, value);
    RecordedCall call(tested, origin, request);
    QCOMPARE(call.end(), std::string("200 "));
    wanted.replace(wanted.find("HOST"), 4, origin.authority);
    QCOMPARE(server.requests().front().head, wanted);
    QCOMPARE(server.requests().front().body, body);
}

void TestUpstreamClient::tellsAnswers_data()
{
    QTest::addColumn<std::string>("method");
    QTest::addColumn<Strings>("pieces");
    QTest::addColumn<bool>("isClosed");
    QTest::addColumn<std::string>("wanted");
    QTest::addColumn<bool>("isReused");

    const auto row = [](const char *name, const char *method, Strings pieces, bool isClosed,
                        const char *wanted, bool isReused) {
        QTest::newRow(name) << std::string(method) << pieces << isClosed << std::string(wanted)
                            << isReused;
    };
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    row("with a length", "GET", {ok + "Content-Length: 3\r\n\r\nabc"}, false, "200 abc", true);
    row("cut anywhere", "GET",
        {"HT", "TP/1.1 2", "00 OK\r", "\nContent-Length: 3\r\n\r", "\na", "bc"}, false, "200 abc",
        true);
    row("chunked", "GET",
        {ok + "Transfer-Encoding: chunked\r\n\r\n", "2\r\nab\r\n", "1\r\nc\r", "\n0\r\n\r\n"},
        false, "200 abc", true);
    row("to the end of the connection", "GET", {ok + "\r\nab", "c"}, true, "200 abc", false);
    row("no body at 204", "GET", {"HTTP/1.1 204 No Content\r\n\r\n"}, false, "204 ", true);
    row("no body for HEAD", "HEAD", {ok + "Content-Length: 3\r\n\r\n"}, false, "200 ", true);
    row("an interim answer before", "POST",
        {"HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 1\r\n\r\na"}, false, "200 a",
        true);
    row("a server error", "GET", {"HTTP/1.1 503 Busy\r\nContent-Length: 1\r\n\r\na"}, false,
        "503 a", true);
    row("Connection: close", "GET", {ok + "Connection: close\r\nContent-Length: 1\r\n\r\na"}, false,
        "200 a", false);
    row("HTTP/1.0", "GET", {"HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na"}, false, "200 a",
        false);
    row("bytes behind the end", "GET", {ok + "Content-Length: 1\r\n\r\nabc"}, false, "200 a",
        false);
    row("an answer too many", "GET",
        {ok + "Content-Length: 1\r\n\r\na" + ok + "Content-Length: 1\r\n\r\nb"}, false, "200 a",
        false);
}

void TestUpstreamClient::tellsAnswers()
{
    QFETCH(std::string, method);
    QFETCH(Strings, pieces);
    QFETCH(bool, isClosed);
    QFETCH(std::string, wanted);
    QFETCH(bool, isReused);

    ScriptedServer server;
    server.then(raw(pieces, isClosed ? Then::Close : Then::Keep));
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf(method));
    QCOMPARE(call.end(), wanted);
    QVERIFY(!call.isOutOfOrder);
    RecordedCall second(tested, originOf(server), requestOf("GET"));
    QCOMPARE(second.end(), std::string("200 "));
    QCOMPARE(server.connectionCount(), isReused ? 1 : 2);
}

void TestUpstreamClient::tellsFailures_data()
{
    QTest::addColumn<Strings>("pieces");
    QTest::addColumn<Then>("then");
    QTest::addColumn<std::string>("wanted");

    const auto row = [](const char *name, Strings pieces, Then then, const char *wanted) {
        QTest::newRow(name) << pieces << then << std::string(wanted);
    };
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    const std::string chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
    row("closed without a byte", {}, Then::Close, "NoAnswer");
    row("reset without a byte", {}, Then::Reset, "NoAnswer");
    row("closed inside the head", {ok}, Then::Close, "NoAnswer");
    row("reset inside the head", {ok}, Then::Reset, "NoAnswer");
    row("closed after an interim answer", {"HTTP/1.1 100 Continue\r\n\r\n"}, Then::Close,
        "NoAnswer");
    row("closed inside the body", {ok + "Content-Length: 3\r\n\r\na"}, Then::Close, "200 a Cut");
    row("reset inside the body", {ok + "Content-Length: 3\r\n\r\na"}, Then::Reset, "200 a Cut");
    row("closed between chunks", {chunked, "1\r\na\r\n"}, Then::Close, "200 a Cut");
    row("closed before the last line", {chunked + "1\r\na\r\n0\r\n"}, Then::Close, "200 a Cut");
    row("reset instead of closed", {ok + "\r\na"}, Then::Reset, "200 a Cut");
    row("not HTTP", {"SSH-2.0-OpenSSH_9.2\r\n"}, Then::Keep, "InvalidAnswer");
    row("a bad field", {ok + "Bad Name: x\r\n\r\n"}, Then::Keep, "InvalidAnswer");
    row("two lengths", {ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"}, Then::Keep,
        "InvalidAnswer");
    row("length and chunked", {ok + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"},
        Then::Keep, "InvalidAnswer");
    row("a change of protocol", {"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"}, Then::Keep,
        "InvalidAnswer");
    row("a bad chunk", {chunked + "1\r\na\r\n", "zz\r\n"}, Then::Keep, "200 a InvalidAnswer");
}

void TestUpstreamClient::tellsFailures()
{
    QFETCH(Strings, pieces);
    QFETCH(Then, then);
    QFETCH(std::string, wanted);

    ScriptedServer server;
    server.then(raw(pieces, then));
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
    QCOMPARE(call.end(), wanted);
    QVERIFY(!call.isOutOfOrder);
    QVERIFY(!call.failure->reason.empty());
    // The connection was fresh: nothing is tried again, and nothing of it is kept.
    QCOMPARE(server.requests().size(), std::size_t(1));
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(0));
    QTRY_COMPARE(server.openConnectionCount(), 0);
}

/// http-api.md, Streaming: a chunk in is a chunk out.
void TestUpstreamClient::passesPiecesAsTheyCome()
{
    ScriptedServer server;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) { exchange = begun; });
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    QTRY_VERIFY(exchange);
    exchange->send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    QVERIFY(call.waitForHead());
    for (const std::string word : {"one", "two", "three"}) {
        const std::size_t before = call.body.size();
        char size[8];
        std::snprintf(size, sizeof size, "%zx\r\n", word.size());
        // The piece is passed on although the line end behind it has not come.
        exchange->send((before == 0 ? "" : "\r\n") + std::string(size) + word);
        QVERIFY(call.waitForBody(before + word.size()));
        QCOMPARE(call.body.substr(before), word);
    }
    exchange->send("\r\n0\r\n\r\n");
    QCOMPARE(call.end(), std::string("200 onetwothree"));
}

void TestUpstreamClient::tellsWhyNoConnectionStood()
{
    TestedClient tested;
    ScriptedServer server;
    server.refuse();
    RecordedCall refused(tested, originOf(server), requestOf("GET"));
    QCOMPARE(refused.end(), std::string("Refused"));

    Origin broadcast = originOf(server);
    broadcast.address.host = "255.255.255.255";
    RecordedCall unreachable(tested, broadcast, requestOf("GET"));
    QCOMPARE(unreachable.end(), std::string("Connect"));

    Origin unnamed = originOf(server);
    unnamed.address.host = "no..name";
    RecordedCall unresolved(tested, unnamed, requestOf("GET"));
    QCOMPARE(unresolved.end(), std::string("Resolve"));

    ScriptedServer plain;
    plain.always(raw({"HTTP/1.1 400 No TLS here\r\n\r\n"}, Then::Close));
    Origin encrypted = originOf(plain);
    encrypted.address.tls.isTls = true;
    RecordedCall tls(tested, encrypted, requestOf("GET"));
    // The handshake holds no empty line: the server closes on it only when it is told to.
    QTRY_COMPARE(plain.openConnectionCount(), 1);
    plain.dropConnections();
    QCOMPARE(tls.end(), std::string("Tls"));
    for (const RecordedCall *call : {&refused, &unreachable, &unresolved, &tls}) {
        QVERIFY(!call->isOutOfOrder);
        // Whoever is told of it may have no right to know where the servers are.
        QVERIFY(call->failure->reason.find("127.0.0.1") == std::string::npos);
    }
}

void TestUpstreamClient::mayBeDestroyedFromInside_data()
{
    QTest::addColumn<std::string>("event");
    QTest::addColumn<std::string>("answer");

    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    QTest::newRow("head") << std::string("head") << head + "ab";
    QTest::newRow("body") << std::string("body") << head + "ab";
    QTest::newRow("first of two pieces")
        << std::string("body")
        << std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
    QTest::newRow("finished") << std::string("finished") << head + "ab";
    QTest::newRow("failed") << std::string("failed") << std::string("nonsense\r\n");
}

void TestUpstreamClient::mayBeDestroyedFromInside()
{
    QFETCH(std::string, event);
    QFETCH(std::string, answer);

    ScriptedServer server;
    server.then(raw({answer}));
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf("GET"));
    int laterEvents = 0;
    call.react = [&](std::string_view told) {
        laterEvents += call.isDestroyed() ? 1 : 0;
        if (told == event)
            call.destroy();
    };
    QTRY_VERIFY(call.isDestroyed());
    // The server sees what became of the connection, so that everything has been told by then.
    if (event != "finished")
        QTRY_COMPARE(server.openConnectionCount(), 0);
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(event == "finished" ? 1 : 0));
    QCOMPARE(laterEvents, 0);
}

/// http-api.md, Streaming: a client that leaves closes the connection to the server.
void TestUpstreamClient::closesTheConnectionOfADestroyedCall()
{
    ScriptedServer server;
    TestedClient tested;
    for (const std::string begun :
         {"", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"}) {
        std::optional<Exchange> exchange;
        server.then([&](const Exchange &made) {
            exchange = made;
            exchange->send(begun);
        });
        RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
        QTRY_VERIFY(exchange);
        if (!begun.empty())
            QVERIFY(call.waitForBody(1));
        call.destroy();
        QTRY_VERIFY(exchange->isPeerGone());
    }
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(0));
}

void TestUpstreamClient::cancelsConnecting()
{
    SilentPort silent;
    TestedClient tested;
    ScriptedServer server;
    Origin origin = originOf(server);
    origin.address.port = silent.port();
    {
        RecordedCall call(tested, origin, requestOf("GET"));
        call.destroy();
        RecordedCall other(tested, originOf(server), requestOf("GET"));
        QCOMPARE(other.end(), std::string("200 "));
        QCOMPARE(call.outcome(), std::string(" ..."));
    }
}

void TestUpstreamClient::sendsALargeBody()
{
    ScriptedServer server;
    TestedClient tested;
    std::string body(std::size_t(24) << 20, 'x');
    for (std::size_t i = 0; i < body.size(); i += 4096)
        body[i] = char('a' + i / 4096 % 26);
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", body));
    QCOMPARE(call.end(), std::string("200 "));
    QVERIFY(server.requests().front().body == body);
    // And the connection is as good as before.
    RecordedCall second(tested, originOf(server), requestOf("POST", "/", "small"));
    QCOMPARE(second.end(), std::string("200 "));
    QCOMPARE(server.connectionCount(), 1);
    QCOMPARE(server.requests().back().body, std::string("small"));
}

void TestUpstreamClient::deliversAnEarlyAnswer_data()
{
    QTest::addColumn<Then>("then");

    QTest::newRow("the connection stays") << Then::Keep;
    QTest::newRow("the connection is closed") << Then::Close;
}

/// A server that says 413 at once does not read the rest of the body.
void TestUpstreamClient::deliversAnEarlyAnswer()
{
    QFETCH(Then, then);

    ScriptedServer server(ServerOptions{.tls = {}, .isAnsweringAtHead = true});
    server.then([then](const Exchange &exchange) {
        exchange.setReading(false);
        exchange.send("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig");
        if (then == Then::Close)
            exchange.close();
    });
    TestedClient tested;
    RecordedCall call(tested, originOf(server),
                      requestOf("POST", "/", std::string(std::size_t(64) << 20, 'x')));
    QCOMPARE(call.end(), std::string("413 big"));
    QCOMPARE(tested.client.idleConnectionCount(), std::size_t(0));
    RecordedCall second(tested, originOf(server), requestOf("GET"));
    QCOMPARE(second.end(), std::string("200 "));
    QCOMPARE(server.connectionCount(), 2);
}

QTEST_GUILESS_MAIN(TestUpstreamClient)
#include "tst_upstream_client.moc"

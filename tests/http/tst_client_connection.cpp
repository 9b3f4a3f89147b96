// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plain_socket.h"
#include "served_requests.h"
#include "support/raw_client.h"

#include <QTest>

using namespace homeward;
using testing::PlainSocket;
using testing::RawClient;
using Served = testing::ServedRequests;

namespace {

std::string get(const std::string &path, const std::string &fields = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

/// More than the system takes for a client that does not read.
std::shared_ptr<const std::string> largeBody()
{
    return std::make_shared<const std::string>(std::size_t(16) << 20, 'x');
}

} // namespace

class TestClientConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAClientThatSendsNoMore();
    void completesASlowAnswerBeforeItCloses_data();
    void completesASlowAnswerBeforeItCloses();
    void countsAnAnswerUntilItHasGone();
    void givesUpAClientThatTakesNothing();
    void cutsAnAnswerWithoutFraming();
    void promisesToReadInItsTurn();
    void takesALargeBody_data();
    void takesALargeBody();
    void handsOverWhateverTheGuardTakes_data();
    void handsOverWhateverTheGuardTakes();
    void framesAnswersWithoutABody_data();
    void framesAnswersWithoutABody();
};

void TestClientConnection::answersAClientThatSendsNoMore()
{
    Served served;
    RawClient client(served.port);
    client.send(get("/now") + get("/later") + get("/now"));
    client.finishWriting();
    QCOMPARE(client.readAnswer()->head.status, 200);
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->send(201, {}, largeBody());
    QCOMPARE(client.readAnswer()->body.size(), largeBody()->size());
    QCOMPARE(client.readAnswer()->head.status, 200);
    QVERIFY(client.waitForClose());
    QTRY_COMPARE(served.server.connectionCount(), std::size_t(0));
}

void TestClientConnection::completesASlowAnswerBeforeItCloses_data()
{
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<bool>("isStopped");
    QTest::newRow("last of its connection") << std::string("Connection: close\r\n") << false;
    QTest::newRow("connection that stays") << std::string() << false;
    QTest::newRow("server stops") << std::string() << true;
}

void TestClientConnection::completesASlowAnswerBeforeItCloses()
{
    QFETCH(std::string, fields);
    QFETCH(bool, isStopped);
    Served served;
    PlainSocket client(served.port);
    client.send(get("/later", fields));
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->send(200, {}, largeBody());
    if (isStopped)
        served.server.stopListening();
    // For far longer than a client may linger, be idle, or take nothing.
    for (std::size_t step = 1; step <= 6; ++step) {
        QTRY_VERIFY((client.look(), client.received.size() >= step * 1'500'000));
        // The server gives what there is room for now.
        QCoreApplication::processEvents();
        served.advance(std::chrono::seconds(29));
    }
    const std::size_t headSize = client.received.find("xxx");
    QTRY_VERIFY((client.look(), client.received.size() == headSize + largeBody()->size()));
    if (isStopped || !fields.empty())
        QTRY_VERIFY((client.look(), client.hasEnded));
    QVERIFY(!client.hasReset);
}

void TestClientConnection::countsAnAnswerUntilItHasGone()
{
    Served served;
    bool isIdle = false;
    served.server.setIdleAction([&isIdle] { isIdle = true; });
    RawClient client(served.port);
    client.setReading(false);
    client.send(get("/later"));
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->send(200, {}, largeBody());
    served.settle();
    QCOMPARE(served.server.openExchangeCount(), std::size_t(1));
    QVERIFY(!isIdle);
    client.setReading(true);
    QTRY_VERIFY(isIdle);
    QCOMPARE(served.server.openExchangeCount(), std::size_t(0));
}

void TestClientConnection::givesUpAClientThatTakesNothing()
{
    Served served;
    RawClient client(served.port);
    client.setReading(false);
    client.send(get("/later", "Connection: close\r\n"));
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->send(200, {}, largeBody());
    QTRY_COMPARE((served.advance(std::chrono::seconds(31)), served.server.connectionCount()),
                 std::size_t(0));
    QCOMPARE(served.server.openExchangeCount(), std::size_t(0));
}

void TestClientConnection::cutsAnAnswerWithoutFraming()
{
    for (const bool isWhole : {true, false}) {
        Served served;
        PlainSocket client(served.port);
        client.send("GET /later HTTP/1.0\r\n\r\n");
        QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
        http::Exchange &exchange = *served.handler.kept.front();
        exchange.sendHead(200, {}, std::nullopt);
        exchange.sendBody("half");
        QTRY_VERIFY((client.look(), client.received.ends_with("half")));
        isWhole ? exchange.finish() : exchange.abort();
        QTRY_VERIFY((client.look(), client.hasEnded || client.hasReset));
        QCOMPARE(client.hasReset, !isWhole);
    }
}

void TestClientConnection::promisesToReadInItsTurn()
{
    Served served;
    RawClient client(served.port);
    client.send(get("/later")
                + "POST /now HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                  "Content-Length: 2\r\n\r\n");
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->send(201, {}, std::make_shared<const std::string>("first"));
    QVERIFY(client.waitForText("firstHTTP/1.1 100 Continue\r\n\r\n"));
    client.send("ab");
    QCOMPARE(client.readAnswer()->body, std::string("first"));
    QCOMPARE(client.readAnswer()->body, std::string("ab"));
}

void TestClientConnection::takesALargeBody_data()
{
    QTest::addColumn<std::string>("framing");
    QTest::newRow("announced") << std::string("Content-Length: 3000000\r\n\r\n");
    QTest::newRow("in chunks") << std::string("Transfer-Encoding: chunked\r\n\r\n2dc6c0\r\n");
}

void TestClientConnection::takesALargeBody()
{
    QFETCH(std::string, framing);
    Served served;
    RawClient client(served.port);
    std::string body;
    while (body.size() < 3000000)
        body += char('a' + body.size() % 23);
    client.send("POST /now HTTP/1.1\r\nHost: localhost\r\n" + framing + body);
    if (framing.starts_with("Transfer"))
        client.send("\r\n0\r\n\r\n");
    const auto answer = client.readAnswer();
    QVERIFY(answer.has_value());
    QVERIFY(answer->body == body);
}

void TestClientConnection::handsOverWhateverTheGuardTakes_data()
{
    QTest::addColumn<std::string>("line");
    for (const char *line : {"GET /",
                             "GET //",
                             "GET //host:1/x",
                             "GET /a//b",
                             "GET /v1/models/org%2Fname",
                             "GET /v1beta/models/m:generateContent?alt=sse",
                             "GET /%",
                             "GET /%zz",
                             "GET /%00",
                             "GET /?",
                             "GET /?a=%zz&b=[]{}|\\^`\"<>",
                             "GET /[",
                             "GET /{x}",
                             "GET /\xc3\xa9",
                             "GET /\xff",
                             "GET /..",
                             "GET /../x",
                             "GET /:80",
                             "GET /@",
                             "GET /*",
                             "OPTIONS *",
                             "BREW /x",
                             "get /x",
                             "PROPFIND /x",
                             "M-SEARCH /x",
                             "PATCH /x",
                             "DELETE /x",
                             "HEAD /x"}) {
        QTest::newRow(line) << std::string(line);
    }
    QTest::newRow("long") << "GET /" + std::string(8100, 'a');
}

/// QHttpServer reads it after the guard, and must not find fault with what is good.
void TestClientConnection::handsOverWhateverTheGuardTakes()
{
    QFETCH(std::string, line);
    Served served;
    RawClient client(served.port);
    client.send(line + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    const http::Request &request = served.handler.kept.front()->request();
    QCOMPARE(request.method + " " + request.target, line);
}

void TestClientConnection::framesAnswersWithoutABody_data()
{
    QTest::addColumn<std::string>("method");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("hasLength");
    QTest::newRow("HEAD") << std::string("HEAD") << 200 << true;
    QTest::newRow("204") << std::string("GET") << 204 << false;
    QTest::newRow("304") << std::string("GET") << 304 << false;
}

void TestClientConnection::framesAnswersWithoutABody()
{
    QFETCH(std::string, method);
    QFETCH(int, status);
    QFETCH(bool, hasLength);
    Served served;
    for (const bool isWhole : {true, false}) {
        RawClient client(served.port);
        client.send(method + " /later HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/now"));
        QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
        http::Exchange &exchange = *served.handler.kept.front();
        if (isWhole) {
            exchange.send(status, {}, std::make_shared<const std::string>("body"));
        } else {
            exchange.sendHead(status, {}, 4);
            exchange.sendBody("body");
            exchange.finish();
        }
        served.handler.kept.clear();
        // The next answer follows right behind the empty line.
        QVERIFY(client.waitForText("\r\n\r\nHTTP/1.1 200 OK\r\n"));
        const std::string &text = client.received();
        const std::string head = text.substr(0, text.find("\r\n\r\n"));
        QCOMPARE(head.find("Content-Length: 4") != std::string::npos, hasLength);
        QCOMPARE(head.find("Transfer-Encoding"), std::string::npos);
    }
}

QTEST_GUILESS_MAIN(TestClientConnection)
#include "tst_client_connection.moc"

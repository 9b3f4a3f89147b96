// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard_rows.h"
#include "served_requests.h"
#include "support/raw_client.h"

#include <QTest>

#include <deque>

using namespace homeward;
using testing::RawClient;
using testing::Watcher;
using Served = testing::ServedRequests;

namespace {

const std::string goodRequest = "GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n";

http::ServerLimits smallBodies()
{
    http::ServerLimits limits;
    limits.maxBodyBytes = testing::guardBodyLimit;
    return limits;
}

} // namespace

class TestHttpServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void answersPipelinedRequestsInOrder();
    void sendsContinueOnlyWhenTheBodyIsWanted();
    void closesAsAsked_data();
    void closesAsAsked();
    void framesStreams_data();
    void framesStreams();
    void tellsThatTheClientLeft();
    void cutsAnAnswerThatIsNotFinished();
    void holdsBackASource();
    void limitsTime_data();
    void limitsTime();
    void limitsAHeadHoweverItDribblesIn();
    void limitsConnections();
    void drainsWhenStopped();
};

void TestHttpServer::refuses_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<int>("status");
    for (const testing::GuardRow &row : testing::guardRows())
        QTest::newRow(row.name.c_str()) << row.bytes << row.status;
}

void TestHttpServer::refuses()
{
    QFETCH(std::string, bytes);
    QFETCH(int, status);
    Served served(smallBodies());
    for (const bool isAfterAGoodOne : {false, true}) {
        for (const std::size_t piece : {bytes.size(), std::size_t(1)}) {
            if (piece == 1 && bytes.size() > 2000)
                continue;
            RawClient client(served.port);
            if (isAfterAGoodOne) {
                client.send(goodRequest);
                QCOMPARE(client.readAnswer()->head.status, 200);
            }
            client.sendSplit(bytes, piece);
            const auto answer = client.readAnswer();
            QVERIFY(answer.has_value());
            QCOMPARE(answer->head.status, status);
            QCOMPARE(answer->head.fields.find("Connection").value_or(""),
                     std::string_view("close"));
            QVERIFY(client.waitForClose());
        }
    }
    QVERIFY(served.handler.kept.empty());
}

void TestHttpServer::answersPipelinedRequestsInOrder()
{
    Served served;
    RawClient client(served.port);
    std::string all;
    for (int i = 0; i < 40; ++i) {
        const std::string body = std::to_string(i);
        all += "POST " + std::string(i % 7 == 3 ? "/later" : "/now")
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size())
            + "\r\n\r\n" + body;
    }
    client.send(all);
    for (int i = 0; i < 40; ++i) {
        if (i % 7 == 3) {
            QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
            const auto exchange = std::move(served.handler.kept.front());
            served.handler.kept.pop_front();
            exchange->send(201, {}, exchange->request().body);
        }
        const auto answer = client.readAnswer();
        QVERIFY(answer.has_value());
        QCOMPARE(answer->body, std::to_string(i));
    }
}

void TestHttpServer::sendsContinueOnlyWhenTheBodyIsWanted()
{
    Served served(smallBodies());
    const std::string head = "POST /now HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n";
    RawClient good(served.port);
    good.send(head + "Content-Length: 2\r\n\r\n");
    QVERIFY(good.waitForText("HTTP/1.1 100 Continue\r\n\r\n"));
    good.send("ab");
    QCOMPARE(good.readAnswer()->body, std::string("ab"));
    RawClient large(served.port);
    large.send(head + "Content-Length: 2000\r\n\r\n");
    QVERIFY(large.waitForText("413"));
    QVERIFY(large.received().find("100 Continue") == std::string::npos);
}

void TestHttpServer::closesAsAsked_data()
{
    QTest::addColumn<std::string>("request");
    QTest::newRow("close") << std::string(
        "GET /now HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    QTest::newRow("1.0") << std::string("GET /now HTTP/1.0\r\nHost: localhost\r\n\r\n");
}

void TestHttpServer::closesAsAsked()
{
    QFETCH(std::string, request);
    Served served;
    RawClient client(served.port);
    client.send(request);
    QCOMPARE(client.readAnswer()->head.status, 200);
    QVERIFY(client.waitForClose());
}

void TestHttpServer::framesStreams_data()
{
    QTest::addColumn<std::string>("request");
    QTest::addColumn<bool>("isChunked");
    QTest::addColumn<std::string>("body");
    QTest::newRow("1.1") << std::string("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n") << true
                         << std::string("onetwo");
    QTest::newRow("1.0") << std::string("GET /s HTTP/1.0\r\nHost: localhost\r\n\r\n") << false
                         << std::string("onetwo");
}

void TestHttpServer::framesStreams()
{
    QFETCH(std::string, request);
    QFETCH(bool, isChunked);
    QFETCH(std::string, body);
    Served served;
    RawClient client(served.port);
    client.send(request);
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    http::Exchange &exchange = *served.handler.kept.front();
    exchange.sendHead(200, {}, std::nullopt);
    exchange.sendBody("one");
    // The first piece does not wait for the second.
    QVERIFY(client.waitForText("one"));
    exchange.sendBody("two");
    exchange.finish();
    const auto answer = client.readAnswer();
    QVERIFY(answer.has_value());
    QCOMPARE(answer->body, body);
    QCOMPARE(answer->head.isChunked, isChunked);
}

void TestHttpServer::tellsThatTheClientLeft()
{
    Served served;
    for (const bool isReset : {false, true}) {
        RawClient client(served.port);
        client.send("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
        Watcher watcher;
        served.handler.kept.front()->setObserver(&watcher);
        isReset ? client.reset() : client.close();
        QTRY_VERIFY(watcher.hasLeft);
        // Nobody is there, and nothing happens.
        served.handler.kept.front()->send(200, {}, std::make_shared<const std::string>("x"));
        served.handler.kept.clear();
    }
    QTRY_COMPARE(served.server.connectionCount(), std::size_t(0));
    QCOMPARE(served.server.openExchangeCount(), std::size_t(0));
}

void TestHttpServer::cutsAnAnswerThatIsNotFinished()
{
    Served served;
    RawClient client(served.port);
    client.send("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    served.handler.kept.front()->sendHead(200, {}, 10);
    served.handler.kept.front()->sendBody("abc");
    served.handler.kept.clear();
    QVERIFY(client.waitForClose());
    QVERIFY(!client.readAnswer().has_value());
}

void TestHttpServer::holdsBackASource()
{
    Served served;
    RawClient client(served.port);
    client.setReading(false);
    client.send("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    http::Exchange &exchange = *served.handler.kept.front();
    Watcher watcher;
    exchange.setObserver(&watcher);
    exchange.sendHead(200, {}, std::nullopt);
    const std::string piece(100000, 'x');
    int pieces = 0;
    while (exchange.pendingOutput() == 0 && pieces < 1000) {
        exchange.sendBody(piece);
        pieces += 1;
    }
    QVERIFY(exchange.pendingOutput() > 0);
    client.setReading(true);
    QTRY_VERIFY(watcher.isDrained);
    QCOMPARE(exchange.pendingOutput(), std::size_t(0));
    exchange.finish();
    QCOMPARE(client.readAnswer()->body.size(), piece.size() * std::size_t(pieces));
}

void TestHttpServer::limitsTime_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<std::string>("answer");
    QTest::newRow("head") << std::string("GET /now HTTP/1.1\r\nHost:") << 10
                          << std::string("HTTP/1.1 408");
    QTest::newRow("body") << std::string(
        "POST /now HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na")
                          << 30 << std::string("HTTP/1.1 408");
    QTest::newRow("idle") << std::string() << 75 << std::string();
}

void TestHttpServer::limitsTime()
{
    QFETCH(std::string, bytes);
    QFETCH(int, seconds);
    QFETCH(std::string, answer);
    Served served;
    RawClient client(served.port);
    client.send(bytes);
    served.settle();
    served.advance(std::chrono::seconds(seconds - 1));
    QCOMPARE(served.server.connectionCount(), std::size_t(1));
    served.advance(std::chrono::seconds(2));
    QVERIFY(client.waitForClose());
    QCOMPARE(client.received().substr(0, 12), answer);
}

void TestHttpServer::limitsAHeadHoweverItDribblesIn()
{
    Served served;
    RawClient client(served.port);
    client.send("GET /now HTTP/1.1\r\n");
    for (int i = 0; i < 5; ++i) {
        client.send("A: b\r\n");
        served.settle();
        served.advance(std::chrono::seconds(2) + std::chrono::milliseconds(100));
    }
    QVERIFY(client.waitForText("HTTP/1.1 408"));
}

void TestHttpServer::limitsConnections()
{
    http::ServerLimits limits;
    limits.maxConnectionsPerAddress = 2;
    Served served(limits);
    std::deque<RawClient> clients;
    for (int i = 0; i < 2; ++i) {
        clients.emplace_back(served.port);
        clients.back().send(goodRequest);
        QCOMPARE(clients.back().readAnswer()->head.status, 200);
    }
    RawClient third(served.port);
    QCOMPARE(third.readAnswer()->head.status, 503);
    QVERIFY(third.waitForClose());
    clients.front().close();
    QTRY_COMPARE(served.server.connectionCount(), std::size_t(1));
    RawClient fourth(served.port);
    fourth.send(goodRequest);
    QCOMPARE(fourth.readAnswer()->head.status, 200);
}

void TestHttpServer::drainsWhenStopped()
{
    Served served;
    RawClient idle(served.port);
    idle.send(goodRequest);
    QVERIFY(idle.readAnswer().has_value());
    RawClient busy(served.port);
    busy.send("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(served.handler.kept.size(), std::size_t(1));
    bool isIdle = false;
    served.server.setIdleAction([&isIdle] { isIdle = true; });
    served.server.stopListening();
    QVERIFY(idle.waitForClose());
    served.handler.kept.front()->send(200, {}, std::make_shared<const std::string>("end"));
    const auto answer = busy.readAnswer();
    QCOMPARE(answer->body, std::string("end"));
    QCOMPARE(answer->head.fields.find("Connection").value_or(""), std::string_view("close"));
    QTRY_VERIFY(isIdle);
}

QTEST_GUILESS_MAIN(TestHttpServer)
#include "tst_http_server.moc"

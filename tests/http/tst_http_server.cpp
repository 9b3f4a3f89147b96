// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard_rows.h"
#include "http/http_server.h"
#include "support/raw_client.h"

#include <QTest>

#include <deque>

using namespace homeward;
using testing::RawClient;

namespace {

/// Answers `/now` at once with the body of the request, and keeps the rest for the test.
class Handler final : public http::RequestHandler
{
public:
    void handle(std::unique_ptr<http::Exchange> exchange) override
    {
        if (exchange->request().path() == "/now") {
            exchange->send(200, {}, exchange->request().body);
            return;
        }
        kept.push_back(std::move(exchange));
    }
    std::string refusalBody(int status, std::string_view code, std::string_view) override
    {
        return std::to_string(status) + ' ' + std::string(code);
    }

    std::deque<std::unique_ptr<http::Exchange>> kept;
};

class Watcher final : public http::ExchangeObserver
{
public:
    void clientLeft() override { hasLeft = true; }
    void outputDrained() override { isDrained = true; }

    bool hasLeft = false;
    bool isDrained = false;
};

/// A server on a free port of the test's thread.
struct Served
{
    explicit Served(http::ServerLimits limits = {}) : server(*poller, deadlines, handler, limits)
    {
        const auto endpoint
            = server.listen({.address = *net::ipAddressFromText("127.0.0.1"), .port = 0});
        port = endpoint ? endpoint->port : 0;
    }

    SystemClock clock;
    std::unique_ptr<net::Poller> poller = net::Poller::create();
    net::DeadlineQueue deadlines{clock};
    Handler handler;
    http::HttpServer server;
    std::uint16_t port = 0;
};

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
    QTest::addColumn<std::string>("answer");
    QTest::newRow("head") << std::string("GET /now HTTP/1.1\r\nHost:") << std::string("408");
    QTest::newRow("body") << std::string(
        "POST /now HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na")
                          << std::string("408");
    QTest::newRow("idle") << std::string() << std::string();
}

void TestHttpServer::limitsTime()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, answer);
    http::ServerLimits limits;
    limits.headTime = limits.bodyStallTime = limits.idleTime = std::chrono::milliseconds(50);
    Served served(limits);
    RawClient client(served.port);
    client.send(bytes);
    QVERIFY(client.waitForClose());
    QCOMPARE(client.received().substr(0, answer.empty() ? 0 : 12),
             answer.empty() ? std::string() : "HTTP/1.1 " + answer);
    if (answer.empty())
        QVERIFY(client.received().empty());
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

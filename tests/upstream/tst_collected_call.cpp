// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include "upstream/collected_call.h"

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;
using namespace std::chrono_literals;

class TestCollectedCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void collects_data();
    void collects();
    void measuresTheTimeToTheHead();
    void measuresTheTimeToAFailure();
    void mayBeDestroyedByFinish();
    void isSilentOnceDestroyed();
};

namespace {

constexpr std::size_t limit = 4;

/// `200 body`, with the failure behind it.
std::string textOf(const CollectedAnswer &answer)
{
    std::string text
        = answer.head ? std::to_string(answer.head->status) + ' ' + answer.body : std::string();
    return answer.failure ? text + '!' + RecordedCall::nameOf(answer.failure->kind) : text;
}

} // namespace

void TestCollectedCall::collects_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("wanted");

    const std::string head = "HTTP/1.1 200 OK\r\n";
    QTest::newRow("an answer") << head + "Content-Length: 3\r\n\r\nabc" << std::string("200 abc");
    QTest::newRow("as much as may be")
        << head + "Content-Length: 4\r\n\r\nabcd" << std::string("200 abcd");
    QTest::newRow("a byte more") << head + "Content-Length: 5\r\n\r\nabcde"
                                 << std::string("200 !InvalidAnswer");
    QTest::newRow("more in a later piece")
        << head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        << std::string("200 abc!InvalidAnswer");
    QTest::newRow("an error") << std::string("HTTP/1.1 503 Busy\r\nContent-Length: 1\r\n\r\nx")
                              << std::string("503 x");
    QTest::newRow("to the end of the connection") << head + "\r\nab" << std::string("200 ab");
    QTest::newRow("cut") << head + "Content-Length: 3\r\n\r\na" << std::string("200 a!Cut");
    QTest::newRow("none") << std::string() << std::string("!NoAnswer");
    QTest::newRow("nonsense") << std::string("nonsense") << std::string("!InvalidAnswer");
}

void TestCollectedCall::collects()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, wanted);

    ScriptedServer server;
    server.then(raw({bytes}, Then::Close));
    TestedClient tested;
    std::optional<CollectedAnswer> answer;
    int finishCount = 0;
    CollectedCall call(tested.client, tested.clock, originOf(server), requestOf("GET"), {}, limit,
                       [&](CollectedAnswer collected) {
                           answer = std::move(collected);
                           finishCount += 1;
                       });
    QCOMPARE(finishCount, 0);
    QTRY_VERIFY(answer);
    QCOMPARE(textOf(*answer), wanted);
    // The call is over: its connection is not kept either.
    QTRY_COMPARE(server.openConnectionCount(), 0);
    QCOMPARE(finishCount, 1);
}

void TestCollectedCall::measuresTheTimeToTheHead()
{
    ScriptedServer server;
    std::optional<Exchange> exchange;
    server.then([&](const Exchange &begun) { exchange = begun; });
    TestedClient tested;
    std::optional<CollectedAnswer> answer;
    CollectedCall call(tested.client, tested.clock, originOf(server), requestOf("GET"), {}, limit,
                       [&](CollectedAnswer collected) { answer = std::move(collected); });
    QTRY_VERIFY(exchange);
    tested.advance(70ms);
    exchange->send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n");
    // Another call after it: then the head has been told.
    RecordedCall other(tested, originOf(server), requestOf("GET"));
    QCOMPARE(other.end(), std::string("200 "));
    tested.advance(1h);
    exchange->send("a");
    QTRY_VERIFY(answer);
    QCOMPARE(textOf(*answer), std::string("200 a"));
    QVERIFY(answer->timeToHead == 70ms);
}

void TestCollectedCall::measuresTheTimeToAFailure()
{
    ScriptedServer server;
    server.then(hang());
    TestedClient tested;
    std::optional<CollectedAnswer> answer;
    CollectedCall call(tested.client, tested.clock, originOf(server), requestOf("GET"),
                       CallLimits{.firstByte = 5s}, limit,
                       [&](CollectedAnswer collected) { answer = std::move(collected); });
    QTRY_COMPARE(server.requests().size(), std::size_t(1));
    tested.advance(5s);
    QVERIFY(answer);
    QCOMPARE(textOf(*answer), std::string("!FirstByteTimeout"));
    QVERIFY(answer->timeToHead == 5s);
}

void TestCollectedCall::mayBeDestroyedByFinish()
{
    ScriptedServer server;
    TestedClient tested;
    for (const std::string bytes : {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
                                    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde", "no"}) {
        server.then(raw({bytes}));
        std::unique_ptr<CollectedCall> call;
        bool isCalled = false;
        call = std::make_unique<CollectedCall>(tested.client, tested.clock, originOf(server),
                                               requestOf("GET"), CallLimits{}, limit,
                                               [&](const CollectedAnswer &) {
                                                   isCalled = true;
                                                   call.reset();
                                               });
        QTRY_VERIFY(isCalled);
        QVERIFY(!call);
    }
}

void TestCollectedCall::isSilentOnceDestroyed()
{
    ScriptedServer server;
    server.then(hang());
    TestedClient tested;
    bool isCalled = false;
    auto call = std::make_unique<CollectedCall>(tested.client, tested.clock, originOf(server),
                                                requestOf("GET"), CallLimits{}, limit,
                                                [&](const CollectedAnswer &) { isCalled = true; });
    QTRY_COMPARE(server.requests().size(), std::size_t(1));
    call.reset();
    QTRY_COMPARE(server.openConnectionCount(), 0);
    QVERIFY(!isCalled);
}

QTEST_GUILESS_MAIN(TestCollectedCall)
#include "tst_collected_call.moc"

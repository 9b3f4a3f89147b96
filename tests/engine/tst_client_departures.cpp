// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tested_router.h"

using namespace homeward;
using namespace homeward::testing;

namespace {

const std::string delta = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
const std::string done = "data: [DONE]\n\n";
const std::string streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                               "Transfer-Encoding: chunked\r\n\r\n";

enum class Departure { Close, Reset };
/// What the backend has done when the client goes.
enum class Moment { Nothing, Head, Event, HeldBack };

std::string chunk(const std::string &bytes)
{
    return QByteArray::number(qulonglong(bytes.size()), 16).toStdString() + "\r\n" + bytes + "\r\n";
}

void leave(RawClient &client, Departure departure)
{
    departure == Departure::Reset ? client.reset() : client.close();
}

} // namespace

Q_DECLARE_METATYPE(Departure)
Q_DECLARE_METATYPE(Moment)

/// What a backend sees of clients that leave, and of those that only send no more.
class TestClientDepartures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavingClosesTheBackend_data();
    void leavingClosesTheBackend();
    void goingWhileTheBackendsAreAsked_data();
    void goingWhileTheBackendsAreAsked();
    void sendingNoMoreChangesNothing_data();
    void sendingNoMoreChangesNothing();
};

void TestClientDepartures::leavingClosesTheBackend_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<Departure>("departure");
    QTest::addColumn<bool>("isHalfClosedBefore");
    for (const auto &[name, departure] :
         {std::pair("close", Departure::Close), std::pair("reset", Departure::Reset)}) {
        for (const bool isHalf : {false, true}) {
            const auto row = [&](const char *moment) -> QTestData & {
                return QTest::addRow("%s, %s%s", moment, name,
                                     isHalf ? " behind a half-close" : "");
            };
            row("before the head") << Moment::Nothing << departure << isHalf;
            row("behind the head") << Moment::Head << departure << isHalf;
            row("in the stream") << Moment::Event << departure << isHalf;
            row("held back") << Moment::HeldBack << departure << isHalf;
        }
    }
}

void TestClientDepartures::leavingClosesTheBackend()
{
    QFETCH(Moment, moment);
    QFETCH(Departure, departure);
    QFETCH(bool, isHalfClosedBefore);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    std::optional<testing::Exchange> kept;
    backend.always = [&](const testing::Exchange &exchange) {
        kept = exchange;
        if (moment != Moment::Nothing)
            exchange.send(streamHead);
        if (moment == Moment::Event)
            exchange.send(chunk(delta));
        if (moment == Moment::HeldBack)
            exchange.send(chunk("data: " + std::string(std::size_t(32) << 20, 'x')));
    };
    RawClient client(router.port());
    if (moment == Moment::HeldBack)
        client.setReading(false);
    client.send(chatRequest());
    QTRY_VERIFY(kept.has_value());
    if (moment == Moment::Event)
        QVERIFY(client.waitForText("delta"));
    if (moment == Moment::HeldBack) {
        // Nothing goes on any more.
        std::size_t unsent = 0;
        while (std::exchange(unsent, kept->unsentBytes()) != kept->unsentBytes())
            QCOMPARE(router.get("/readyz").head.status, 200);
        QVERIFY(unsent > 0);
    }
    if (isHalfClosedBefore) {
        client.finishWriting();
        QCOMPARE(router.get("/readyz").head.status, 200);
        QVERIFY(!kept->isPeerGone());
    }
    leave(client, departure);
    QTRY_VERIFY_WITH_TIMEOUT(kept->isPeerGone(), 1000);
    QCOMPARE(router.node().state.activeRequests, 0);
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(0));
}

void TestClientDepartures::goingWhileTheBackendsAreAsked_data()
{
    QTest::addColumn<bool>("isLeaving");
    QTest::newRow("left") << true;
    QTest::newRow("sends no more") << false;
}

void TestClientDepartures::goingWhileTheBackendsAreAsked()
{
    QFETCH(bool, isLeaving);
    FakeBackend backend;
    std::optional<testing::Exchange> asked;
    backend.models = [&](const testing::Exchange &exchange) { asked = exchange; };
    TestedRouter router;
    router.addNode(backend);
    router.begin();
    QTRY_VERIFY(asked.has_value());
    RawClient client(router.port());
    client.send(chatRequest());
    QCOMPARE(router.get("/health").head.status, 200);
    isLeaving ? client.close() : client.finishWriting();
    QCOMPARE(router.get("/health").head.status, 200);
    reply(200, R"({"object":"list","data":[{"id":"m","object":"model"}]})")(*asked);
    if (isLeaving) {
        QTRY_COMPARE(router.get("/readyz").head.status, 200);
        QCOMPARE(router.chat().head.status, 200);
        QCOMPARE(backend.callCount, 1);
    } else {
        const auto answer = client.readAnswer();
        QVERIFY(answer.has_value());
        QCOMPARE(answer->body, std::string(R"({"ok":true})"));
        QVERIFY(client.waitForClose());
    }
}

void TestClientDepartures::sendingNoMoreChangesNothing_data()
{
    QTest::addColumn<bool>("isStream");
    QTest::addColumn<std::chrono::milliseconds>("time");
    for (const int time : {100, 1000}) {
        QTest::addRow("plain, %d ms", time) << false << std::chrono::milliseconds(time);
        QTest::addRow("stream, %d ms", time) << true << std::chrono::milliseconds(time);
    }
}

void TestClientDepartures::sendingNoMoreChangesNothing()
{
    QFETCH(bool, isStream);
    QFETCH(std::chrono::milliseconds, time);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = [&](const testing::Exchange &exchange) {
        if (!isStream) {
            exchange.after(time, [exchange] { reply(200, R"({"ok":true})")(exchange); });
            return;
        }
        exchange.send(streamHead + chunk(delta));
        exchange.after(time, [exchange] { exchange.send(chunk(delta + done) + "0\r\n\r\n"); });
    };
    RawClient client(router.port());
    client.send(chatRequest());
    client.finishWriting();
    const auto answer = client.readAnswer();
    QVERIFY(answer.has_value());
    QCOMPARE(answer->head.status, 200);
    QCOMPARE(answer->body, isStream ? delta + delta + done : std::string(R"({"ok":true})"));
    QVERIFY(client.waitForClose());
}

QTEST_GUILESS_MAIN(TestClientDepartures)
#include "tst_client_departures.moc"

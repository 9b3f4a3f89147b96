// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plain_socket.h"
#include "served_requests.h"
#include "upstream/http1_response_reader.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <vector>

using namespace homeward;
using testing::PlainSocket;
using testing::Watcher;

namespace {

enum class Transport { Tcp, Unix };
enum class Departure { Close, Reset };

/// A point in the life of a request, reached with the request's exchange.
struct Moment
{
    std::string request;
    std::function<void(http::Exchange &)> reach;
    /// What stands in the answer, if the rest of it follows.
    std::string begun;
    /// Answers that follow behind this one.
    std::size_t laterAnswers = 0;
};

std::string get(const std::string &path, const std::string &version = "1.1")
{
    return "GET " + path + " HTTP/" + version + "\r\nHost: localhost\r\n\r\n";
}

std::string repeated(const std::string &text, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

void beginStream(http::Exchange &exchange)
{
    exchange.sendHead(200, {}, std::nullopt);
    exchange.sendBody("one");
}

/// Until the client's system takes no more.
void fillUp(http::Exchange &exchange)
{
    exchange.sendHead(200, {}, std::nullopt);
    const std::string piece(100'000, 'x');
    while (exchange.pendingOutput() == 0)
        exchange.sendBody(piece);
}

const Moment beforeHead{get("/later"), [](http::Exchange &) {}};
const Moment behindAnAnswer{get("/now") + get("/later"), [](http::Exchange &) {}};
const Moment beforeOthers{
    get("/later") + get("/now") + get("/now"), [](http::Exchange &) {}, {}, 2};
/// More than may wait: the server has stopped reading.
const Moment readingPaused{
    get("/later") + repeated(get("/now"), 200), [](http::Exchange &) {}, {}, 200};
const Moment headOnly{get("/later"),
                      [](http::Exchange &exchange) { exchange.sendHead(200, {}, std::nullopt); }};
const Moment midStream{get("/later"), beginStream, "one"};
const Moment midStreamBeforeOthers{get("/later") + get("/now"), beginStream, "one", 1};
const Moment withLength{get("/later"),
                        [](http::Exchange &exchange) {
                            exchange.sendHead(200, {}, 6);
                            exchange.sendBody("one");
                        },
                        "one"};
const Moment oldStream{get("/later", "1.0"), beginStream, "one"};
const Moment oldBeforeHead{get("/later", "1.0"), [](http::Exchange &) {}};
const Moment heldBack{get("/later"), fillUp};

/// Whole answers, read strictly; less than all of them when one is broken.
std::vector<testing::RawAnswer> answersIn(const std::string &bytes, bool hasEnded)
{
    using Reader = upstream::Http1ResponseReader;
    std::vector<testing::RawAnswer> answers;
    std::string_view rest = bytes;
    while (!rest.empty()) {
        Reader reader;
        reader.restart(upstream::AnswerTo::OtherMethod);
        reader.feed(rest);
        testing::RawAnswer answer;
        Reader::Event event = reader.next();
        for (; event == Reader::Event::Head || event == Reader::Event::Body;
             event = reader.next()) {
            if (event == Reader::Event::Body)
                answer.body += reader.body();
        }
        if (!reader.isAtEnd() && !(hasEnded && reader.finishByClose()))
            break;
        answer.head = reader.head();
        answers.push_back(answer);
        rest = reader.isAtEnd() ? reader.rest() : std::string_view();
    }
    return answers;
}

} // namespace

Q_DECLARE_METATYPE(Moment)
Q_DECLARE_METATYPE(Departure)
Q_DECLARE_METATYPE(std::chrono::milliseconds)

/// Clients that leave at any moment, and those that only send no more. The clock of the server's
/// limits stands still unless a test moves it.
class TestLeavingClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void cleanup();
    void noticesAtOnce_data();
    void noticesAtOnce();
    void noticesWithTheNextBytes_data();
    void noticesWithTheNextBytes();
    void servesThoseThatSendNoMore_data();
    void servesThoseThatSendNoMore();
    void noticesALeavingBehindAHalfClose_data();
    void noticesALeavingBehindAHalfClose();
    void dropsARequestThatIsNotWhole_data();
    void dropsARequestThatIsNotWhole();
    void waitsALittleWhereNothingTells_data();
    void waitsALittleWhereNothingTells();
    void neverMakesAChunkSizeTooLong();

private:
    void come(const Moment &moment);
    http::Exchange &exchange() { return *m_served->handler.kept.front(); }
    void leave(Departure departure)
    {
        departure == Departure::Reset ? m_client->reset() : m_client->close();
    }
    /// In steps, with everything that they bring about.
    void pass(std::chrono::milliseconds time)
    {
        constexpr std::chrono::milliseconds step{1000};
        for (; time > step; time -= step) {
            m_served->advance(step);
            m_served->settle();
        }
        m_served->advance(time);
        m_served->settle();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<testing::ServedRequests> m_served;
    std::unique_ptr<PlainSocket> m_client;
    Watcher m_watcher;
};

void TestLeavingClients::initTestCase_data()
{
    QTest::addColumn<bool>("isUnix");
    QTest::newRow("tcp") << false;
    QTest::newRow("unix") << true;
}

void TestLeavingClients::init()
{
    QFETCH_GLOBAL(bool, isUnix);
    m_watcher = {};
    m_served = std::make_unique<testing::ServedRequests>();
    if (isUnix) {
        const std::string path = m_folder.filePath(QStringLiteral("socket")).toStdString();
        QVERIFY(m_served->server.listenUnix(path));
        m_client = std::make_unique<PlainSocket>(path);
    } else {
        m_client = std::make_unique<PlainSocket>(m_served->port);
    }
}

void TestLeavingClients::cleanup()
{
    m_client.reset();
    m_served.reset();
}

void TestLeavingClients::come(const Moment &moment)
{
    m_client->send(moment.request);
    QTRY_COMPARE(m_served->handler.kept.size(), std::size_t(1));
    exchange().setObserver(&m_watcher);
    moment.reach(exchange());
    m_served->settle();
}

void TestLeavingClients::noticesAtOnce_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<Departure>("departure");
    for (const auto &[name, departure] :
         {std::pair("closed", Departure::Close), std::pair("reset", Departure::Reset)}) {
        const auto row = [&](const char *moment) -> QTestData & {
            return QTest::addRow("%s, %s", moment, name);
        };
        row("before the head") << beforeHead << departure;
        row("behind an answer") << behindAnAnswer << departure;
        row("with more requests") << beforeOthers << departure;
        row("reading paused") << readingPaused << departure;
        row("behind the head") << headOnly << departure;
        row("in a stream") << midStream << departure;
        row("in a stream, with more requests") << midStreamBeforeOthers << departure;
        row("held back") << heldBack << departure;
    }
}

void TestLeavingClients::noticesAtOnce()
{
    QFETCH(Moment, moment);
    QFETCH(Departure, departure);
    come(moment);
    QVERIFY(!m_watcher.hasLeft);
    leave(departure);
    QTRY_VERIFY(m_watcher.hasLeft);
    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
    QCOMPARE(m_served->server.openExchangeCount(), std::size_t(0));
}

void TestLeavingClients::noticesWithTheNextBytes_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::newRow("announced length") << withLength;
    QTest::newRow("HTTP/1.0") << oldStream;
}

void TestLeavingClients::noticesWithTheNextBytes()
{
    QFETCH(Moment, moment);
    come(moment);
    m_client->look();
    m_client->close();
    m_served->settle();
    exchange().sendBody("t");
    exchange().sendBody("w");
    QTRY_VERIFY(m_watcher.hasLeft);
    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
}

void TestLeavingClients::servesThoseThatSendNoMore_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<bool>("isProbed");
    QTest::addColumn<std::chrono::milliseconds>("time");
    for (const int time : {100, 1000, 5000}) {
        const auto row = [&](const char *name, const Moment &moment, bool isProbed = true) {
            QTest::addRow("%s, %d ms", name, time)
                << moment << isProbed << std::chrono::milliseconds(time);
        };
        row("before the head", beforeHead);
        row("with more requests", beforeOthers);
        row("reading paused", readingPaused);
        row("behind the head", headOnly);
        row("in a stream", midStream);
        row("in a stream, with more requests", midStreamBeforeOthers);
        row("announced length", withLength, false);
        row("HTTP/1.0", oldStream, false);
    }
}

void TestLeavingClients::servesThoseThatSendNoMore()
{
    QFETCH(Moment, moment);
    QFETCH(bool, isProbed);
    QFETCH(std::chrono::milliseconds, time);
    come(moment);
    m_client->finishWriting();
    m_served->settle();
    if (isProbed)
        pass(time);
    QVERIFY(!m_watcher.hasLeft);
    std::string body = moment.begun;
    if (exchange().isHeadSent()) {
        exchange().sendBody("t");
        pass(time);
        exchange().sendBody("wo");
        pass(time);
        exchange().finish();
        body += "two";
    } else {
        body = "whole";
        exchange().send(200, {}, std::make_shared<const std::string>(body));
    }
    QTRY_VERIFY((m_client->look(), m_client->hasEnded));
    QVERIFY(!m_watcher.hasLeft);
    const auto answers = answersIn(m_client->received, true);
    QCOMPARE(answers.size(), moment.laterAnswers + 1);
    QCOMPARE(answers.front().body, body);
    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
}

void TestLeavingClients::noticesALeavingBehindAHalfClose_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<bool>("isProbed");
    QTest::newRow("before the head") << beforeHead << true;
    QTest::newRow("with more requests") << beforeOthers << true;
    QTest::newRow("reading paused") << readingPaused << true;
    QTest::newRow("in a stream") << midStream << true;
    QTest::newRow("announced length") << withLength << false;
    QTest::newRow("HTTP/1.0") << oldStream << false;
}

void TestLeavingClients::noticesALeavingBehindAHalfClose()
{
    QFETCH(Moment, moment);
    QFETCH(bool, isProbed);
    come(moment);
    m_client->finishWriting();
    m_served->settle();
    if (!isProbed)
        exchange().sendBody("s");
    pass(std::chrono::seconds(2));
    QVERIFY(!m_watcher.hasLeft);
    while (m_client->look(), !m_client->received.empty() && !m_client->hasEnded)
        m_client->received.clear();
    m_client->close();
    m_served->settle();
    if (isProbed) {
        m_served->advance(std::chrono::seconds(1));
    } else {
        exchange().sendBody("t");
        exchange().sendBody("w");
    }
    QTRY_VERIFY(m_watcher.hasLeft);
    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
}

void TestLeavingClients::dropsARequestThatIsNotWhole_data()
{
    QTest::addColumn<std::string>("part");
    QTest::newRow("head under way") << std::string("POST /now HTTP/1.1\r\nHost: lo");
    QTest::newRow("body under way")
        << std::string("POST /now HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab");
    QTest::newRow("chunk under way") << std::string(
        "POST /now HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab");
}

void TestLeavingClients::dropsARequestThatIsNotWhole()
{
    QFETCH(std::string, part);
    come({get("/later") + part, [](http::Exchange &) {}});
    m_client->finishWriting();
    m_served->settle();
    pass(std::chrono::seconds(1));
    exchange().send(200, {}, std::make_shared<const std::string>("whole"));
    QTRY_VERIFY((m_client->look(), m_client->hasEnded));
    const auto answers = answersIn(m_client->received, true);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().body, std::string("whole"));

    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
    PlainSocket alone(m_served->port);
    alone.send(part);
    alone.finishWriting();
    QTRY_VERIFY((alone.look(), alone.hasEnded));
    QVERIFY(alone.received.empty());
    QTRY_COMPARE(m_served->server.connectionCount(), std::size_t(0));
}

void TestLeavingClients::waitsALittleWhereNothingTells_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::newRow("announced length") << withLength;
    QTest::newRow("HTTP/1.0") << oldStream;
    QTest::newRow("HTTP/1.0, before the head") << oldBeforeHead;
}

/// What comes soon is given; then the client has left, unless its system tells the two apart.
void TestLeavingClients::waitsALittleWhereNothingTells()
{
    QFETCH_GLOBAL(bool, isUnix);
    QFETCH(Moment, moment);
    come(moment);
    m_client->finishWriting();
    m_served->settle();
    m_served->advance(std::chrono::milliseconds(500));
    QVERIFY(!m_watcher.hasLeft);
    m_served->advance(std::chrono::milliseconds(500));
    QCOMPARE(m_watcher.hasLeft, !isUnix);
}

void TestLeavingClients::neverMakesAChunkSizeTooLong()
{
    come(midStream);
    QTRY_VERIFY((m_client->look(), m_client->received.ends_with("one\r\n")));
    m_client->received.clear();
    m_client->finishWriting();
    m_served->settle();
    pass(std::chrono::seconds(30));
    exchange().sendBody("two");
    m_served->settle();
    pass(std::chrono::seconds(30));
    exchange().finish();
    QTRY_VERIFY((m_client->look(), m_client->hasEnded));
    QCOMPARE(m_client->received, std::string("000000003\r\ntwo\r\n000000000\r\n\r\n"));
}

QTEST_GUILESS_MAIN(TestLeavingClients)
#include "tst_leaving_clients.moc"

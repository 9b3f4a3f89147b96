// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard_rows.h"
#include "http/http1_request_reader.h"

#include <QTest>

using namespace homeward;
using http::Http1RequestReader;
using Event = Http1RequestReader::Event;

namespace {

/// What came of one request.
struct Outcome
{
    http::RequestHead head;
    std::string body;
    int refusedWith = 0;
    bool isComplete = false;
    std::string rest;

    bool operator==(const Outcome &) const = default;
};

Outcome readPieces(const std::vector<std::string_view> &pieces)
{
    Http1RequestReader reader;
    reader.restart(testing::guardBodyLimit);
    Outcome outcome;
    for (const std::string_view piece : pieces) {
        if (outcome.isComplete || outcome.refusedWith) {
            outcome.rest += piece;
            continue;
        }
        reader.feed(piece);
        for (;;) {
            const Event event = reader.next();
            if (event == Event::NeedMore)
                break;
            if (event == Event::Head)
                outcome.head = reader.head();
            else if (event == Event::Body)
                outcome.body += reader.body();
            else if (event == Event::End)
                outcome.isComplete = true;
            else
                outcome.refusedWith = reader.refusal().status;
            if (event == Event::End || event == Event::Refused)
                break;
        }
        if (outcome.isComplete)
            outcome.rest += reader.rest();
    }
    return outcome;
}

/// Cut in two at `cut`.
Outcome readCut(std::string_view bytes, std::size_t cut)
{
    return readPieces({bytes.substr(0, cut), bytes.substr(cut)});
}

} // namespace

class TestHttp1RequestReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void accepts_data();
    void accepts();
    void cutsAnAbsoluteFormToItsPath();
    void skipsOneEmptyLine();
    void leavesTheNextRequestAlone();
    void saysWhatTheConnectionIsFor_data();
    void saysWhatTheConnectionIsFor();
};

void TestHttp1RequestReader::refuses_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<int>("status");
    for (const testing::GuardRow &row : testing::guardRows())
        QTest::newRow(row.name.c_str()) << row.bytes << row.status;
}

void TestHttp1RequestReader::refuses()
{
    QFETCH(std::string, bytes);
    QFETCH(int, status);
    QCOMPARE(readPieces({bytes}).refusedWith, status);
    // Long rows have nothing new at each of their places.
    const std::size_t step = bytes.size() > 2000 ? 997 : 1;
    for (std::size_t cut = 1; cut < bytes.size(); cut += step)
        QCOMPARE(readCut(bytes, cut).refusedWith, status);
    std::vector<std::string_view> single;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        single.push_back(std::string_view(bytes).substr(i, 1));
    QCOMPARE(readPieces(single).refusedWith, status);
}

void TestHttp1RequestReader::accepts_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("body");
    const std::string post = "POST /x?a=b HTTP/1.1\r\nHost: localhost\r\n";
    QTest::newRow("no body") << post + "\r\n" << std::string();
    QTest::newRow("length 0") << post + "Content-Length: 0\r\n\r\n" << std::string();
    QTest::newRow("length") << post + "Content-Length: 3\r\n\r\nabc" << std::string("abc");
    QTest::newRow("chunks") << post
            + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"
                            << std::string("abc");
    QTest::newRow("chunk extension, trailer")
        << post + "Transfer-Encoding: chunked\r\n\r\n3;a=\"b c\"\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"
        << std::string("abc");
    QTest::newRow("chunked in capitals")
        << post + "transfer-encoding: Chunked\r\n\r\n3\r\nabc\r\n000\r\n\r\n"
        << std::string("abc");
    QTest::newRow("exactly at the limit")
        << post + "Content-Length: 1000\r\n\r\n" + std::string(1000, 'a') << std::string(1000, 'a');
    QTest::newRow("empty value, obs-text, tabs") << post + "A:\r\nB: \xc3\xa9\r\nC:\t d \t\r\n\r\n"
                                                 << std::string();
}

void TestHttp1RequestReader::accepts()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, body);
    const Outcome whole = readPieces({bytes});
    QVERIFY(whole.isComplete);
    QCOMPARE(whole.body, body);
    QCOMPARE(whole.head.method, std::string("POST"));
    QCOMPARE(whole.head.target, std::string("/x?a=b"));
    for (std::size_t cut = 1; cut < bytes.size(); ++cut)
        QVERIFY(readCut(bytes, cut) == whole);
}

void TestHttp1RequestReader::cutsAnAbsoluteFormToItsPath()
{
    const auto target = [](const std::string &written) {
        const std::string bytes = "GET " + written + " HTTP/1.1\r\nHost: localhost:80\r\n\r\n";
        return readPieces({bytes}).head.target;
    };
    QCOMPARE(target("http://localhost:80/x?y"), std::string("/x?y"));
    QCOMPARE(target("HTTP://LOCALHOST:80/x"), std::string("/x"));
    QCOMPARE(target("http://localhost:80"), std::string("/"));
    QCOMPARE(target("http://localhost:80?y"), std::string("/?y"));
}

void TestHttp1RequestReader::skipsOneEmptyLine()
{
    const std::string good = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n";
    QVERIFY(readPieces({"\r\n" + good}).isComplete);
    QCOMPARE(readPieces({"\r\n\r\n" + good}).refusedWith, 400);
}

void TestHttp1RequestReader::leavesTheNextRequestAlone()
{
    const std::string bytes = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nabGET /y";
    const Outcome outcome = readPieces({bytes});
    QCOMPARE(outcome.body, std::string("ab"));
    QCOMPARE(outcome.rest, std::string("GET /y"));
}

void TestHttp1RequestReader::saysWhatTheConnectionIsFor_data()
{
    QTest::addColumn<std::string>("version");
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<bool>("isKeepAlive");
    QTest::addColumn<bool>("expectsContinue");
    QTest::newRow("1.1") << std::string("1.1") << std::string() << true << false;
    QTest::newRow("close") << std::string("1.1") << std::string("Connection: CLOSE\r\n") << false
                           << false;
    QTest::newRow("close in a list")
        << std::string("1.1") << std::string("Connection: a, close\r\n") << false << false;
    QTest::newRow("1.0") << std::string("1.0") << std::string() << false << false;
    QTest::newRow("1.0 keep-alive")
        << std::string("1.0") << std::string("Connection: keep-alive\r\n") << false << false;
    QTest::newRow("100-continue") << std::string("1.1") << std::string("Expect: 100-Continue\r\n")
                                  << true << true;
}

void TestHttp1RequestReader::saysWhatTheConnectionIsFor()
{
    QFETCH(std::string, version);
    QFETCH(std::string, fields);
    QFETCH(bool, isKeepAlive);
    QFETCH(bool, expectsContinue);
    const std::string bytes = "GET /x HTTP/" + version + "\r\nHost: a\r\n" + fields + "\r\n";
    const Outcome outcome = readPieces({bytes});
    QVERIFY(outcome.isComplete);
    QCOMPARE(outcome.head.isKeepAlive, isKeepAlive);
    QCOMPARE(outcome.head.expectsContinue, expectsContinue);
}

QTEST_APPLESS_MAIN(TestHttp1RequestReader)
#include "tst_http1_request_reader.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/http1_response_reader.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::upstream;

namespace {

/// All that a reader told of its input, as text that is easy to compare.
struct Outcome
{
    /// `200 "OK" 1.1 length=5 keep | Name: value | ...`; empty when no head was complete.
    std::string head;
    std::string body;
    /// `more`, `end`, `excess` (an end with bytes after it) or `failed`.
    std::string end = "more";
    bool isGoodAfterClose = false;

    bool operator==(const Outcome &) const = default;
};

std::string textOf(const ResponseHead &head)
{
    std::string text = std::to_string(head.status) + " \"" + head.reason + "\" 1."
        + std::to_string(head.minorVersion);
    if (head.contentLength)
        text += " length=" + std::to_string(*head.contentLength);
    if (head.isChunked)
        text += " chunked";
    text += head.isKeepAlive ? " keep" : " close";
    for (const HeaderList::Field field : head.fields)
        text += " | " + std::string(field.name) + ": " + std::string(field.value);
    return text;
}

bool isWithin(std::string_view part, std::string_view whole)
{
    return part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size();
}

/// Reads one piece to its end; false once nothing more is to be read.
bool readPiece(Http1ResponseReader &reader, std::string_view piece, Outcome &outcome)
{
    reader.feed(piece);
    while (true) {
        switch (reader.next()) {
        case Http1ResponseReader::Event::NeedMore:
            return true;
        case Http1ResponseReader::Event::Head:
            outcome.head += textOf(reader.head());
            break;
        case Http1ResponseReader::Event::Body:
            outcome.body += reader.body();
            if (reader.body().empty() || !isWithin(reader.body(), piece))
                outcome.body += "(not a part of the piece)";
            break;
        case Http1ResponseReader::Event::End:
            outcome.end = reader.hasExcess() ? "excess" : "end";
            return false;
        case Http1ResponseReader::Event::Failed:
            outcome.end = reader.problem().empty() ? "failed without a reason" : "failed";
            return false;
        }
    }
}

Outcome outcomeOf(Http1ResponseReader &reader, const std::vector<std::string_view> &pieces,
                  AnswerTo method = AnswerTo::OtherMethod)
{
    reader.restart(method);
    Outcome outcome;
    bool goesOn = true;
    for (const std::string_view piece : pieces) {
        if (goesOn)
            goesOn = readPiece(reader, piece, outcome);
        else if (outcome.end == "end" && !piece.empty())
            outcome.end = "excess";
    }
    outcome.isGoodAfterClose = reader.finishByClose();
    return outcome;
}

const std::string ok = "HTTP/1.1 200 OK\r\n";

} // namespace

Q_DECLARE_METATYPE(AnswerTo)

class TestHttp1ResponseReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEverySplit_data();
    void readsEverySplit();
    void refusesEverySplit_data();
    void refusesEverySplit();
    void limitsHeads_data();
    void limitsHeads();
    void refusesAtOnceWhatIsNoHttp_data();
    void refusesAtOnceWhatIsNoHttp();

private:
    void checkEverySplit(std::string_view whole, AnswerTo method, const Outcome &expected);

    /// One reader for all, as a connection has one for all its answers.
    Http1ResponseReader m_reader;
};

void TestHttp1ResponseReader::checkEverySplit(std::string_view whole, AnswerTo method,
                                              const Outcome &expected)
{
    QCOMPARE(outcomeOf(m_reader, {whole}, method).head, expected.head);
    QCOMPARE(outcomeOf(m_reader, {whole}, method).body, expected.body);
    QCOMPARE(outcomeOf(m_reader, {whole}, method).end, expected.end);
    QCOMPARE(outcomeOf(m_reader, {whole}, method), expected);
    for (std::size_t first = 0; first <= whole.size(); ++first) {
        const Outcome split
            = outcomeOf(m_reader, {whole.substr(0, first), whole.substr(first)}, method);
        QVERIFY2(split == expected, qPrintable(QString::asprintf("split at %zu", first)));
    }
    for (const std::size_t length : {std::size_t(1), std::size_t(2), std::size_t(3)}) {
        std::vector<std::string_view> pieces;
        for (std::size_t i = 0; i < whole.size(); i += length)
            pieces.push_back(whole.substr(i, length));
        QCOMPARE(outcomeOf(m_reader, pieces, method), expected);
    }
}

void TestHttp1ResponseReader::readsEverySplit_data()
{
    QTest::addColumn<AnswerTo>("method");
    QTest::addColumn<std::string>("input");
    QTest::addColumn<std::string>("head");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("end");
    QTest::addColumn<bool>("isGoodAfterClose");

    const auto row = [](const char *name, std::string input, std::string head, std::string body,
                        std::string end, AnswerTo method = AnswerTo::OtherMethod) {
        QTest::newRow(name) << method << input << head << body << end << end.starts_with("e");
    };
    row("length", ok + "Content-Length: 5\r\n\r\nhello",
        "200 \"OK\" 1.1 length=5 keep | Content-Length: 5", "hello", "end");
    row("length of nothing", ok + "Content-Length: 0\r\n\r\n",
        "200 \"OK\" 1.1 length=0 keep | Content-Length: 0", "", "end");
    row("fields keep order, spelling and repetition",
        ok + "x-B: 2\r\nX-a:\t1 \r\nX-A: one two\r\nContent-Length: 0\r\n\r\n",
        "200 \"OK\" 1.1 length=0 keep | x-B: 2 | X-a: 1 | X-A: one two | Content-Length: 0", "",
        "end");
    row("no reason and no space", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
        "200 \"\" 1.1 length=0 keep | Content-Length: 0", "", "end");
    row("no reason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n",
        "200 \"\" 1.1 length=0 keep | Content-Length: 0", "", "end");
    row("reason of several words", "HTTP/1.1 599 It is \xc3\xa9\tso\r\nContent-Length: 0\r\n\r\n",
        "599 \"It is \xc3\xa9\tso\" 1.1 length=0 keep | Content-Length: 0", "", "end");
    row("chunked",
        ok + "Transfer-Encoding: chunked\r\n\r\n3;x=1\r\nhel\r\n02\r\nlo\r\n0\r\nA: b\r\n\r\n",
        "200 \"OK\" 1.1 chunked keep | Transfer-Encoding: chunked", "hello", "end");
    row("chunked without a byte", ok + "Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n",
        "200 \"OK\" 1.1 chunked keep | Transfer-Encoding: CHUNKED", "", "end");
    row("connection close", ok + "Connection: foo, Close\r\nContent-Length: 1\r\n\r\na",
        "200 \"OK\" 1.1 length=1 close | Connection: foo, Close | Content-Length: 1", "a", "end");
    row("second connection field",
        ok + "Connection: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "200 \"OK\" 1.1 length=0 close | Connection: a | Connection: close | Content-Length: 0", "",
        "end");
    row("HTTP/1.0 with a length", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab",
        "200 \"OK\" 1.0 length=2 close | Content-Length: 2", "ab", "end");
    row("HTTP/1.0 that wants to stay",
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nab",
        "200 \"OK\" 1.0 length=2 close | Connection: keep-alive | Content-Length: 2", "ab", "end");
    row("excess after a length", ok + "Content-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\n",
        "200 \"OK\" 1.1 length=1 keep | Content-Length: 1", "a", "excess");
    row("excess after no body", ok + "Content-Length: 0\r\n\r\na",
        "200 \"OK\" 1.1 length=0 keep | Content-Length: 0", "", "excess");
    row("excess after chunks", ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n\r\n",
        "200 \"OK\" 1.1 chunked keep | Transfer-Encoding: chunked", "", "excess");
    row("answer to HEAD", ok + "Content-Length: 500\r\n\r\n",
        "200 \"OK\" 1.1 length=500 keep | Content-Length: 500", "", "end", AnswerTo::Head);
    row("chunked answer to HEAD", ok + "Transfer-Encoding: chunked\r\n\r\n",
        "200 \"OK\" 1.1 chunked keep | Transfer-Encoding: chunked", "", "end", AnswerTo::Head);
    row("answer to HEAD without a length", ok + "\r\n", "200 \"OK\" 1.1 keep", "", "end",
        AnswerTo::Head);
    row("body after an answer to HEAD", ok + "Content-Length: 1\r\n\r\na",
        "200 \"OK\" 1.1 length=1 keep | Content-Length: 1", "", "excess", AnswerTo::Head);
    row("204", "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n", "204 \"No Content\" 1.1 keep | A: b", "",
        "end");
    row("204 with a length", "HTTP/1.1 204 -\r\nContent-Length: 3\r\n\r\n",
        "204 \"-\" 1.1 length=3 close | Content-Length: 3", "", "end");
    row("204 with chunks", "HTTP/1.1 204 -\r\nTransfer-Encoding: chunked\r\n\r\n",
        "204 \"-\" 1.1 chunked close | Transfer-Encoding: chunked", "", "end");
    row("304 with a length", "HTTP/1.1 304 -\r\nContent-Length: 3\r\n\r\n",
        "304 \"-\" 1.1 length=3 keep | Content-Length: 3", "", "end");
    row("100 is skipped", "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 1\r\n\r\na",
        "200 \"OK\" 1.1 length=1 keep | Content-Length: 1", "a", "end");
    row("fields of an interim answer are dropped",
        "HTTP/1.1 103 Early\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n" + ok
            + "Content-Length: 1\r\n\r\na",
        "200 \"OK\" 1.1 length=1 keep | Content-Length: 1", "a", "end");
    std::string interim;
    for (int i = 0; i < 16; ++i)
        interim += "HTTP/1.1 102 Processing\r\n\r\n";
    row("16 interim answers", interim + ok + "Content-Length: 0\r\n\r\n",
        "200 \"OK\" 1.1 length=0 keep | Content-Length: 0", "", "end");
    row("status 599", "HTTP/1.1 599 x\r\nContent-Length: 0\r\n\r\n",
        "599 \"x\" 1.1 length=0 keep | Content-Length: 0", "", "end");

    // What is not complete, and whether a close makes it so.
    row("nothing yet", "", "", "", "more");
    row("half a status line", "HTTP/1.1 20", "", "", "more");
    row("half a head", ok + "Content-Le", "", "", "more");
    row("only interim answers", "HTTP/1.1 100 Continue\r\n\r\n", "", "", "more");
    row("half a body", ok + "Content-Length: 9\r\n\r\nhello",
        "200 \"OK\" 1.1 length=9 keep | Content-Length: 9", "hello", "more");
    row("chunked without its end", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "200 \"OK\" 1.1 chunked keep | Transfer-Encoding: chunked", "hello", "more");
    const auto closing
        = [](const char *name, std::string input, std::string head, std::string body) {
              QTest::newRow(name) << AnswerTo::OtherMethod << input << head << body
                                  << std::string("more") << true;
          };
    closing("body until the close", ok + "\r\nhello", "200 \"OK\" 1.1 close", "hello");
    closing("empty body until the close", ok + "\r\n", "200 \"OK\" 1.1 close", "");
    closing("HTTP/1.0 until the close", "HTTP/1.0 200 OK\r\nA: b\r\n\r\nhello",
            "200 \"OK\" 1.0 close | A: b", "hello");
}

void TestHttp1ResponseReader::readsEverySplit()
{
    QFETCH(AnswerTo, method);
    QFETCH(std::string, input);
    QFETCH(std::string, head);
    QFETCH(std::string, body);
    QFETCH(std::string, end);
    QFETCH(bool, isGoodAfterClose);

    checkEverySplit(input, method, Outcome{head, body, end, isGoodAfterClose});
}

void TestHttp1ResponseReader::refusesEverySplit_data()
{
    QTest::addColumn<std::string>("input");

    const auto row
        = [](const char *name, std::string input) { QTest::newRow(name) << std::move(input); };
    const std::string body = "Content-Length: 1\r\n\r\na";
    row("text", "hello there\r\n\r\n");
    row("empty line first", "\r\n" + ok + body);
    row("space first", " " + ok + body);
    row("small letters", "http/1.1 200 OK\r\n" + body);
    row("HTTP/0.9", "HTTP/0.9 200 OK\r\n" + body);
    row("HTTP/1.2", "HTTP/1.2 200 OK\r\n" + body);
    row("HTTP/1.10", "HTTP/1.10 200 OK\r\n" + body);
    row("HTTP/2", "HTTP/2 200 OK\r\n" + body);
    row("HTTP/3.0", "HTTP/3.0 200 OK\r\n" + body);
    row("no status", "HTTP/1.1\r\n" + body);
    row("no digits", "HTTP/1.1 OK\r\n" + body);
    row("status of two digits", "HTTP/1.1 99 No\r\n" + body);
    row("status of four digits", "HTTP/1.1 2000 No\r\n" + body);
    row("status 099", "HTTP/1.1 099 No\r\n" + body);
    row("status 600", "HTTP/1.1 600 No\r\n" + body);
    row("status 2x0", "HTTP/1.1 2x0 No\r\n" + body);
    row("status -20", "HTTP/1.1 -20 No\r\n" + body);
    row("two spaces before the status", "HTTP/1.1  200 OK\r\n" + body);
    row("tab before the status", "HTTP/1.1\t200 OK\r\n" + body);
    row("tab before the reason", "HTTP/1.1 200\tOK\r\n" + body);
    row("control in the reason", "HTTP/1.1 200 O\x01K\r\n" + body);
    row("bare carriage return in the reason", "HTTP/1.1 200 O\rK\r\n" + body);
    row("status line with a bare line feed", "HTTP/1.1 200 OK\n" + body);
    row("field with a bare line feed", ok + "A: b\n" + body);
    row("head that ends with a bare line feed", ok + "Content-Length: 1\r\n\na");
    row("folded field", ok + "A: b\r\n c\r\n" + body);
    row("folded first field", ok + " A: b\r\n" + body);
    row("space before the colon", ok + "Content-Length : 1\r\n\r\na");
    row("no colon", ok + "nonsense\r\n" + body);
    row("empty name", ok + ": b\r\n" + body);
    row("NUL", ok + std::string("A: \0\r\n", 6) + body);
    row("bare carriage return", ok + "A: b\rc\r\n" + body);
    row("both lengths",
        ok + "Content-Length: 8\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n0\r\n\r\n");
    row("two lengths", ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab");
    row("equal lengths", ok + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na");
    row("listed lengths", ok + "Content-Length: 1, 1\r\n\r\na");
    row("negative length", ok + "Content-Length: -1\r\n\r\na");
    row("signed length", ok + "Content-Length: +1\r\n\r\na");
    row("length in another base", ok + "Content-Length: 0x1\r\n\r\na");
    row("length with a letter", ok + "Content-Length: 1a\r\n\r\na");
    row("empty length", ok + "Content-Length:\r\n\r\na");
    row("overflowing length", ok + "Content-Length: 99999999999999999999\r\n\r\na");
    row("chunked twice",
        ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    row("chunked, chunked", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n");
    row("gzip, chunked", ok + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    row("identity", ok + "Transfer-Encoding: identity\r\n\r\na");
    row("chunked in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    row("change of protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
    row("bad field of an interim answer", "HTTP/1.1 103 x\r\nA : b\r\n\r\n" + ok + body);
    std::string interim;
    for (int i = 0; i < 17; ++i)
        interim += "HTTP/1.1 100 Continue\r\n\r\n";
    row("17 interim answers", interim + ok + body);
}

void TestHttp1ResponseReader::refusesEverySplit()
{
    QFETCH(std::string, input);

    checkEverySplit(input, AnswerTo::OtherMethod, Outcome{"", "", "failed", false});
}

void TestHttp1ResponseReader::limitsHeads_data()
{
    QTest::addColumn<std::string>("input");
    QTest::addColumn<std::string>("end");

    const auto fields = [](int count) {
        std::string text = ok;
        for (int i = 1; i < count; ++i)
            text += "A: b\r\n";
        return text + "Content-Length: 0\r\n\r\n";
    };
    const auto head = [](std::size_t size) {
        const std::string rest = "Content-Length: 0\r\nA: \r\n\r\n";
        std::string text = ok + "Content-Length: 0\r\nA: ";
        text.append(size - ok.size() - rest.size(), 'x');
        return text + "\r\n\r\n";
    };
    QTest::newRow("200 fields") << fields(200) << std::string("end");
    QTest::newRow("201 fields") << fields(201) << std::string("failed");
    QTest::newRow("64 KiB") << head(65536) << std::string("end");
    QTest::newRow("one byte more") << head(65537) << std::string("failed");
    QTest::newRow("endless line") << ok + "A: " + std::string(70000, 'x') << std::string("failed");
    QTest::newRow("endless status line")
        << "HTTP/1.1 200 " + std::string(70000, 'x') << std::string("failed");
    QTest::newRow("each interim answer has its own limit")
        << "HTTP/1.1 103 x\r\nA: " + std::string(60000, 'x') + "\r\n\r\n" + head(60000)
        << std::string("end");
    QTest::newRow("bad size of a chunk behind a good head")
        << ok + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n"
        << std::string("failed");
}

void TestHttp1ResponseReader::limitsHeads()
{
    QFETCH(std::string, input);
    QFETCH(std::string, end);

    QCOMPARE(outcomeOf(m_reader, {input}).end, end);
    for (const std::size_t length : {std::size_t(999), std::size_t(65536)}) {
        std::vector<std::string_view> pieces;
        for (std::size_t i = 0; i < input.size(); i += length)
            pieces.push_back(std::string_view(input).substr(i, length));
        QCOMPARE(outcomeOf(m_reader, pieces).end, end);
    }
}

void TestHttp1ResponseReader::refusesAtOnceWhatIsNoHttp_data()
{
    QTest::addColumn<std::string>("input");

    QTest::newRow("a TLS alert") << std::string("\x15\x03\x01\x00\x02\x02\x46", 7);
    QTest::newRow("another protocol's greeting") << std::string("SSH-2.0");
    QTest::newRow("an answer without a head") << std::string("{\"a\"");
    QTest::newRow("another letter at the end") << std::string("HTTP/2");
}

/// Such a peer may wait for us for ever: no line end comes.
void TestHttp1ResponseReader::refusesAtOnceWhatIsNoHttp()
{
    QFETCH(std::string, input);

    checkEverySplit(input, AnswerTo::OtherMethod, Outcome{"", "", "failed", false});
}

QTEST_APPLESS_MAIN(TestHttp1ResponseReader)
#include "tst_http1_response_reader.moc"

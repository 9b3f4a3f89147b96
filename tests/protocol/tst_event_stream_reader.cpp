// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/event_stream_reader.h"
#include "splits.h"

#include <QTest>

#include <string>

using namespace homeward::protocol;
using namespace homeward::protocol::testing;
using namespace std::string_literals;

using Lines = std::vector<std::string>;

class TestEventStreamReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsIntoLines_data();
    void cutsIntoLines();
    void closesWhatIsOpen_data();
    void closesWhatIsOpen();
    void keepsTheBeginningOfLongLines_data();
    void keepsTheBeginningOfLongLines();
    void readsManyEmptyLinesInOnePiece();
};

namespace {

struct ReadStream
{
    Lines lines;
    std::string unfinished;
    std::string closing;

    bool operator==(const ReadStream &) const = default;
};

ReadStream readIn(const Pieces &pieces)
{
    EventStreamReader reader;
    ReadStream result;
    for (std::string_view piece : pieces) {
        EventStreamLine line;
        while (reader.next(piece, line))
            result.lines.emplace_back(line.text);
    }
    result.unfinished = reader.unfinished().text;
    result.closing = reader.closingBytes();
    return result;
}

} // namespace

void TestEventStreamReader::cutsIntoLines_data()
{
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<Lines>("lines");
    QTest::addColumn<std::string>("unfinished");

    const auto row = [](const char *name, std::string stream, Lines lines, std::string rest = {}) {
        QTest::newRow(name) << stream << lines << rest;
    };
    row("nothing", "", {});
    row("LF", "data: a\n\ndata: b\n\n", {"data: a", "", "data: b", ""});
    row("CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", {"data: a", "", "data: b", ""});
    row("CR", "data: a\r\rdata: b\r\r", {"data: a", "", "data: b", ""});
    row("all of them", "a\rb\nc\r\nd\n\re\r\r\nf\n\n", {"a", "b", "c", "d", "", "e", "", "f", ""});
    row("empty lines only", "\n\r\n\r\r\n\n", {"", "", "", "", ""});
    row("several data lines", "data: {\ndata: }\n\n", {"data: {", "data: }", ""});
    row("comments", ": OPENROUTER PROCESSING\n\n:\n\n", {": OPENROUTER PROCESSING", "", ":", ""});
    row("a line that has not ended", "data: a\n\ndata: [DO", {"data: a", ""}, "data: [DO");
    row("the first line has not ended", "dat", {}, "dat");
    row("byte order mark",
        "\xef\xbb\xbf"
        "data: a\n",
        {"data: a"});
    row("byte order mark alone", "\xef\xbb\xbf\n\n", {"", ""});
    row("byte order mark, line open",
        "\xef\xbb\xbf"
        "data",
        {}, "data");
    row("only one byte order mark",
        "\xef\xbb\xbf\xef\xbb\xbf"
        "a\n",
        {"\xef\xbb\xbf"
         "a"});
    row("byte order mark later",
        "a\n\xef\xbb\xbf"
        "b\n",
        {"a",
         "\xef\xbb\xbf"
         "b"});
    row("half a byte order mark", "\xef\xbb\n", {"\xef\xbb"});
    row("characters beyond ASCII", "data: 안녕 🌏\n\n", {"data: 안녕 🌏", ""});
    row("NUL and other bytes", "a\0b\x85\xff\n"s, {"a\0b\x85\xff"s});
}

void TestEventStreamReader::cutsIntoLines()
{
    QFETCH(std::string, stream);
    QFETCH(Lines, lines);
    QFETCH(std::string, unfinished);

    for (const auto &pieces : everySplit(stream)) {
        const ReadStream read = readIn(pieces);
        QCOMPARE(read.lines, lines);
        QCOMPARE(read.unfinished, unfinished);
    }
}

void TestEventStreamReader::closesWhatIsOpen_data()
{
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<std::string>("closing");

    const auto row = [](const char *name, std::string stream, std::string closing) {
        QTest::newRow(name) << stream << closing;
    };
    row("nothing was sent", "", "");
    row("behind an event", "data: a\n\n", "");
    row("behind an event, CRLF", "data: a\r\n\r\n", "");
    row("behind an event, CR", "data: a\r\r", "");
    row("inside a line", "data: a", "\n\n");
    row("inside the next line", "data: a\n\nda", "\n\n");
    row("behind a line", "data: a\n", "\n");
    row("behind a line, CRLF", "data: a\r\n", "\n");
    row("behind a line, CR", "data: a\r", "\n\n");
    row("behind a comment", ": wait\n", "\n");
    row("byte order mark alone", "\xef\xbb\xbf", "\n\n");
    row("byte order mark and line end", "\xef\xbb\xbf\n", "");
}

void TestEventStreamReader::closesWhatIsOpen()
{
    QFETCH(std::string, stream);
    QFETCH(std::string, closing);

    for (const auto &pieces : everySplit(stream))
        QCOMPARE(readIn(pieces).closing, closing);
    const ReadStream withEvent = readIn({stream, closing, "data: ours\n\n"});
    QVERIFY(withEvent.lines.size() >= 2);
    QCOMPARE((Lines{withEvent.lines.end() - 2, withEvent.lines.end()}), (Lines{"data: ours", ""}));
    QVERIFY(withEvent.lines.size() == 2 || withEvent.lines.end()[-3].empty());
}

void TestEventStreamReader::keepsTheBeginningOfLongLines_data()
{
    QTest::addColumn<std::size_t>("size");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("one less than is kept") << EventStreamReader::keptBytes - 1 << true;
    QTest::newRow("as long as is kept") << EventStreamReader::keptBytes << true;
    QTest::newRow("one byte longer") << EventStreamReader::keptBytes + 1 << false;
    QTest::newRow("a megabyte") << (std::size_t(1) << 20) << false;
}

void TestEventStreamReader::keepsTheBeginningOfLongLines()
{
    QFETCH(std::size_t, size);
    QFETCH(bool, isWhole);

    const std::string text(size, 'x');
    for (const std::size_t pieceSize : {std::size_t(100), text.size() + 1}) {
        EventStreamReader reader;
        EventStreamLine line;
        const std::string stream = text + "\nb\n";
        Lines beginnings;
        std::vector<bool> areWhole;
        for (std::string_view piece : inPiecesOf(stream, pieceSize)) {
            while (reader.next(piece, line)) {
                beginnings.emplace_back(line.text);
                areWhole.push_back(line.isWhole);
            }
        }
        QCOMPARE(beginnings, (Lines{text.substr(0, EventStreamReader::keptBytes), "b"}));
        QCOMPARE(areWhole, (std::vector<bool>{isWhole, true}));
    }
}

// Each of them must not cost a look at all that is behind it.
void TestEventStreamReader::readsManyEmptyLinesInOnePiece()
{
    constexpr std::size_t count = 1000000;
    for (const char lineEnd : {'\r', '\n'}) {
        const std::string stream(count, lineEnd);
        EventStreamReader reader;
        EventStreamLine line;
        std::size_t lines = 0;
        for (std::string_view rest = stream; reader.next(rest, line);)
            ++lines;
        QCOMPARE(lines, count);
    }
}

QTEST_APPLESS_MAIN(TestEventStreamReader)
#include "tst_event_stream_reader.moc"

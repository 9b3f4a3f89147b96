// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/line_reader.h"

#include <QTest>

#include <string>
#include <string_view>

using namespace homeward;

namespace {

/// The lines in brackets, what is left over, and the problem: `[a][b]rest !too long`.
std::string readInPieces(std::string_view bytes, std::size_t limit, std::size_t pieceSize)
{
    LineReader reader;
    reader.restart(limit);
    std::string text;
    while (!bytes.empty()) {
        std::string_view piece = bytes.substr(0, pieceSize);
        bytes.remove_prefix(piece.size());
        while (!piece.empty()) {
            const LineReader::Step step = reader.next(piece);
            if (step.problem == LineReader::Problem::TooLong)
                return text + "!too long";
            if (step.problem == LineReader::Problem::BareLineFeed)
                return text + "!bare line feed";
            if (step.hasLine)
                text.append(1, '[').append(step.line).append(1, ']');
            if (step.consumed == 0 || step.consumed > piece.size())
                return text + "!stuck";
            piece.remove_prefix(step.consumed);
        }
    }
    return text.append(reader.unfinished());
}

} // namespace

class TestLineReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsLines_data();
    void cutsLines();
    void beginsAnew();
    void doesNotCopyWholeLines();
    void tellsHowFarItCame();
};

void TestLineReader::cutsLines_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<int>("limit");
    QTest::addColumn<std::string>("expected");

    const auto row
        = [](const char *name, const std::string &bytes, int limit, const char *expected) {
              QTest::newRow(name) << bytes << limit << std::string(expected);
          };
    row("nothing", "", 10, "");
    row("one line", "abc\r\n", 100, "[abc]");
    row("two lines", "abc\r\nde\r\n", 100, "[abc][de]");
    row("an empty line", "\r\n", 100, "[]");
    row("empty lines", "\r\n\r\na\r\n", 100, "[][][a]");
    row("a line without an end", "abc", 100, "abc");
    row("a line with half an end", "a\r\nbc\r", 100, "[a]bc\r");
    row("a carriage return within", "a\rb\r\n", 100, "[a\rb]");
    row("two carriage returns", "a\r\r\n", 100, "[a\r]");
    row("a bare line feed", "a\n", 100, "!bare line feed");
    row("a bare line feed first", "\n", 100, "!bare line feed");
    row("a bare line feed behind a line", "a\r\n\n", 100, "[a]!bare line feed");
    row("a bare line feed behind half an end", "a\rb\n", 100, "!bare line feed");
    row("exactly the limit", "abc\r\n", 5, "[abc]");
    row("exactly the limit, two lines", "a\r\nb\r\n", 6, "[a][b]");
    row("exactly the limit, without an end", "abcde", 5, "abcde");
    row("one byte over", "abcd\r\n", 5, "!too long");
    row("one byte over, without an end", "abcdef", 5, "!too long");
    row("the limit is that of all lines", "a\r\nb\r\nc\r\n", 8, "[a][b]!too long");
    row("nothing is allowed", "a", 0, "!too long");
}

void TestLineReader::cutsLines()
{
    QFETCH(std::string, bytes);
    QFETCH(int, limit);
    QFETCH(std::string, expected);

    for (std::size_t pieceSize = 1; pieceSize <= bytes.size() + 1; ++pieceSize)
        QCOMPARE(readInPieces(bytes, std::size_t(limit), pieceSize), expected);
    const std::string withNul = bytes + std::string("\0\xff\r\n", 4);
    if (limit == 100 && expected.ends_with(']')) {
        QCOMPARE(readInPieces(withNul, 100, 1), expected + '[' + std::string("\0\xff", 2) + ']');
    }
}

void TestLineReader::beginsAnew()
{
    LineReader reader;
    reader.restart(10);
    QVERIFY(!reader.next("abc").hasLine);
    QCOMPARE(reader.unfinished(), std::string_view("abc"));
    reader.restart(3);
    QCOMPARE(reader.unfinished(), std::string_view());
    const LineReader::Step step = reader.next("d\r\n");
    QVERIFY(step.hasLine);
    QCOMPARE(step.line, std::string_view("d"));
    QCOMPARE(reader.unfinished(), std::string_view());
    QCOMPARE(reader.next("e").problem, LineReader::Problem::TooLong);
}

void TestLineReader::doesNotCopyWholeLines()
{
    LineReader reader;
    reader.restart(100);
    const std::string_view piece = "abc\r\ndef";
    QCOMPARE(static_cast<const void *>(reader.next(piece).line.data()),
             static_cast<const void *>(piece.data()));
}

void TestLineReader::tellsHowFarItCame()
{
    LineReader reader;
    reader.restart(6);
    QCOMPARE(reader.next("abc\r\nx").consumed, std::size_t(5));
    const LineReader::Step step = reader.next("xyz");
    QCOMPARE(step.problem, LineReader::Problem::TooLong);
    QCOMPARE(step.consumed, std::size_t(1));
}

QTEST_APPLESS_MAIN(TestLineReader)
#include "tst_line_reader.moc"

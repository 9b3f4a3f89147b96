// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/chunked_reader.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;

namespace {

/// The data of the chunks and how it ended: "more", "end" or "failed", and what was left over.
struct Outcome
{
    std::string data;
    std::string end = "more";
    std::string rest;

    bool operator==(const Outcome &) const = default;
};

Outcome outcomeOf(const std::vector<std::string_view> &pieces)
{
    ChunkedReader reader;
    reader.restart();
    Outcome outcome;
    for (std::string_view piece : pieces) {
        while (!piece.empty() && outcome.end == "more") {
            const ChunkedReader::Step step = reader.next(piece);
            piece.remove_prefix(step.consumed);
            outcome.data += step.data;
            if (step.event == ChunkedReader::Event::End)
                outcome.end = "end";
            if (step.event == ChunkedReader::Event::Failed)
                outcome.end = step.problem.empty() ? "failed without a reason" : "failed";
        }
        outcome.rest += piece;
    }
    if (outcome.end == "failed")
        outcome.rest.clear();
    return outcome;
}

} // namespace

class TestChunkedReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEverySplit_data();
    void readsEverySplit();
    void limitsLinesAndTrailers_data();
    void limitsLinesAndTrailers();
};

void TestChunkedReader::readsEverySplit_data()
{
    QTest::addColumn<std::string>("input");
    QTest::addColumn<std::string>("data");
    QTest::addColumn<std::string>("end");
    QTest::addColumn<std::string>("rest");

    const auto row
        = [](const char *name, std::string input, std::string data, std::string end,
             std::string rest = {}) { QTest::newRow(name) << input << data << end << rest; };
    row("one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello", "end");
    row("two chunks", "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello", "end");
    row("no chunk", "0\r\n\r\n", "", "end");
    row("leading zeros", "005\r\nhello\r\n000\r\n\r\n", "hello", "end");
    row("capital digits", "A\r\n0123456789\r\n0\r\n\r\n", "0123456789", "end");
    row("small digits", "a\r\n0123456789\r\n0\r\n\r\n", "0123456789", "end");
    row("line ends are data", "4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n", "end");
    row("extensions", "5;x=1;y=\"a b\"\r\nhello\r\n0;end\r\n\r\n", "hello", "end");
    row("blanks before an extension", "5 \t;x\r\nhello\r\n0\r\n\r\n", "hello", "end");
    row("trailers", "5\r\nhello\r\n0\r\nX-Sum: 7\r\nY:\r\n\r\n", "hello", "end");
    row("bytes after the end", "1\r\na\r\n0\r\n\r\nHTTP/1.1", "a", "end", "HTTP/1.1");
    row("cut in a size", "1", "", "more");
    row("cut in the data", "5\r\nhel", "hel", "more");
    row("cut before the last chunk", "5\r\nhello\r\n", "hello", "more");
    row("cut in the trailers", "0\r\nX: 1\r\n", "", "more");
    row("15 digits", "00000000000000f\r\n0123456789abcde\r\n0\r\n\r\n", "0123456789abcde", "end");
    row("16 digits", "0000000000000001\r\na\r\n0\r\n\r\n", "", "failed");
    row("overflow", "fffffffffffffffff\r\na\r\n", "", "failed");
    row("no digits", "\r\na\r\n0\r\n\r\n", "", "failed");
    row("only an extension", ";x\r\n", "", "failed");
    row("letters", "zz\r\na\r\n0\r\n\r\n", "", "failed");
    row("not chunked at all", "{\"a\":1}", "", "failed");
    row("minus", "-8\r\na\r\n0\r\n\r\n", "", "failed");
    row("plus", "+8\r\na\r\n0\r\n\r\n", "", "failed");
    row("prefix", "0x8\r\na\r\n0\r\n\r\n", "", "failed");
    row("space before", " 1\r\na\r\n0\r\n\r\n", "", "failed");
    row("space behind", "1 \r\na\r\n0\r\n\r\n", "", "failed");
    row("two sizes", "1 1\r\na\r\n0\r\n\r\n", "", "failed");
    row("control in an extension", std::string("1;a\0\r\na\r\n0\r\n\r\n", 15), "", "failed");
    row("bare carriage return in an extension", "1;a\rb\r\na\r\n0\r\n\r\n", "", "failed");
    row("size line with a bare line feed", "1\na\r\n0\r\n\r\n", "", "failed");
    row("data longer than its size", "1\r\nab\r\n0\r\n\r\n", "a", "failed");
    row("data end with a bare line feed", "1\r\na\n0\r\n\r\n", "a", "failed");
    row("bad trailer", "0\r\nX : 1\r\n\r\n", "", "failed");
    row("folded trailer", "0\r\nX: 1\r\n 2\r\n\r\n", "", "failed");
    row("end with a bare line feed", "0\r\n\n", "", "failed");
}

void TestChunkedReader::readsEverySplit()
{
    QFETCH(std::string, input);
    QFETCH(std::string, data);
    QFETCH(std::string, end);
    QFETCH(std::string, rest);
    const Outcome expected{data, end, rest};

    const std::string_view whole = input;
    QCOMPARE(outcomeOf({whole}), expected);
    for (std::size_t first = 0; first <= whole.size(); ++first) {
        for (std::size_t second = first; second <= whole.size(); ++second) {
            const Outcome split
                = outcomeOf({whole.substr(0, first), whole.substr(first, second - first),
                             whole.substr(second)});
            QVERIFY2(split == expected, qPrintable(QString::asprintf("%zu, %zu", first, second)));
        }
    }
    std::vector<std::string_view> bytes;
    for (std::size_t i = 0; i < whole.size(); ++i)
        bytes.push_back(whole.substr(i, 1));
    QCOMPARE(outcomeOf(bytes), expected);
}

void TestChunkedReader::limitsLinesAndTrailers_data()
{
    QTest::addColumn<std::string>("input");
    QTest::addColumn<std::string>("end");

    const auto extension = [](std::size_t length) {
        return "1;" + std::string(length - 4, 'x') + "\r\na\r\n0\r\n\r\n";
    };
    QTest::newRow("64 KiB of extensions") << extension(65536) << std::string("end");
    QTest::newRow("one byte more") << extension(65537) << std::string("failed");
    QTest::newRow("an endless line") << '1' + std::string(70000, ';') << std::string("failed");
    const auto trailers = [](int count) {
        std::string text = "0\r\n";
        for (int i = 0; i < count; ++i)
            text += "X: 1\r\n";
        return text + "\r\n";
    };
    QTest::newRow("200 trailers") << trailers(200) << std::string("end");
    QTest::newRow("201 trailers") << trailers(201) << std::string("failed");
    QTest::newRow("trailers over 64 KiB") << "0\r\nX: " + std::string(65536, 'x') + "\r\n\r\n"
                                          << std::string("failed");
    std::string many;
    for (int i = 0; i < 10; ++i)
        many += extension(60000).substr(0, 60003);
    QTest::newRow("the limit is for one line") << many + "0\r\n\r\n" << std::string("end");
}

void TestChunkedReader::limitsLinesAndTrailers()
{
    QFETCH(std::string, input);
    QFETCH(std::string, end);

    QCOMPARE(outcomeOf({input}).end, end);
    std::vector<std::string_view> pieces;
    for (std::size_t i = 0; i < input.size(); i += 1000)
        pieces.push_back(std::string_view(input).substr(i, 1000));
    QCOMPARE(outcomeOf(pieces).end, end);
}

QTEST_APPLESS_MAIN(TestChunkedReader)
#include "tst_chunked_reader.moc"

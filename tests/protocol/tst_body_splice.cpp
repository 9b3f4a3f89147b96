// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/body_splice.h"

#include <QTest>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;

using Spans = std::vector<Span>;

class TestBodySplice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replaces_data();
    void replaces();
    void keepsEveryOtherByte_data();
    void keepsEveryOtherByte();
    void writesJson_data();
    void writesJson();
};

void TestBodySplice::replaces_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<Spans>("spans");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<std::string>("result");
    QTest::addColumn<Spans>("spansAfter");

    const auto row
        = [](const char *tag, std::string body, Spans spans, std::string value, std::string result,
             Spans after) { QTest::newRow(tag) << body << spans << value << result << after; };
    row("the same size", "abcdef", {{2, 2}}, "XY", "abXYef", {{2, 2}});
    row("longer", "abcdef", {{2, 2}}, "WXYZ", "abWXYZef", {{2, 4}});
    row("shorter", "abcdef", {{2, 2}}, "X", "abXef", {{2, 1}});
    row("to nothing", "abcdef", {{2, 2}}, "", "abef", {{2, 0}});
    row("of nothing", "abcdef", {{2, 0}}, "X", "abXcdef", {{2, 1}});
    row("at the start", "abcdef", {{0, 1}}, "XY", "XYbcdef", {{0, 2}});
    row("at the end", "abcdef", {{5, 1}}, "XY", "abcdeXY", {{5, 2}});
    row("all of it", "abcdef", {{0, 6}}, "X", "X", {{0, 1}});
    row("several", "abcdef", {{0, 1}, {2, 2}, {5, 1}}, "XYZ", "XYZbXYZeXYZ",
        {{0, 3}, {4, 3}, {8, 3}});
    row("side by side", "abcdef", {{1, 2}, {3, 2}}, "X", "aXXf", {{1, 1}, {2, 1}});
    row("none", "abcdef", {}, "X", "abcdef", {});
}

void TestBodySplice::replaces()
{
    QFETCH(std::string, body);
    QFETCH(Spans, spans);
    QFETCH(std::string, value);
    QFETCH(std::string, result);
    QFETCH(Spans, spansAfter);

    QCOMPARE(spliced(body, spans, value), result);
    QCOMPARE(splicedSpans(spans, value.size()), spansAfter);
    splice(body, spans, value);
    QCOMPARE(body, result);
}

void TestBodySplice::keepsEveryOtherByte_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("behind");
    QTest::newRow("smallest") << R"({"model":)"s
                              << "}"s;
    QTest::newRow("space and numbers") << " \r\n\t{ \"x\":1e400 ,\"model\" : "s
                                       << " , \"y\":-0.10, \"y\" : null }\n"s;
    QTest::newRow("escaped key") << R"({"\u006dodel":)"s
                                 << R"(,"é":"\ud83d\/ 😀"})"s;
    QTest::newRow("nested ones") << R"({"a":{"model":"m"},"b":["model","m"],"model":)"s
                                 << R"(,"c":"\"model\":\"m\""})"s;
}

void TestBodySplice::keepsEveryOtherByte()
{
    QFETCH(std::string, before);
    QFETCH(std::string, behind);

    for (const std::string old : {R"("m")", R"("\u006d")", R"("한국어 \"\\")"}) {
        const std::string body = before + old + behind;
        RequestFactsReader reader;
        reader.feed(body);
        const auto facts = reader.finish();
        QVERIFY(facts);
        const std::string other = spliced(body, facts->modelSpans, jsonModelValue("n\"é"));
        QCOMPARE(other, before + R"("n\"é")" + behind);
    }
}

void TestBodySplice::writesJson_data()
{
    QTest::addColumn<std::string>("model");
    QTest::addColumn<std::string>("json");
    QTest::newRow("plain") << "org/name:8b"s
                           << R"("org/name:8b")"s;
    QTest::newRow("quotes and backslashes") << R"(a"b\c)"s
                                            << R"("a\"b\\c")"s;
    QTest::newRow("control characters") << "\n\r\t\b\0\x1f\x7f"s
                                        << "\"\\n\\r\\t\\u0008\\u0000\\u001f\x7f\""s;
    QTest::newRow("beyond ASCII") << "é 😀"s
                                  << "\"é 😀\""s;
    QTest::newRow("long, a quote at each place of a block") << std::string(40, '"') << '"' + [] {
        std::string text;
        for (int i = 0; i < 40; ++i)
            text += "\\\"";
        return text;
    }() + '"';
    QTest::newRow("not UTF-8") << "a\xff"s
                               << "\"a\ufffd\""s;
}

void TestBodySplice::writesJson()
{
    QFETCH(std::string, model);
    QFETCH(std::string, json);
    QCOMPARE(jsonModelValue(model), json);
}

QTEST_APPLESS_MAIN(TestBodySplice)
#include "tst_body_splice.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/http_syntax.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace homeward;

using Fields = std::vector<std::pair<std::string, std::string>>;

Q_DECLARE_METATYPE(Fields)

class TestHttpSyntax : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsFieldLines_data();
    void readsFieldLines();
    void findsFraming_data();
    void findsFraming();
};

void TestHttpSyntax::readsFieldLines_data()
{
    QTest::addColumn<std::string>("line");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<bool>("isGood");

    const auto good = [](const char *row, std::string line, std::string name, std::string value) {
        QTest::newRow(row) << line << name << value << true;
    };
    const auto bad = [](const char *row, std::string line) {
        QTest::newRow(row) << line << std::string() << std::string() << false;
    };
    good("plain", "Name: value", "Name", "value");
    good("no space", "Name:value", "Name", "value");
    good("blanks around the value", "Name: \t value\t ", "Name", "value");
    good("blanks within the value", "Name: a \tb", "Name", "a \tb");
    good("empty value", "Name:", "Name", "");
    good("only blanks", "Name: \t ", "Name", "");
    good("colons in the value", "Name: a:b:c", "Name", "a:b:c");
    good("every kind of token character", "!#$%&'*+-.^_`|~09azAZ: 1", "!#$%&'*+-.^_`|~09azAZ", "1");
    good("bytes beyond ASCII", "Name: \xc3\xa9\xff", "Name", "\xc3\xa9\xff");
    bad("no colon", "nonsense");
    bad("empty line", "");
    bad("empty name", ": value");
    bad("space before the colon", "Name : value");
    bad("tab before the colon", "Name\t: value");
    bad("space within the name", "Na me: value");
    bad("folded with a space", " Name: value");
    bad("folded with a tab", "\tvalue");
    bad("NUL in the value", std::string("Name: a\0b", 9));
    bad("NUL in the name", std::string("Na\0me: b", 8));
    bad("bare carriage return", "Name: a\rb");
    bad("carriage return at the end", "Name: a\r");
    bad("bare line feed", "Name: a\nb");
    bad("escape", "Name: \x1b[0m");
    bad("delete", "Name: \x7f");
    bad("bracket in the name", "Na(me: b");
    bad("byte beyond ASCII in the name", "N\xc3\xa9: b");
}

void TestHttpSyntax::readsFieldLines()
{
    QFETCH(std::string, line);
    QFETCH(std::string, name);
    QFETCH(std::string, value);
    QFETCH(bool, isGood);

    const FieldLine read = fieldLineFrom(line);
    QCOMPARE(read.problem.empty(), isGood);
    QCOMPARE(read.field, (HeaderList::Field{name, value}));
}

void TestHttpSyntax::findsFraming_data()
{
    QTest::addColumn<Fields>("fields");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *name, Fields fields, std::string expected) {
        QTest::newRow(name) << fields << expected;
    };
    row("nothing", {{"A", "1"}}, "close");
    row("length", {{"content-LENGTH", "12"}}, "12");
    row("length of nothing", {{"Content-Length", "0"}}, "0");
    row("leading zeros", {{"Content-Length", "007"}}, "7");
    row("longest length", {{"Content-Length", "999999999999999999"}}, "999999999999999999");
    row("chunked", {{"Transfer-Encoding", "Chunked"}}, "chunked");
    row("both", {{"Content-Length", "1"}, {"Transfer-Encoding", "chunked"}}, "bad");
    row("both, the other order", {{"Transfer-Encoding", "chunked"}, {"Content-Length", "1"}},
        "bad");
    row("two lengths", {{"Content-Length", "1"}, {"Content-Length", "2"}}, "bad");
    row("equal lengths", {{"Content-Length", "1"}, {"content-length", "1"}}, "bad");
    row("listed lengths", {{"Content-Length", "1, 1"}}, "bad");
    for (const char *text :
         {"", "+3", "-1", "0x3", "3a", "3 3", "1.0", "1e3", "1000000000000000000",
          "18446744073709551616", "99999999999999999999"}) {
        QTest::addRow("length '%s'", text)
            << Fields{{"Content-Length", text}} << std::string("bad");
    }
    for (const char *text : {"", "gzip", "identity", "chunked, chunked", "gzip, chunked",
                             "chunked;q=1", "xchunked", "\"chunked\"", "chunked,"}) {
        QTest::addRow("coding '%s'", text)
            << Fields{{"Transfer-Encoding", text}} << std::string("bad");
    }
    row("chunked twice", {{"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}},
        "bad");
}

void TestHttpSyntax::findsFraming()
{
    QFETCH(Fields, fields);
    QFETCH(std::string, expected);

    HeaderList list;
    for (const auto &[name, value] : fields)
        list.append(name, value);
    const BodyFraming framing = bodyFramingOf(list);
    const std::string found = !framing.problem.empty() ? "bad"
        : framing.isChunked                            ? "chunked"
        : framing.contentLength                        ? std::to_string(*framing.contentLength)
                                                       : "close";
    QCOMPARE(found, expected);
}

QTEST_APPLESS_MAIN(TestHttpSyntax)
#include "tst_http_syntax.moc"

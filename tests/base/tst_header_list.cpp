// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/header_list.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace homeward;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

HeaderList listOf(const Fields &fields)
{
    HeaderList list;
    for (const auto &[name, value] : fields)
        list.append(name, value);
    return list;
}

std::string textOf(const HeaderList &list)
{
    std::string text;
    list.appendTo(text);
    return text;
}

} // namespace

Q_DECLARE_METATYPE(Fields)

class TestHeaderList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsOrderAndSpelling();
    void findsWithoutRegardToCase_data();
    void findsWithoutRegardToCase();
    void removesEveryFieldOfAName_data();
    void removesEveryFieldOfAName();
    void canBeUsedAgain();
    void iterates();
    void comparesFieldsAndOrder_data();
    void comparesFieldsAndOrder();
    void comparesNames_data();
    void comparesNames();
    void findsTokens_data();
    void findsTokens();
};

void TestHeaderList::keepsOrderAndSpelling()
{
    const HeaderList list = listOf({{"b-Name", "1"}, {"A", ""}, {"B-NAME", " x "}, {"c", "\xff"}});
    QCOMPARE(textOf(list), std::string("b-Name: 1\r\nA: \r\nB-NAME:  x \r\nc: \xff\r\n"));
    QCOMPARE(list.size(), std::size_t(4));
    QCOMPARE(list.at(2), (HeaderList::Field{"B-NAME", " x "}));
    QCOMPARE(textOf({}), std::string());
}

void TestHeaderList::findsWithoutRegardToCase_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<int>("count");

    const auto row = [](const char *name, const char *expected, int count) {
        QTest::addRow("'%s'", name) << std::string(name) << std::string(expected) << count;
    };
    row("content-type", "a", 1);
    row("CONTENT-TYPE", "a", 1);
    row("x-twice", "first", 2);
    row("X-Empty", "", 1);
    row("content", "none", 0);
    row("content-type-", "none", 0);
    row("", "none", 0);
    // Case is a matter of letters: `@` and `` ` ``, `[` and `{` stay apart.
    row("x[", "bracket", 1);
    row("x{", "none", 0);
}

void TestHeaderList::findsWithoutRegardToCase()
{
    QFETCH(std::string, name);
    QFETCH(std::string, expected);
    QFETCH(int, count);

    const HeaderList list = listOf({{"Content-Type", "a"},
                                    {"X-Twice", "first"},
                                    {"x-tWICE", "second"},
                                    {"x-empty", ""},
                                    {"x[", "bracket"}});
    QCOMPARE(std::string(list.find(name).value_or("none")), expected);
    QCOMPARE(list.count(name), std::size_t(count));
}

void TestHeaderList::removesEveryFieldOfAName_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("expected");

    QTest::newRow("first and last") << std::string("A") << std::string("B: 2\r\nC: 3\r\n");
    QTest::newRow("the one between") << std::string("b") << std::string("a: 1\r\nC: 3\r\nA: 4\r\n");
    QTest::newRow("none") << std::string("D") << std::string("a: 1\r\nB: 2\r\nC: 3\r\nA: 4\r\n");
}

void TestHeaderList::removesEveryFieldOfAName()
{
    QFETCH(std::string, name);
    QFETCH(std::string, expected);

    HeaderList list = listOf({{"a", "1"}, {"B", "2"}, {"C", "3"}, {"A", "4"}});
    list.remove(name);
    QCOMPARE(textOf(list), expected);
    QVERIFY(!list.find(name));
    list.append("End", "5");
    QCOMPARE(textOf(list), expected + "End: 5\r\n");
}

void TestHeaderList::canBeUsedAgain()
{
    HeaderList list = listOf({{"a", "1"}});
    QVERIFY(!list.isEmpty());
    list.clear();
    QVERIFY(list.isEmpty());
    QVERIFY(!list.find("a"));
    list.reserve(3, 100);
    QVERIFY(list.isEmpty());
    list.append("b", "2");
    QCOMPARE(textOf(list), std::string("b: 2\r\n"));
}

void TestHeaderList::iterates()
{
    const HeaderList list = listOf({{"a", "1"}, {"b", "2"}});
    std::string text;
    for (const HeaderList::Field field : list)
        text.append(field.name).append(field.value);
    QCOMPARE(text, std::string("a1b2"));
    auto place = list.begin();
    QCOMPARE((*place++).name, std::string_view("a"));
    QCOMPARE((*place).name, std::string_view("b"));
    QVERIFY(++place == list.end());
}

void TestHeaderList::comparesFieldsAndOrder_data()
{
    QTest::addColumn<Fields>("first");
    QTest::addColumn<Fields>("second");
    QTest::addColumn<bool>("isEqual");

    const auto row = [](const char *name, const Fields &first, const Fields &second, bool isEqual) {
        QTest::newRow(name) << first << second << isEqual;
    };
    row("empty", {}, {}, true);
    row("equal", {{"a", "1"}, {"b", "2"}}, {{"a", "1"}, {"b", "2"}}, true);
    row("another order", {{"a", "1"}, {"b", "2"}}, {{"b", "2"}, {"a", "1"}}, false);
    row("another spelling", {{"a", "1"}}, {{"A", "1"}}, false);
    row("another value", {{"a", "1"}}, {{"a", "2"}}, false);
    row("one more", {{"a", "1"}}, {{"a", "1"}, {"b", "2"}}, false);
    row("the same characters, cut elsewhere", {{"a", "b1"}}, {{"ab", "1"}}, false);
}

void TestHeaderList::comparesFieldsAndOrder()
{
    QFETCH(Fields, first);
    QFETCH(Fields, second);
    QFETCH(bool, isEqual);

    // What was removed leaves no trace.
    HeaderList list;
    list.append("gone", "0");
    for (const auto &[name, value] : first)
        list.append(name, value);
    list.remove("gone");
    QCOMPARE(list == listOf(second), isEqual);
}

void TestHeaderList::comparesNames_data()
{
    QTest::addColumn<std::string>("first");
    QTest::addColumn<std::string>("second");
    QTest::addColumn<bool>("isEqual");

    const auto row = [](const char *first, const char *second, bool isEqual) {
        QTest::addRow("'%s', '%s'", first, second)
            << std::string(first) << std::string(second) << isEqual;
    };
    row("", "", true);
    row("azAZ", "AZaz", true);
    row("a", "ab", false);
    row("a", "b", false);
    row("@", "`", false);
    row("[", "{", false);
    row("\xc3\xa4", "\xc3\x84", false);
}

void TestHeaderList::comparesNames()
{
    QFETCH(std::string, first);
    QFETCH(std::string, second);
    QFETCH(bool, isEqual);

    QCOMPARE(equalsIgnoringCase(first, second), isEqual);
}

void TestHeaderList::findsTokens_data()
{
    QTest::addColumn<std::string>("list");
    QTest::addColumn<bool>("isThere");

    const auto row = [](const char *list, bool isThere) {
        QTest::addRow("'%s'", list) << std::string(list) << isThere;
    };
    row("close", true);
    row("CLOSE", true);
    row(" close\t", true);
    row("keep-alive, close", true);
    row("close,keep-alive", true);
    row("a,\tclose ,b", true);
    row(",, close,", true);
    row("", false);
    row(",", false);
    row("closed", false);
    row("x-close", false);
    row("close;q=1", false);
    row("clo se", false);
    row("keep-alive", false);
}

void TestHeaderList::findsTokens()
{
    QFETCH(std::string, list);
    QFETCH(bool, isThere);

    QCOMPARE(listHasToken(list, "close"), isThere);
}

QTEST_APPLESS_MAIN(TestHeaderList)
#include "tst_header_list.moc"

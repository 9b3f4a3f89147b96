// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/header_rules.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;

using Names = std::vector<std::string>;

class TestHeaderRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesFields_data();
    void passesFields();
    void heedsConnection_data();
    void heedsConnection();
    void judgesRequestIds_data();
    void judgesRequestIds();
};

namespace {

std::string upperCase(std::string text)
{
    for (char &c : text) {
        if (c >= 'a' && c <= 'z')
            c = char(c - 'a' + 'A');
    }
    return text;
}

} // namespace

void TestHeaderRules::passesFields_data()
{
    QTest::addColumn<bool>("isUpstream");
    QTest::addColumn<bool>("isToClient");

    const auto rows = [](const Names &names, bool isUpstream, bool isToClient) {
        for (const std::string &name : names)
            QTest::newRow(name.c_str()) << isUpstream << isToClient;
    };
    rows({"connection", "keep-alive", "proxy-authenticate", "proxy-authorization",
          "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "http2-settings",
          "content-length"},
         false, false);
    rows({"authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie", "cookie2", "host",
          "expect", "content-encoding"},
         false, true);
    rows({"x-homeward-hop"}, false, false);
    rows({"access-control-allow-origin", "access-control-allow-credentials",
          "access-control-expose-headers", "x-homeward-model", "x-homeward-path", "x-homeward-ho",
          "x-request-id"},
         true, false);
    rows({"content-type",
          "accept",
          "accept-encoding",
          "user-agent",
          "anthropic-version",
          "anthropic-beta",
          "openai-organization",
          "x-stainless-lang",
          "set-cookie",
          "retry-after",
          "cache-control",
          "x-accel-buffering",
          "date",
          "server",
          "vary",
          "etag",
          "location",
          "x-ratelimit-remaining-requests",
          "www-authenticate",
          "proxy",
          "t",
          "tf",
          "hos",
          "hosts",
          "x-homeward",
          "access-control",
          "content-lengths",
          "x-custom"},
         true, true);
}

void TestHeaderRules::passesFields()
{
    QFETCH(bool, isUpstream);
    QFETCH(bool, isToClient);

    const std::string name = QTest::currentDataTag();
    for (const std::string &spelling : {name, upperCase(name)}) {
        QCOMPARE(goesUpstream(spelling, {}), isUpstream);
        QCOMPARE(goesToClient(spelling, {}), isToClient);
    }
}

void TestHeaderRules::heedsConnection_data()
{
    QTest::addColumn<Names>("values");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<bool>("passes");

    const auto row = [](const char *tag, Names values, std::string name, bool passes) {
        QTest::newRow(tag) << values << name << passes;
    };
    row("no field", {}, "X-Custom", true);
    row("close", {"close"}, "X-Custom", true);
    row("close names nothing", {"close"}, "Close", true);
    row("keep-alive", {"Keep-Alive"}, "X-Custom", true);
    row("named", {"X-Custom"}, "X-Custom", false);
    row("named in another case", {"x-cUSTOM"}, "X-Custom", false);
    row("named in a list", {"keep-alive, X-Custom ,\tclose"}, "X-Custom", false);
    row("another one named", {"keep-alive, X-Custom"}, "X-Other", true);
    row("part of a name", {"X-Custom-Two"}, "X-Custom", true);
    row("name of a part", {"X"}, "X-Custom", true);
    row("in the second field", {"keep-alive", "X-Custom"}, "X-Custom", false);
    row("in the fifth field", {"a", "b", "c", "d", "X-Custom"}, "X-Custom", false);
    row("in the first of six", {"X-Custom", "b", "c", "d", "e", "f"}, "X-Custom", false);
    row("empty", {""}, "X-Custom", true);
    row("commas", {", ,"}, "X-Custom", true);
}

void TestHeaderRules::heedsConnection()
{
    QFETCH(Names, values);
    QFETCH(std::string, name);
    QFETCH(bool, passes);

    HeaderList fields;
    fields.append("Accept", "X-Custom");
    for (const std::string &value : values)
        fields.append("CONNECTION", value);
    const ConnectionOptions connection(fields);
    QCOMPARE(goesUpstream(name, connection), passes);
    QCOMPARE(goesToClient(name, connection), passes);
}

void TestHeaderRules::judgesRequestIds_data()
{
    QTest::addColumn<std::string>("id");
    QTest::addColumn<bool>("isGood");

    QTest::newRow("one character") << std::string("a") << true;
    QTest::newRow("UUID") << std::string("123e4567-e89b-12d3-a456-426614174000") << true;
    QTest::newRow("all visible ASCII") << std::string("!\"#~{}[]/\\:;<>") << true;
    QTest::newRow("128") << std::string(128, 'x') << true;
    QTest::newRow("129") << std::string(129, 'x') << false;
    QTest::newRow("nothing") << std::string() << false;
    QTest::newRow("space") << std::string("a b") << false;
    QTest::newRow("tab") << std::string("a\tb") << false;
    QTest::newRow("line end") << std::string("a\r\nX: y") << false;
    QTest::newRow("NUL") << std::string("a\0b", 3) << false;
    QTest::newRow("DEL") << std::string("a\x7f") << false;
    QTest::newRow("beyond ASCII") << std::string("é") << false;
}

void TestHeaderRules::judgesRequestIds()
{
    QFETCH(std::string, id);
    QFETCH(bool, isGood);
    QCOMPARE(isGoodRequestId(id), isGood);
}

QTEST_APPLESS_MAIN(TestHeaderRules)
#include "tst_header_rules.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded_call.h"

#include "upstream/redirect_target.h"

#include <utility>
#include <vector>

using namespace homeward;
using namespace homeward::upstream;
using namespace homeward::testing;

/// http-api.md, section 6: 307 and 308 to the same origin are followed once, and no others.
class TestRedirects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTargets_data();
    void findsTargets();
    void refusesUnclearOnes_data();
    void refusesUnclearOnes();
    void resolvesAsRfc3986_data();
    void resolvesAsRfc3986();
    void followsOrReturns_data();
    void followsOrReturns();
    void followsOnce();
    void followsDuringTheSending();
};

void TestRedirects::findsTargets_data()
{
    QTest::addColumn<std::string>("authority");
    QTest::addColumn<bool>("isTls");
    QTest::addColumn<std::string>("location");
    QTest::addColumn<std::string>("wanted");

    // The request was for /a/b?c=d; an empty target means another origin, or none.
    const auto row = [](const char *name, const char *authority, bool isTls, const char *location,
                        const char *wanted) {
        QTest::newRow(name) << std::string(authority) << isTls << std::string(location)
                            << std::string(wanted);
    };
    row("a path", "h:1", false, "/x?y=z", "/x?y=z");
    row("beside the last part", "h:1", false, "x", "/a/x");
    row("only a query", "h:1", false, "?e=f", "/a/b?e=f");
    row("a fragment", "h:1", false, "/x#part", "/x");
    row("absolute", "h:1", false, "http://h:1/x", "/x");
    row("absolute, in capitals", "h:1", false, "HTTP://H:1/X", "/X");
    row("absolute without a path", "h:1", false, "http://h:1", "/");
    row("absolute with a query only", "h:1", false, "http://h:1?x", "/?x");
    row("without a scheme", "h:1", false, "//h:1/x", "/x");
    row("a scheme inside the query", "h:1", false, "/x?to=http://other/", "/x?to=http://other/");
    row("the usual port, not written", "h", false, "http://h:80/x", "/x");
    row("the usual port, written", "h:443", true, "https://h/x", "/x");
    row("IPv6", "[::1]:1", false, "http://[::1]:1/x", "/x");
    row("IPv6, the usual port", "[::1]", false, "http://[::1]:80/x", "/x");
    row("another host", "h:1", false, "http://other:1/x", "");
    row("another host without a scheme", "h:1", false, "//other:1/x", "");
    row("another port", "h:1", false, "http://h:2/x", "");
    row("another usual port", "h:1", false, "http://h/x", "");
    row("to TLS", "h:1", false, "https://h:1/x", "");
    row("away from TLS", "h:1", true, "http://h:1/x", "");
    row("another scheme", "h:1", false, "ftp://h:1/x", "");
    row("a user", "h:1", false, "http://h:1@other/x", "");
    row("a user at the same host", "h:1", false, "http://user@h:1/x", "");
    row("a longer name", "h:1", false, "http://h:1.other/x", "");
    row("nothing", "h:1", false, "", "");
    row("only a fragment", "h:1", false, "#part", "");
}

void TestRedirects::refusesUnclearOnes_data()
{
    QTest::addColumn<std::string>("location");

    const char *const refused[] = {"javascript:1",
                                   "javascript:alert(1)/x",
                                   "data:text/plain,x",
                                   "mailto:a@h",
                                   "h:1",
                                   "h:1/x",
                                   "urn:a:b",
                                   "http:",
                                   "http:x",
                                   "http:/x",
                                   "http:?x",
                                   "http:///x",
                                   "https://h:1/x",
                                   "httpx://h:1/x",
                                   "http+unix://h:1/x",
                                   "1a:x",
                                   ":x",
                                   ":",
                                   "a:b/c?d",
                                   "x y",
                                   "/x y",
                                   "/x\ty",
                                   "/x\r\ny: z",
                                   "/x\x7fy",
                                   "\x01",
                                   "/x?a b",
                                   "\\x",
                                   "/\\other/x",
                                   "\\\\other\\x",
                                   "/a\\..\\x",
                                   "http:\\\\h:1\\x",
                                   "/x?a\\b",
                                   "//",
                                   "///x",
                                   "//?x",
                                   "//:1/x",
                                   "//@h:1/x",
                                   "//user@h:1/x",
                                   "//user:word@h:1/x",
                                   "//h:1@other/x",
                                   "http://h:1:1/x",
                                   "http://h:x/x",
                                   "http://h:+1/x",
                                   "http://h:-1/x",
                                   "http://h:65537/x",
                                   "http://h:99999999999999999999/x",
                                   "http://h:1x/x",
                                   "http://h:0x1/x",
                                   "http://[h]:1/x",
                                   "http://h]:1/x",
                                   "http://[h:1/x",
                                   "http://[h]x:1/x",
                                   "http://%68:1/x",
                                   "http://h.:1/x"};
    for (const char *const location : refused)
        QTest::newRow(location) << std::string(location);
    QTest::newRow("NUL") << std::string("/x\0y", 4);
}

void TestRedirects::refusesUnclearOnes()
{
    QFETCH(std::string, location);

    Origin origin;
    origin.authority = "h:1";
    QCOMPARE(sameOriginTarget(origin, "/a/b?c=d", location).value_or("refused"),
             std::string("refused"));
}

void TestRedirects::resolvesAsRfc3986_data()
{
    QTest::addColumn<std::string>("location");
    QTest::addColumn<std::string>("wanted");

    // RFC 3986, section 5.4, without the examples that lead elsewhere or stay in the document.
    const std::pair<const char *, const char *> rows[]
        = {{"g", "/b/c/g"},
           {"./g", "/b/c/g"},
           {"g/", "/b/c/g/"},
           {"/g", "/g"},
           {"?y", "/b/c/d;p?y"},
           {"g?y", "/b/c/g?y"},
           {"g#s", "/b/c/g"},
           {"g?y#s", "/b/c/g?y"},
           {";x", "/b/c/;x"},
           {"g;x", "/b/c/g;x"},
           {".", "/b/c/"},
           {"./", "/b/c/"},
           {"..", "/b/"},
           {"../", "/b/"},
           {"../g", "/b/g"},
           {"../..", "/"},
           {"../../", "/"},
           {"../../g", "/g"},
           {"../../../g", "/g"},
           {"../../../../g", "/g"},
           {"/./g", "/g"},
           {"/../g", "/g"},
           {"g.", "/b/c/g."},
           {".g", "/b/c/.g"},
           {"g..", "/b/c/g.."},
           {"..g", "/b/c/..g"},
           {"./../g", "/b/g"},
           {"./g/.", "/b/c/g/"},
           {"g/./h", "/b/c/g/h"},
           {"g/../h", "/b/c/h"},
           {"g;x=1/./y", "/b/c/g;x=1/y"},
           {"g;x=1/../y", "/b/c/y"},
           {"g?y/./x", "/b/c/g?y/./x"},
           {"g?y/../x", "/b/c/g?y/../x"},
           {"g#s/../x", "/b/c/g"},
           // What the RFC's rules say without an example.
           {"?", "/b/c/d;p?"},
           {"./a:b", "/b/c/a:b"},
           {"a/b:c", "/b/c/a/b:c"},
           {"?a:b", "/b/c/d;p?a:b"},
           {"/a:b", "/a:b"},
           {"//a:80/..", "/"},
           {"//a/./g?q", "/g?q"},
           {"//a?q", "/?q"},
           {"//a#s", "/"},
           {"HTTP://A/g", "/g"},
           {"hTTp://a:80", "/"},
           {"http://a:/g", "/g"},
           {"http://a:0080/g", "/g"},
           {"/g//h", "/g//h"},
           {"/g/..//h", "//h"},
           {"/%2e%2e/g%2Fh%20i", "/%2e%2e/g%2Fh%20i"},
           {"g?a=%23%5c#s", "/b/c/g?a=%23%5c"},
           {"/g?to=http://other/", "/g?to=http://other/"},
           {"/g/\xc3\xa9", "/g/\xc3\xa9"}};
    for (const auto &[location, wanted] : rows)
        QTest::newRow(location) << std::string(location) << std::string(wanted);
}

void TestRedirects::resolvesAsRfc3986()
{
    QFETCH(std::string, location);
    QFETCH(std::string, wanted);

    Origin origin;
    origin.authority = "a";
    QCOMPARE(sameOriginTarget(origin, "/b/c/d;p?q", location).value_or("refused"), wanted);
}

void TestRedirects::findsTargets()
{
    QFETCH(std::string, authority);
    QFETCH(bool, isTls);
    QFETCH(std::string, location);
    QFETCH(std::string, wanted);

    Origin origin;
    origin.authority = authority;
    origin.address.tls.isTls = isTls;
    QCOMPARE(sameOriginTarget(origin, "/a/b?c=d", location).value_or(std::string()), wanted);
}

void TestRedirects::followsOrReturns_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<FieldPairs>("fields");
    QTest::addColumn<std::string>("wanted");
    QTest::addColumn<int>("requestCount");

    const FieldPairs near{{"Location", "/new?x=y"}};
    const FieldPairs far{{"Location", "http://127.0.0.2:1/new"}};
    const std::string followed = "200 there";
    QTest::newRow("307") << 307 << near << followed << 2;
    QTest::newRow("308") << 308 << near << followed << 2;
    QTest::newRow("301") << 301 << near << std::string("301 here") << 1;
    QTest::newRow("302") << 302 << near << std::string("302 here") << 1;
    QTest::newRow("303") << 303 << near << std::string("303 here") << 1;
    QTest::newRow("another origin") << 307 << far << std::string("307 here") << 1;
    QTest::newRow("a scheme without a host")
        << 307 << FieldPairs{{"Location", "javascript:1"}} << std::string("307 here") << 1;
    QTest::newRow("dot segments") << 308 << FieldPairs{{"Location", "./a/../new?x=y#part"}}
                                  << followed << 2;
    QTest::newRow("nowhere") << 308 << FieldPairs{} << std::string("308 here") << 1;
    QTest::newRow("a success with a place") << 200 << near << std::string("200 here") << 1;
}

void TestRedirects::followsOrReturns()
{
    QFETCH(int, status);
    QFETCH(FieldPairs, fields);
    QFETCH(std::string, wanted);
    QFETCH(int, requestCount);

    ScriptedServer server;
    server.then(reply(status, "here", fields));
    server.then(reply(200, "there"));
    TestedClient tested;
    auto request = requestOf("POST", "/old", "the body");
    request.fields.append("Authorization", "Bearer x");
    RecordedCall call(tested, originOf(server), request);
    QCOMPARE(call.end(), wanted);
    QVERIFY(!call.isOutOfOrder);
    QCOMPARE(int(server.requests().size()), requestCount);
    if (requestCount < 2)
        return;
    const RecordedRequest &second = server.requests().back();
    QCOMPARE(second.target, std::string("/new?x=y"));
    QCOMPARE(second.method, std::string("POST"));
    QCOMPARE(second.body, std::string("the body"));
    QVERIFY(second.fields == server.requests().front().fields);
}

void TestRedirects::followsOnce()
{
    ScriptedServer server;
    server.always(reply(307, "on", {{"Location", "/again"}}));
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf("POST", "/", "body"));
    QCOMPARE(call.end(), std::string("307 on"));
    QCOMPARE(server.requests().size(), std::size_t(2));
}

void TestRedirects::followsDuringTheSending()
{
    ScriptedServer server(ServerOptions{.tls = {}, .isAnsweringAtHead = true});
    server.then([](const Exchange &exchange) {
        exchange.setReading(false);
        reply(308, "", {{"Location", "/new"}})(exchange);
    });
    server.then(hang());
    const std::string body(std::size_t(16) << 20, 'x');
    TestedClient tested;
    RecordedCall call(tested, originOf(server), requestOf("POST", "/old", body));
    QTRY_COMPARE(server.requests().size(), std::size_t(2));
    QTRY_VERIFY(server.requests().back().isComplete);
    QVERIFY(server.requests().back().body == body);
    QCOMPARE(call.outcome(), std::string(" ..."));
}

QTEST_GUILESS_MAIN(TestRedirects)
#include "tst_redirects.moc"

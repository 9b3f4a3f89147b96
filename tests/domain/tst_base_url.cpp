// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/base_url.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::domain;

class TestBaseUrl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void neverRepeatsUserInformation_data();
    void neverRepeatsUserInformation();
    void namesTheAuthority_data();
    void namesTheAuthority();
    void isOneAddressInManySpellings_data();
    void isOneAddressInManySpellings();
};

void TestBaseUrl::reads_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<BaseUrl>("expected");
    QTest::addColumn<std::string>("written");

    const auto row
        = [](const std::string &text, const BaseUrl &expected, const std::string &written) {
              QTest::newRow(text.c_str()) << text << expected << written;
          };
    const auto plain = [](std::string host, std::uint16_t port, std::string path = {}) {
        return BaseUrl{
            .isTls = false, .host = std::move(host), .port = port, .pathPrefix = std::move(path)};
    };
    const auto tls = [](std::string host, std::uint16_t port, std::string path = {}) {
        return BaseUrl{
            .isTls = true, .host = std::move(host), .port = port, .pathPrefix = std::move(path)};
    };
    row("http://h:1", plain("h", 1), "http://h:1");
    row("http://h", plain("h", 80), "http://h");
    row("http://h:80", plain("h", 80), "http://h");
    row("http://h:443", plain("h", 443), "http://h:443");
    row("https://h", tls("h", 443), "https://h");
    row("https://h:443", tls("h", 443), "https://h");
    row("https://h:80", tls("h", 80), "https://h:80");
    row("http://h:65535", plain("h", 65535), "http://h:65535");
    row("http://h:0080", plain("h", 80), "http://h");
    row("HTTP://GPU-2.Local:8080", plain("gpu-2.local", 8080), "http://gpu-2.local:8080");
    row("HttpS://h", tls("h", 443), "https://h");
    row("  http://h:1\t\r\n", plain("h", 1), "http://h:1");
    row("http://my_host:1", plain("my_host", 1), "http://my_host:1");
    row("http://h.:1", plain("h.", 1), "http://h.:1");
    row("http://10h.example:1", plain("10h.example", 1), "http://10h.example:1");

    // The scheme may be missing.
    row("h", plain("h", 80), "http://h");
    row("h:8080", plain("h", 8080), "http://h:8080");
    row("127.0.0.1:11434", plain("127.0.0.1", 11434), "http://127.0.0.1:11434");
    row("[::1]:11434", plain("::1", 11434), "http://[::1]:11434");
    row("h/v1", plain("h", 80), "http://h");
    row("h:8080/prefix/v1/", plain("h", 8080, "/prefix"), "http://h:8080/prefix");

    // A trailing `/` and `/v1` are cut, a path prefix is kept.
    row("http://h:1/", plain("h", 1), "http://h:1");
    row("http://h:1//", plain("h", 1), "http://h:1");
    row("http://h:1/v1", plain("h", 1), "http://h:1");
    row("http://h:1/v1/", plain("h", 1), "http://h:1");
    row("http://h:1/v1//", plain("h", 1), "http://h:1");
    row("http://h:1//v1/", plain("h", 1), "http://h:1");
    row("http://h:1/prefix", plain("h", 1, "/prefix"), "http://h:1/prefix");
    row("http://h:1/prefix/", plain("h", 1, "/prefix"), "http://h:1/prefix");
    row("http://h:1/prefix/v1", plain("h", 1, "/prefix"), "http://h:1/prefix");
    row("http://h:1/prefix//v1//", plain("h", 1, "/prefix"), "http://h:1/prefix");
    row("http://h:1/a/b/v1", plain("h", 1, "/a/b"), "http://h:1/a/b");
    row("http://h:1/A%20b", plain("h", 1, "/A%20b"), "http://h:1/A%20b");
    row("http://h:1/v1/v1", plain("h", 1, "/v1"), "http://h:1/v1");
    row("http://h:1/v1beta", plain("h", 1, "/v1beta"), "http://h:1/v1beta");
    row("http://h:1/xv1", plain("h", 1, "/xv1"), "http://h:1/xv1");
    row("http://h:1/v1/prefix", plain("h", 1, "/v1/prefix"), "http://h:1/v1/prefix");
    row("http://h:1/a@b:c", plain("h", 1, "/a@b:c"), "http://h:1/a@b:c");

    // Address literals.
    row("http://0.0.0.0:1", plain("0.0.0.0", 1), "http://0.0.0.0:1");
    row("http://255.255.255.255", plain("255.255.255.255", 80), "http://255.255.255.255");
    row("http://[::1]", plain("::1", 80), "http://[::1]");
    row("http://[::1]/", plain("::1", 80), "http://[::1]");
    row("http://[::]:1/v1", plain("::", 1), "http://[::]:1");
    row("https://[::1]:443/p", tls("::1", 443, "/p"), "https://[::1]/p");
    row("http://[FD00::AbCd]:1", plain("fd00::abcd", 1), "http://[fd00::abcd]:1");
    row("http://[1:2:3:4:5:6:7:8]:1", plain("1:2:3:4:5:6:7:8", 1), "http://[1:2:3:4:5:6:7:8]:1");
    row("http://[1::3:4:5:6:7:8]:1", plain("1::3:4:5:6:7:8", 1), "http://[1::3:4:5:6:7:8]:1");
    row("http://[1:2::]:1", plain("1:2::", 1), "http://[1:2::]:1");
    row("http://[::ffff:10.0.0.1]:1", plain("::ffff:10.0.0.1", 1), "http://[::ffff:10.0.0.1]:1");
    row("http://[1:2:3:4:5:6:7.8.9.10]:1", plain("1:2:3:4:5:6:7.8.9.10", 1),
        "http://[1:2:3:4:5:6:7.8.9.10]:1");
    row("http://[fe80::1%2]:1", plain("fe80::1%2", 1), "http://[fe80::1%2]:1");
    row("http://[fe80::1%enP2s0.7]:1", plain("fe80::1%enP2s0.7", 1), "http://[fe80::1%enP2s0.7]:1");
    row("http://[fe80::1%25eth0]:1", plain("fe80::1%eth0", 1), "http://[fe80::1%eth0]:1");
    row("http://[fe80::1%25]:1", plain("fe80::1%25", 1), "http://[fe80::1%25]:1");
}

void TestBaseUrl::reads()
{
    QFETCH(std::string, text);
    QFETCH(BaseUrl, expected);
    QFETCH(std::string, written);

    const auto url = baseUrlFromText(text);
    QVERIFY2(url.hasValue(), url ? "" : url.error().message.c_str());
    QCOMPARE(*url, expected);
    QCOMPARE(toText(*url), written);
    // What was written is read as the same, but for a second /v1, which is one more to cut.
    if (!written.ends_with("/v1"))
        QCOMPARE(baseUrlFromText(written), Result<BaseUrl>(expected));
}

void TestBaseUrl::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("reason");

    const auto row = [](const char *text, const char *reason) {
        QTest::newRow(text) << std::string(text) << std::string(reason);
    };
    row("", "empty");
    row(" \t ", "empty");
    row("http://", "no host");
    row("https:///v1", "no host");
    row("http://:80", "no host");
    row(":80", "no host");
    row("/v1", "no host");
    row("//h:1", "no host");

    row("ftp://h", "http:// or https://");
    row("ws://h", "http:// or https://");
    row("unix:///run/x", "http:// or https://");
    row("httpx://h", "http:// or https://");
    row("://h", "http:// or https://");
    row("http ://h", "http:// or https://");

    row("http://user@h", "user name or password");
    row("http://user:word@h:1", "user name or password");
    row("user:word@h", "user name or password");
    row("http://@h", "user name or password");
    row("http://user@[::1]:1", "user name or password");
    row("http://h?a=b", "query");
    row("http://h/v1?", "query");
    row("h:1?key=x", "query");
    row("http://h#part", "fragment");
    row("http://h/v1#", "fragment");

    row("http://h:", "port");
    row("http://h:/v1", "port");
    row("http://h:0", "port");
    row("http://h:65536", "port");
    row("http://h:99999999999999999999", "port");
    row("http://h:-1", "port");
    row("http://h:+1", "port");
    row("http://h:0x50", "port");
    row("http://h:80a", "port");
    row("http://h: 80", "port");
    row("http://[::1]:", "port");
    row("http://[::1]:x", "port");
    row("http:h", "port");

    row("http://h h", "no host name");
    row("http://h,i", "no host name");
    row("http://h%41", "no host name");
    row("http://h\\i", "no host name");
    row("http://h\xc3\xa9:1", "no host name");
    row("http://h]:1", "no host name");
    row("http://256.0.0.1", "IPv4");
    row("http://1.2.3", "IPv4");
    row("http://1.2.3.4.5", "IPv4");
    row("http://127.1", "IPv4");
    row("http://2130706433", "IPv4");
    row("http://1.2.3.", "IPv4");
    row("http://1..3.4", "IPv4");
    row("http://.", "IPv4");
    row("http://01.2.3.4", "IPv4");
    row("http://1.2.3.00", "IPv4");

    row("http://::1", "brackets");
    row("http://::1:8080", "brackets");
    row("fe80::1", "brackets");
    row("http://[::1", "without a ]");
    row("http://[::1:80", "without a ]");
    row("http://[::1]80", "only a port");
    row("http://[::1]x:80", "only a port");
    for (const char *literal : {"",
                                "h",
                                "1",
                                "127.0.0.1",
                                ":",
                                ":::",
                                "1:",
                                ":1",
                                "::1::",
                                "1::2::3",
                                "12345::",
                                "g::",
                                "1:2:3:4:5:6:7",
                                "1:2:3:4:5:6:7:8:9",
                                "1:2:3:4:5:6:7:8::",
                                "1::3:4:5:6:7:8:9",
                                "1:2:3:4:5:6:7:",
                                "::1.2.3",
                                "::1.2.3.256",
                                "1.2.3.4::",
                                "::1.2.3.4:5",
                                "1:2:3:4:5:6:7:1.2.3.4",
                                "::1%",
                                "::1%a%b",
                                "%eth0",
                                "fe80::1%a/b",
                                "::1 "}) {
        const std::string text = std::string("http://[") + literal + "]:1";
        const bool isCutAtSlash = text.find('/', 8) != std::string::npos;
        QTest::newRow(text.c_str())
            << text << std::string(isCutAtSlash ? "without a ]" : "not an IPv6");
    }

    row("http://h/a b", "percent-encoded");
    row("http://h/a\tb", "percent-encoded");
    row("http://h/\"", "percent-encoded");
    row("http://h/a\\b", "percent-encoded");
    row("http://h/\xc3\xa9", "percent-encoded");
    row("http://h/\x7f", "percent-encoded");
    QTest::newRow("NUL in the path")
        << std::string("http://h/a\0b", 12) << std::string("percent-encoded");
    QTest::newRow("NUL in the host")
        << std::string("http://a\0b", 10) << std::string("no host name");
    QTest::newRow("line ends") << std::string("http://h\r\nX: y") << std::string("no host name");
}

void TestBaseUrl::refuses()
{
    QFETCH(std::string, text);
    QFETCH(std::string, reason);

    const auto url = baseUrlFromText(text);
    QVERIFY(!url);
    QCOMPARE(url.error().kind, ErrorKind::InvalidRequest);
    QCOMPARE(url.error().parameter, std::string("baseUrl"));
    QVERIFY2(url.error().message.find(reason) != std::string::npos, url.error().message.c_str());
}

void TestBaseUrl::neverRepeatsUserInformation_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text :
         {"http://user:hunter2@h:1", "hunter2@h", "http://user:hunter2@", "ftp://user:hunter2@h",
          "http://user:hunter2@h?x", "http://user:hunter2/x@h", "http://h?key=hunter2"}) {
        QTest::newRow(text) << std::string(text);
    }
}

void TestBaseUrl::neverRepeatsUserInformation()
{
    QFETCH(std::string, text);

    const auto url = baseUrlFromText(text);
    QVERIFY(!url);
    QVERIFY(url.error().message.find("hunter2") == std::string::npos);
}

void TestBaseUrl::namesTheAuthority_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(text) << std::string(text) << std::string(expected);
    };
    row("http://h", "h");
    row("https://h", "h");
    row("http://h:443", "h:443");
    row("https://h:80", "h:80");
    row("http://127.0.0.1:8080/prefix", "127.0.0.1:8080");
    row("http://[::1]", "[::1]");
    row("http://[::1]:8080", "[::1]:8080");
    // The interface means something on this computer only.
    row("http://[fe80::1%eth0]:8080", "[fe80::1]:8080");
}

void TestBaseUrl::namesTheAuthority()
{
    QFETCH(std::string, text);
    QFETCH(std::string, expected);

    QCOMPARE(authorityOf(baseUrlFromText(text).value()), expected);
}

void TestBaseUrl::isOneAddressInManySpellings_data()
{
    QTest::addColumn<std::string>("first");
    QTest::addColumn<std::string>("second");
    QTest::addColumn<bool>("isSame");

    const auto row = [](const char *first, const char *second, bool isSame) {
        QTest::addRow("%s, %s", first, second)
            << std::string(first) << std::string(second) << isSame;
    };
    row("h", "http://H:80/v1/", true);
    row("https://h:443", "https://h/", true);
    row("http://h:1/p", "h:1/p/v1", true);
    row("http://[fe80::1%25eth0]", "http://[FE80::1%eth0]", true);
    row("http://h", "https://h", false);
    row("http://h:1", "http://h:2", false);
    row("http://h/p", "http://h", false);
    row("http://h/P", "http://h/p", false);
}

void TestBaseUrl::isOneAddressInManySpellings()
{
    QFETCH(std::string, first);
    QFETCH(std::string, second);
    QFETCH(bool, isSame);

    QCOMPARE(baseUrlFromText(first).value() == baseUrlFromText(second).value(), isSame);
}

QTEST_APPLESS_MAIN(TestBaseUrl)
#include "tst_base_url.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/backend_config.h"
#include "config/bind_address.h"
#include "config/ip_literal.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward::config;

class TestBindAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsText_data();
    void readsText();
    void refusesText_data();
    void refusesText();
    void spellsLiterals_data();
    void spellsLiterals();
    void knowsRanges_data();
    void knowsRanges();
};

void TestBindAddress::readsText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("unixPath");
    QTest::addColumn<QByteArray>("spelled");

    const auto row = [](const char *text, const char *address, int port, const char *spelled) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(address) << port << QByteArray()
                            << QByteArray(spelled);
    };
    row("127.0.0.1:39080", "127.0.0.1", 39080, "127.0.0.1:39080");
    row("0.0.0.0:80", "0.0.0.0", 80, "0.0.0.0:80");
    row("127.0.0.2:0", "127.0.0.2", 0, "127.0.0.2:0");
    row("192.168.1.7:65535", "192.168.1.7", 65535, "192.168.1.7:65535");
    row("localhost:39080", "127.0.0.1", 39080, "127.0.0.1:39080");
    row("LocalHost:1", "127.0.0.1", 1, "127.0.0.1:1");
    row("[::1]:39080", "::1", 39080, "[::1]:39080");
    row("[::]:1", "::", 1, "[::]:1");
    row("[2001:DB8:0:0:0:0:0:1]:443", "2001:db8::1", 443, "[2001:db8::1]:443");
    row("[fe80::1%eth0]:8080", "fe80::1%eth0", 8080, "[fe80::1%eth0]:8080");
    QTest::newRow("a Unix socket")
        << QByteArray("unix:/run/homeward.sock") << QByteArray() << 0
        << QByteArray("/run/homeward.sock") << QByteArray("unix:/run/homeward.sock");
    const QByteArray longest = '/' + QByteArray(102, 'a');
    QTest::newRow("the longest path")
        << "unix:" + longest << QByteArray() << 0 << longest << "unix:" + longest;
}

void TestBindAddress::readsText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, address);
    QFETCH(int, port);
    QFETCH(QByteArray, unixPath);
    QFETCH(QByteArray, spelled);

    const auto read = bindAddressFromText(text.toStdString());
    QVERIFY(read);
    const BindAddress expected{.address = address.toStdString(),
                               .port = std::uint16_t(port),
                               .unixPath = unixPath.toStdString()};
    QCOMPARE(*read, expected);
    QCOMPARE(QByteArray::fromStdString(toText(*read)), spelled);
    QCOMPARE(*bindAddressFromText(toText(*read)), expected);
}

void TestBindAddress::refusesText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("word");

    const auto row = [](QByteArray text, const char *word) {
        QTest::addRow("%.60s", text.constData()) << text << QByteArray(word);
    };
    row("nonsense", "must have a port");
    row("", "must have a port");
    row("39080", "must have a port");
    row("127.0.0.1", "must have a port");
    row(":39080", "must be an IP address");
    row("example.org:80", "must be an IP address");
    row("127.1:80", "must be an IP address");
    row("127.0.0.01:80", "must be an IP address");
    row("256.0.0.1:80", "must be an IP address");
    row("127.0.0.1:", "from 0 to 65535");
    row("127.0.0.1:65536", "from 0 to 65535");
    row("127.0.0.1:-1", "from 0 to 65535");
    row("127.0.0.1:80x", "from 0 to 65535");
    row("127.0.0.1: 80", "from 0 to 65535");
    row("::1:39080", "[::1]:39080");
    row("[::1]", "a port follows");
    row("[::1]39080", "a port follows");
    row("[127.0.0.1]:80", "only an IPv6 address");
    row("[::1%lo]:80", "must be an IP address");
    row("[1::2::3]:80", "must be an IP address");
    row("http://127.0.0.1:80", "looks like");
    row("unix:", "must be absolute");
    row("unix:relative", "must be absolute");
    row("unix:/a\nb", "must be absolute");
    row("unix:/" + QByteArray(103, 'a'), "103 bytes");
}

void TestBindAddress::refusesText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, word);

    const auto read = bindAddressFromText(text.toStdString());
    QVERIFY(!read);
    QVERIFY2(read.error().message.find(word.toStdString()) != std::string::npos,
             read.error().message.c_str());
}

void TestBindAddress::spellsLiterals_data()
{
    QTest::addColumn<QByteArray>("text");
    /// Empty for what is no address.
    QTest::addColumn<QByteArray>("spelled");

    const auto row = [](const char *text, const char *spelled) {
        QTest::newRow(*text == 0 ? "nothing" : text) << QByteArray(text) << QByteArray(spelled);
    };
    row("10.0.0.1", "10.0.0.1");
    row("::", "::");
    row("0:0:0:0:0:0:0:0", "::");
    row("1:0:0:2:0:0:0:3", "1:0:0:2::3");
    row("1:0:0:2:3:0:0:4", "1::2:3:0:0:4");
    row("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7");
    row("1::", "1::");
    row("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0");
    row("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8");
    row("::ffff:10.0.0.1", "::ffff:10.0.0.1");
    row("::FFFF:a00:1", "::ffff:10.0.0.1");
    row("64:ff9b::1.2.3.4", "64:ff9b::102:304");
    row("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304");
    row("febf::1%en0", "febf::1%en0");
    row("", "");
    row("1.2.3", "");
    row("1.2.3.4.5", "");
    row("1.2..4", "");
    row("+1.2.3.4", "");
    row(":", "");
    row(":::", "");
    row(":1::2", "");
    row("1::2:", "");
    row("1:2:3:4:5:6:7", "");
    row("1:2:3:4:5:6:7:8:9", "");
    row("1:2:3:4::5:6:7:8", "");
    row("12345::", "");
    row("g::", "");
    row("1.2.3.4::", "");
    row("::1.2.3.4:5", "");
    row("1:2:3:4:5:6:7:1.2.3.4", "");
    row("fec0::1%en0", "");
    row("fe80::1%", "");
    row("fe80::1%a b", "");
}

void TestBindAddress::spellsLiterals()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, spelled);

    QCOMPARE(QByteArray::fromStdString(canonicalAddress(text.toStdString()).value_or("")), spelled);
}

void TestBindAddress::knowsRanges_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRange");

    for (const char *text : {"192.168.1.7", "10.0.0.0/8", "0.0.0.0/0", "1.2.3.4/32", "::1",
                             "fd00::/8", "::/0", "2001:db8::/128"}) {
        QTest::newRow(text) << QByteArray(text) << true;
    }
    for (const char *text : {"10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8",
                             "10.0.0/8", "localhost", "*"}) {
        QTest::newRow(text) << QByteArray(text) << false;
    }
}

void TestBindAddress::knowsRanges()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isRange);

    QCOMPARE(isAddressRange(text.toStdString()), isRange);
}

QTEST_APPLESS_MAIN(TestBindAddress)
#include "tst_bind_address.moc"

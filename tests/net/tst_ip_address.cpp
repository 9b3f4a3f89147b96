// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/ip_address.h"
#include "net/socket_address.h"

#include <QTest>

#include <string>

using namespace homeward::net;

class TestIpAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsText_data();
    void readsText();
    void refusesText_data();
    void refusesText();
    void knowsKinds_data();
    void knowsKinds();
    void writesEndpoints();
    void keepsEndpointsThroughTheSystem_data();
    void keepsEndpointsThroughTheSystem();
};

void TestIpAddress::readsText_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("normal");
    QTest::addColumn<bool>("isIpv4");

    QTest::newRow("IPv4") << std::string("192.168.1.20") << std::string("192.168.1.20") << true;
    QTest::newRow("IPv6") << std::string("2001:DB8::0:1") << std::string("2001:db8::1") << false;
    QTest::newRow("loopback") << std::string("::1") << std::string("::1") << false;
    QTest::newRow("mapped") << std::string("::ffff:10.0.0.1") << std::string("10.0.0.1") << true;
    QTest::newRow("scope") << std::string("fe80::1%lo") << std::string("fe80::1") << false;
    QTest::newRow("numbered scope") << std::string("fe80::1%7") << std::string("fe80::1") << false;
}

void TestIpAddress::readsText()
{
    QFETCH(std::string, text);
    QFETCH(std::string, normal);
    QFETCH(bool, isIpv4);

    const auto address = ipAddressFromText(text);
    QVERIFY(address);
    QCOMPARE(toText(*address), normal);
    QCOMPARE(address->isIpv4(), isIpv4);
    QCOMPARE(address->scope != 0, text.find('%') != std::string::npos);
}

void TestIpAddress::refusesText_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text : {"", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4",
                             "1.2.3.4 ", " ::1", "[::1]", "::1::", "1.2.3.4:80", "fe80::1%",
                             "fe80::1%nosuchinterface", "1.2.3.4%lo", "0x7f.1"}) {
        QTest::newRow(text) << std::string(text);
    }
    QTest::newRow("NUL behind IPv4") << std::string("127.0.0.1\0.evil", 15);
    QTest::newRow("NUL behind IPv6") << std::string("::1\0evil", 8);
}

void TestIpAddress::refusesText()
{
    QFETCH(std::string, text);

    QVERIFY(!ipAddressFromText(text));
}

void TestIpAddress::knowsKinds_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("kind");

    const auto row = [](const char *text, const char *kind) {
        QTest::newRow(text) << std::string(text) << std::string(kind);
    };
    for (const char *text : {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"})
        row(text, "loopback");
    for (const char *text : {"0.0.0.0", "::"})
        row(text, "any");
    for (const char *text :
         {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "100.64.0.1",
          "100.127.255.255", "fc00::1", "fdff::1", "fe80::1", "febf::1", "::ffff:10.1.1.1"}) {
        row(text, "private");
    }
    for (const char *text :
         {"8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1",
          "169.253.1.1", "2001:db8::1", "fec0::1", "fb00::1", "::2", "128.0.0.1"}) {
        row(text, "public");
    }
}

void TestIpAddress::knowsKinds()
{
    QFETCH(std::string, text);
    QFETCH(std::string, kind);

    const auto address = ipAddressFromText(text);
    QVERIFY(address);
    QCOMPARE(address->isLoopback(), kind == "loopback");
    QCOMPARE(address->isAny(), kind == "any");
    QCOMPARE(address->isPrivate(), kind == "private");
}

void TestIpAddress::writesEndpoints()
{
    QCOMPARE(toText(Endpoint{*ipAddressFromText("127.0.0.1"), 80}), std::string("127.0.0.1:80"));
    QCOMPARE(toText(Endpoint{*ipAddressFromText("::1"), 80}), std::string("[::1]:80"));
}

void TestIpAddress::keepsEndpointsThroughTheSystem_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text : {"127.0.0.1", "10.1.2.3", "::1", "2001:db8::5", "fe80::1%7"})
        QTest::newRow(text) << std::string(text);
}

void TestIpAddress::keepsEndpointsThroughTheSystem()
{
    QFETCH(std::string, text);

    const Endpoint endpoint{*ipAddressFromText(text), 39080};
    QVERIFY(endpointFromSocketAddress(toSocketAddress(endpoint)) == endpoint);
}

QTEST_APPLESS_MAIN(TestIpAddress)
#include "tst_ip_address.moc"

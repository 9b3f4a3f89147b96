// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/ip_range.h"

#include <QTest>

using namespace homeward;

class TestIpRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void containsAddresses_data();
    void containsAddresses();
    void refusesOtherText_data();
    void refusesOtherText();
    void readsAddresses();
};

void TestIpRange::containsAddresses_data()
{
    QTest::addColumn<QString>("range");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isInside");

    QTest::newRow("one address") << "192.168.1.7"
                                 << "192.168.1.7" << true;
    QTest::newRow("its neighbour") << "192.168.1.7"
                                   << "192.168.1.6" << false;
    QTest::newRow("/8") << "10.0.0.0/8"
                        << "10.255.0.1" << true;
    QTest::newRow("beyond /8") << "10.0.0.0/8"
                               << "11.0.0.0" << false;
    QTest::newRow("/12 begins") << "172.16.0.0/12"
                                << "172.16.0.0" << true;
    QTest::newRow("/12 ends") << "172.16.0.0/12"
                              << "172.31.255.255" << true;
    QTest::newRow("below /12") << "172.16.0.0/12"
                               << "172.15.255.255" << false;
    QTest::newRow("beyond /12") << "172.16.0.0/12"
                                << "172.32.0.0" << false;
    QTest::newRow("/31") << "10.0.0.2/31"
                         << "10.0.0.3" << true;
    QTest::newRow("beyond /31") << "10.0.0.2/31"
                                << "10.0.0.4" << false;
    QTest::newRow("/32") << "10.0.0.2/32"
                         << "10.0.0.3" << false;
    QTest::newRow("bits behind the prefix do not count") << "10.9.9.9/8"
                                                         << "10.1.1.1" << true;
    QTest::newRow("/0") << "0.0.0.0/0"
                        << "203.0.113.9" << true;
    QTest::newRow("/0 of IPv4 holds no IPv6") << "0.0.0.0/0"
                                              << "::1" << false;
    QTest::newRow("IPv6 address") << "::1"
                                  << "0:0:0:0:0:0:0:1" << true;
    QTest::newRow("fd00::/8") << "fd00::/8"
                              << "fdff:1::9" << true;
    QTest::newRow("beyond fd00::/8") << "fd00::/8"
                                     << "fc00::1" << false;
    QTest::newRow("fe80::/10 ends") << "fe80::/10"
                                    << "febf::1" << true;
    QTest::newRow("beyond fe80::/10") << "fe80::/10"
                                      << "fec0::1" << false;
    QTest::newRow("/64") << "2001:db8:0:1::/64"
                         << "2001:db8:0:1:ffff::" << true;
    QTest::newRow("beyond /64") << "2001:db8:0:1::/64"
                                << "2001:db8:0:2::" << false;
    QTest::newRow("::/0") << "::/0"
                          << "2001:db8::1" << true;
    QTest::newRow("::/0 holds no IPv4") << "::/0"
                                        << "127.0.0.1" << false;
    QTest::newRow("mapped range") << "::ffff:10.0.0.0/104"
                                  << "10.1.1.1" << true;
    QTest::newRow("mapped address") << "127.0.0.1"
                                    << "::ffff:127.0.0.1" << true;
}

void TestIpRange::containsAddresses()
{
    QFETCH(QString, range);
    QFETCH(QString, address);
    QFETCH(bool, isInside);
    const auto parsed = ipRangeFromText(range.toStdString());
    const auto single = ipRangeFromText(address.toStdString());
    QVERIFY(parsed && single);

    QCOMPARE(parsed->contains(single->address), isInside);
}

void TestIpRange::refusesOtherText_data()
{
    QTest::addColumn<QString>("text");

    for (const char *text : {"",
                             "/8",
                             "10.0.0.0/",
                             "10.0.0.0/33",
                             "10.0.0.0/40",
                             "10.0.0.0/-1",
                             "10.0.0.0/+8",
                             "10.0.0.0/8/8",
                             "10.0.0.0 /8",
                             "10.0.0.0/0x8",
                             "10.0.0/8",
                             "10.0.0.256",
                             "010.0.0.1",
                             "::/129",
                             ":::",
                             "1::2::3",
                             "fe80::1%eth0",
                             "[::1]",
                             "12345::",
                             "1.2.3.4::",
                             "1:2:3:4:5:6:7:8::",
                             "localhost",
                             "*"})
        QTest::newRow(*text ? text : "empty") << QString::fromLatin1(text);
}

void TestIpRange::refusesOtherText()
{
    QFETCH(QString, text);

    QVERIFY(!ipRangeFromText(text.toStdString()));
}

void TestIpRange::readsAddresses()
{
    const AddressBytes mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1};
    const AddressBytes ipv6{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9};

    QVERIFY((ipRangeFromText("10.0.0.1/24") == IpRange{.address = mapped, .prefixLength = 120}));
    QVERIFY((ipRangeFromText("2001:db8::9") == IpRange{.address = ipv6, .prefixLength = 128}));
}

QTEST_APPLESS_MAIN(TestIpRange)
#include "tst_ip_range.moc"

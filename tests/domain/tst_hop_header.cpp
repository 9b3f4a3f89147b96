// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/hop_header.h"

#include <QTest>

#include <string>

using namespace homeward::domain;

class TestHopHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsLoops_data();
    void findsLoops();
    void addsTheOwnId_data();
    void addsTheOwnId();
    void stopsTwoRoutersThatListEachOther();
    void stopsAChainOfRouters();
};

void TestHopHeader::findsLoops_data()
{
    QTest::addColumn<std::string>("hops");
    QTest::addColumn<bool>("isExpected");

    const auto row = [](const char *name, const char *hops, bool isExpected) {
        QTest::newRow(name) << std::string(hops) << isExpected;
    };
    row("from a client", "", false);
    row("one other", "a", false);
    row("four others", "a, b, c, d", false);
    row("five others", "a, b, c, d, e", true);
    row("five others without blanks", "a,b,c,d,e", true);
    row("the own id", "own", true);
    row("the own id first", "own, a", true);
    row("the own id last", "a, own", true);
    row("the own id in the middle", "a,own,b", true);
    row("the own id in another case", "OWN", true);
    row("the own id between tabs", "a,\town\t,b", true);
    row("an id that begins as the own", "owner", false);
    row("an id that ends as the own", "unknown", false);
}

void TestHopHeader::findsLoops()
{
    QFETCH(std::string, hops);
    QFETCH(bool, isExpected);

    QCOMPARE(isLoop(hops, "own"), isExpected);
}

void TestHopHeader::addsTheOwnId_data()
{
    QTest::addColumn<std::string>("hops");
    QTest::addColumn<std::string>("expected");

    QTest::newRow("first") << std::string() << std::string("own");
    QTest::newRow("second") << std::string("a") << std::string("a, own");
    QTest::newRow("third") << std::string("a, b") << std::string("a, b, own");
}

void TestHopHeader::addsTheOwnId()
{
    QFETCH(std::string, hops);
    QFETCH(std::string, expected);

    QCOMPARE(hopsThrough(hops, "own"), expected);
}

void TestHopHeader::stopsTwoRoutersThatListEachOther()
{
    const std::string afterFirst = hopsThrough("", "first");
    QVERIFY(!isLoop(afterFirst, "second"));
    QVERIFY(isLoop(hopsThrough(afterFirst, "second"), "first"));
}

void TestHopHeader::stopsAChainOfRouters()
{
    std::string hops;
    int routers = 0;
    while (routers < 20 && !isLoop(hops, "router" + std::to_string(routers)))
        hops = hopsThrough(hops, "router" + std::to_string(routers++));
    // Four hops lie between five routers.
    QCOMPARE(routers, hopLimit + 1);
}

QTEST_APPLESS_MAIN(TestHopHeader)
#include "tst_hop_header.moc"

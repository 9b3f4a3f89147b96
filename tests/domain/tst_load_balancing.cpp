// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/load_balancing.h"

#include <QTest>

#include <string>

using namespace homeward::domain;
using namespace std::chrono_literals;

class TestLoadBalancing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesStrategies_data();
    void namesStrategies();
    void refusesOtherNames_data();
    void refusesOtherNames();
    void hasTheDefaultsOfTheContract();
    void takesWholeSecondsOfUsers_data();
    void takesWholeSecondsOfUsers();
};

void TestLoadBalancing::namesStrategies_data()
{
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<std::string>("text");

    QTest::newRow("priority") << Strategy::Priority << std::string("priority");
    QTest::newRow("round-robin") << Strategy::RoundRobin << std::string("round-robin");
    QTest::newRow("least-loaded") << Strategy::LeastLoaded << std::string("least-loaded");
    QTest::newRow("fastest") << Strategy::Fastest << std::string("fastest");
}

void TestLoadBalancing::namesStrategies()
{
    QFETCH(Strategy, strategy);
    QFETCH(std::string, text);

    QCOMPARE(std::string(toText(strategy)), text);
    QCOMPARE(strategyFromText(text), std::optional(strategy));
}

void TestLoadBalancing::refusesOtherNames_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text :
         {"", "Priority", "round_robin", "roundrobin", "least-latency", "fastest ", "random"}) {
        QTest::addRow("'%s'", text) << std::string(text);
    }
}

void TestLoadBalancing::refusesOtherNames()
{
    QFETCH(std::string, text);

    QCOMPARE(strategyFromText(text), std::optional<Strategy>());
}

void TestLoadBalancing::hasTheDefaultsOfTheContract()
{
    QCOMPARE(LoadBalancing(),
             (LoadBalancing{.isEnabled = false,
                            .strategy = Strategy::Priority,
                            .isFailoverEnabled = true,
                            .healthCheckInterval = 30s}));
}

void TestLoadBalancing::takesWholeSecondsOfUsers_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<bool>("isTaken");

    for (const double seconds : {5.0, 30.0, 3600.0})
        QTest::addRow("%g", seconds) << seconds << true;
    for (const double seconds :
         {-30.0, -0.0, 0.0, 0.2, 4.0, 4.999, 5.5, 30.5, 3600.5, 3601.0, 1e308})
        QTest::addRow("%g", seconds) << seconds << false;
}

void TestLoadBalancing::takesWholeSecondsOfUsers()
{
    QFETCH(double, seconds);
    QFETCH(bool, isTaken);

    QCOMPARE(isUserInterval(seconds), isTaken);
}

QTEST_APPLESS_MAIN(TestLoadBalancing)
#include "tst_load_balancing.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/limits.h"

#include <QTest>

using namespace homeward::domain;
using namespace std::chrono_literals;

class TestLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void breakerHasTheDefaultsOfTheSpecification();
    void requestsHaveTheDefaultsOfTheContract();
};

void TestLimits::breakerHasTheDefaultsOfTheSpecification()
{
    QCOMPARE(BreakerPolicy(), (BreakerPolicy{.failureThreshold = 3, .resetTimeout = 60s}));
}

void TestLimits::requestsHaveTheDefaultsOfTheContract()
{
    QCOMPARE(
        TimeLimits(),
        (TimeLimits{.connect = 3s, .firstByte = 600s, .idle = 300s, .total = 0s, .probe = 5s}));
}

QTEST_APPLESS_MAIN(TestLimits)
#include "tst_limits.moc"

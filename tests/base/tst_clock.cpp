// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

#include <QTest>

using namespace homeward;
using namespace std::chrono_literals;

class TestClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standsUntilItIsMoved();
    void movesBothTimes();
    void systemGoesOn();
};

void TestClock::standsUntilItIsMoved()
{
    const ManualClock clock;
    QCOMPARE(clock.now(), clock.now());
    QCOMPARE(clock.wallNow(), clock.wallNow());
    // A time before every one that a value has by default would hide mistakes.
    QVERIFY(clock.now() > TimePoint());
}

void TestClock::movesBothTimes()
{
    ManualClock clock;
    const TimePoint now = clock.now();
    const WallTime wallNow = clock.wallNow();
    clock.advance(1500ms);
    QCOMPARE(clock.now(), now + 1500ms);
    QCOMPARE(clock.wallNow(), wallNow + 1500ms);
}

void TestClock::systemGoesOn()
{
    const SystemClock clock;
    const TimePoint before = std::chrono::steady_clock::now();
    const WallTime wallBefore = std::chrono::system_clock::now();
    QVERIFY(clock.now() >= before);
    QVERIFY(clock.wallNow() >= wallBefore - 1s);
}

QTEST_APPLESS_MAIN(TestClock)
#include "tst_clock.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/rate_window.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::domain;
using std::chrono::milliseconds;

class TestRateWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slides_data();
    void slides();
    void countsEachKeyByItself();
};

void TestRateWindow::slides_data()
{
    QTest::addColumn<QString>("requests");
    QTest::addColumn<QString>("expected");

    // limit@milliseconds; `-` is an admitted request, a number the seconds to wait.
    QTest::newRow("within the rate") << "3@0 3@0 3@0"
                                     << "- - -";
    QTest::newRow("over the rate") << "3@0 3@0 3@0 3@0"
                                   << "- - - 60";
    QTest::newRow("the wait gets shorter") << "1@0 1@1000 1@30000 1@59000"
                                           << "- 59 30 1";
    QTest::newRow("parts of a second are rounded up") << "1@0 1@500 1@59999"
                                                      << "- 60 1";
    QTest::newRow("room after a minute") << "1@0 1@59999 1@60000"
                                         << "- 1 -";
    QTest::newRow("refused requests do not count") << "1@0 1@30000 1@60000 1@60001"
                                                   << "- 30 - 60";
    QTest::newRow("one leaves at a time") << "2@0 2@20000 2@30000 2@60000 2@60000 2@80000"
                                          << "- - 30 - 20 -";
    QTest::newRow("a raised limit") << "1@0 1@1000 2@1000"
                                    << "- 59 -";
    QTest::newRow("a lowered limit waits for more than one to leave")
        << "3@0 3@10000 3@20000 1@30000 1@79999 1@80000"
        << "- - - 50 1 -";
    QTest::newRow("a limit of none") << "0@0"
                                     << "60";
}

void TestRateWindow::slides()
{
    QFETCH(QString, requests);
    QFETCH(QString, expected);
    const TimePoint start{std::chrono::hours(1)};
    RateWindow window;
    QStringList found;

    for (const QString &request : requests.split(QLatin1Char(' '))) {
        const QStringList parts = request.split(QLatin1Char('@'));
        const auto wait
            = window.admit(parts[0].toInt(), start + milliseconds(parts[1].toLongLong()));
        found << (wait ? QString::number(wait->count()) : QStringLiteral("-"));
    }

    QCOMPARE(found.join(QLatin1Char(' ')), expected);
}

void TestRateWindow::countsEachKeyByItself()
{
    const TimePoint start{std::chrono::hours(1)};
    const ApiKey slow{.id = "slow", .rateLimitPerMinute = 1};
    const ApiKey other{.id = "other", .rateLimitPerMinute = 1};
    const ApiKey unlimited{.id = "slow"};
    RateWindows windows;

    QVERIFY(!windows.admit(slow, start));
    QVERIFY(!windows.admit(other, start));
    QCOMPARE(windows.admit(slow, start), std::optional(std::chrono::seconds(60)));
    windows.forget("other");
    QVERIFY(!windows.admit(other, start));
    for (int i = 0; i < 100; ++i)
        QVERIFY(!windows.admit(unlimited, start));
}

QTEST_APPLESS_MAIN(TestRateWindow)
#include "tst_rate_window.moc"

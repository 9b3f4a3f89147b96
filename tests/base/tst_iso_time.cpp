// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/iso_time.h"

#include <QTest>

#include <string>

using namespace homeward;

class TestIsoTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writes_data();
    void writes();
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void readsWhatItWrites_data();
    void readsWhatItWrites();
    void doesNotWrap_data();
    void doesNotWrap();
};

void TestIsoTime::writes_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<std::string>("expected");

    const auto row = [](qint64 microseconds, const char *expected) {
        QTest::newRow(expected) << microseconds << std::string(expected);
    };
    row(0, "1970-01-01T00:00:00.000Z");
    row(1'000, "1970-01-01T00:00:00.001Z");
    row(1'796'164'604'123'000, "2026-12-01T22:36:44.123Z");
    row(1'796'164'604'123'999, "2026-12-01T22:36:44.123Z");
    row(1'709'164'800'000'000, "2024-02-29T00:00:00.000Z");
    row(-1, "1969-12-31T23:59:59.999Z");
    row(-1'000, "1969-12-31T23:59:59.999Z");
    row(-1'001, "1969-12-31T23:59:59.998Z");
}

void TestIsoTime::writes()
{
    QFETCH(qint64, microseconds);
    QFETCH(std::string, expected);

    QCOMPARE(toIsoTime(WallTime(std::chrono::microseconds(microseconds))), expected);
}

void TestIsoTime::reads_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(text) << std::string(text) << std::string(expected);
    };
    row("2026-11-30T22:36:44.123Z", "2026-11-30T22:36:44.123Z");
    row("2026-11-30T22:36:44Z", "2026-11-30T22:36:44.000Z");
    row("2026-11-30T22:36:44.1Z", "2026-11-30T22:36:44.100Z");
    row("2026-11-30T22:36:44.12Z", "2026-11-30T22:36:44.120Z");
    row("2026-11-30T22:36:44.1230Z", "2026-11-30T22:36:44.123Z");
    row("2026-11-30T22:36:44.123000000Z", "2026-11-30T22:36:44.123Z");
    row("2026-11-30T00:00:00.000Z", "2026-11-30T00:00:00.000Z");
    row("2026-12-31T23:59:59.999Z", "2026-12-31T23:59:59.999Z");
    row("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z");
    row("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z");
}

void TestIsoTime::reads()
{
    QFETCH(std::string, text);
    QFETCH(std::string, expected);

    const auto time = wallTimeFromIso(text);
    QVERIFY(time.has_value());
    QCOMPARE(toIsoTime(*time), expected);
}

void TestIsoTime::refuses_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text : {"",
                             "Z",
                             "tomorrow",
                             "1796164604",
                             "2026-11-30",
                             "2026-11-30Z",
                             "2026-11-30T22:36:44",
                             "2026-11-30T22:36:44+00:00",
                             "2026-11-30T22:36:44+02:00",
                             "2026-11-30T22:36:44+00:00Z",
                             "2026-11-30T22:36:44ZZ",
                             "2026-11-30T22:36:44 Z",
                             "2026-11-30T22:36:44z",
                             " 2026-11-30T22:36:44Z",
                             "2026-11-30T22:36:44Z ",
                             "2026-11-30T22:36:44.Z",
                             "2026-11-30T22:36:44.-1Z",
                             "2026-11-30T22:36:60Z",
                             "2026-11-30T22:60:00Z",
                             "2026-11-30T25:00:00Z",
                             "2026-11-30T2:36:44Z",
                             "2026-11-31T00:00:00Z",
                             "2026-02-29T00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "20261-11-30T22:36:44Z",
                             "\xff\xfeZ"}) {
        QTest::addRow("'%s'", text) << std::string(text);
    }
    QTest::newRow("NUL") << std::string("2026-11-30T22:36:44\0Z", 21);
}

void TestIsoTime::refuses()
{
    QFETCH(std::string, text);

    QVERIFY(!wallTimeFromIso(text));
}

void TestIsoTime::readsWhatItWrites_data()
{
    QTest::addColumn<qint64>("milliseconds");

    for (const qint64 milliseconds : {qint64(0), qint64(1), qint64(-1), qint64(999), qint64(1000),
                                      qint64(1'796'164'604'123), qint64(-86'400'000)}) {
        QTest::addRow("%lld", milliseconds) << milliseconds;
    }
}

void TestIsoTime::readsWhatItWrites()
{
    QFETCH(qint64, milliseconds);

    const WallTime time{std::chrono::milliseconds(milliseconds)};
    QCOMPARE(wallTimeFromIso(toIsoTime(time)), std::optional(time));
}

void TestIsoTime::doesNotWrap_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<WallTime>("expected");

    QTest::newRow("what people write for never")
        << std::string("9999-12-31T23:59:59Z") << WallTime::max();
    QTest::newRow("a century behind the last")
        << std::string("2362-01-01T00:00:00Z") << WallTime::max();
    QTest::newRow("before the first") << std::string("0001-01-01T00:00:00Z") << WallTime::min();
}

void TestIsoTime::doesNotWrap()
{
    QFETCH(std::string, text);
    QFETCH(WallTime, expected);

    QCOMPARE(wallTimeFromIso(text), std::optional(expected));
}

QTEST_APPLESS_MAIN(TestIsoTime)
#include "tst_iso_time.moc"

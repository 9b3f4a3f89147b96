// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/descriptor_room.h"

#include <QFile>
#include <QTest>

#include <sys/resource.h>

using namespace homeward::net;

namespace {

void setSoftLimit(std::size_t limit)
{
    rlimit limits{};
    ::getrlimit(RLIMIT_NOFILE, &limits);
    limits.rlim_cur = limit;
    ::setrlimit(RLIMIT_NOFILE, &limits);
}

std::size_t hardLimit()
{
    rlimit limits{};
    ::getrlimit(RLIMIT_NOFILE, &limits);
    return std::size_t(limits.rlim_max);
}

/// What the kernel holds ready for this process; 0 where it does not tell.
std::size_t tableSize()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("FDSize:"))
            return line.mid(7).trimmed().toULong();
    }
    return 0;
}

} // namespace

class TestDescriptorRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsBothSides();
    void growsTheTableAndRaisesTheLimit();
    void staysWithinTheHardLimit();
};

void TestDescriptorRoom::countsBothSides()
{
    QVERIFY(descriptorsFor(1024) >= 2 * 1024 + 100);
    QVERIFY(descriptorsFor(65536) >= 2 * 65536);
}

void TestDescriptorRoom::growsTheTableAndRaisesTheLimit()
{
    if (hardLimit() < 3000)
        QSKIP("the hard limit is too low here");
    setSoftLimit(512);
    const DescriptorRoom room = makeDescriptorRoom(3000);
    QCOMPARE(room.limitBefore, std::size_t(512));
    QCOMPARE(room.limit, std::size_t(3000));
    if (tableSize() > 0)
        QVERIFY2(tableSize() >= 3000, qPrintable(QString::number(tableSize())));
    // There already: nothing is lowered again.
    const DescriptorRoom again = makeDescriptorRoom(100);
    QCOMPARE(again.limit, std::size_t(3000));
    QCOMPARE(again.limitBefore, std::size_t(3000));
}

void TestDescriptorRoom::staysWithinTheHardLimit()
{
    const std::size_t hard = hardLimit();
    if (hard > (1U << 22))
        QSKIP("there is no hard limit here");
    const DescriptorRoom room = makeDescriptorRoom(hard + 1000);
    QCOMPARE(room.limit, hard);
}

QTEST_GUILESS_MAIN(TestDescriptorRoom)
#include "tst_descriptor_room.moc"

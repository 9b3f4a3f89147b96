// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/turn_watch.h"

#include "net/poller.h"

#include <QEventLoop>
#include <QLoggingCategory>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

using namespace homeward;
using namespace homeward::net;
using namespace std::chrono_literals;

namespace {

/// Holds the thread up, as a calculation would.
void workFor(Duration duration)
{
    const TimePoint end = std::chrono::steady_clock::now() + duration;
    while (std::chrono::steady_clock::now() < end) { }
}

/// One task in a turn of its own, and the turn after it.
void runTask(Poller &poller, const std::function<void()> &task)
{
    QEventLoop loop;
    poller.defer([&] {
        task();
        QTimer::singleShot(1, &loop, &QEventLoop::quit);
    });
    loop.exec();
}

} // namespace

class TestTurnWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsOfALongTurnAndItsSteps();
    void saysNothingOfAShortTurn();
    void costsNothingWithoutAWatch();
};

void TestTurnWatch::tellsOfALongTurnAndItsSteps()
{
    QLoggingCategory::setFilterRules(QStringLiteral("homeward*.debug=true"));
    const auto poller = Poller::create();
    const TurnWatch watch(20ms);
    QTest::ignoreMessage(
        QtDebugMsg,
        QRegularExpression(QStringLiteral(
            "^A turn of the event loop took .* ms with .* steps: the inner part .* ms, "
            "a deferred task .* ms")));
    runTask(*poller, [] {
        const TurnWatch::Step inner("the inner part");
        workFor(25ms);
    });
    QVERIFY(watch.longTurnCount() >= 1);
}

void TestTurnWatch::saysNothingOfAShortTurn()
{
    const auto poller = Poller::create();
    const TurnWatch watch(10s);
    runTask(*poller, [] { workFor(1ms); });
    QCOMPARE(watch.longTurnCount(), std::size_t(0));
}

void TestTurnWatch::costsNothingWithoutAWatch()
{
    // The watch of another scope is over: a step must not reach for it.
    {
        const TurnWatch watch;
    }
    const TurnWatch::Step step("nobody asks");
    QVERIFY(true);
}

QTEST_GUILESS_MAIN(TestTurnWatch)
#include "tst_turn_watch.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/health.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::domain;
using namespace std::chrono_literals;

namespace {

/// The story of a backend, one letter an event: good, warming (503), denied (401 or 403),
/// unreachable, bad answer; key refused to a request (k), edit (e), and seconds passing (`+300`).
Health healthAfter(const std::string &story)
{
    ManualClock clock;
    Health health;
    for (std::size_t i = 0; i < story.size(); ++i) {
        switch (story[i]) {
        case 'g':
            health = afterProbe(health, ProbeOutcome::Good, clock.now());
            break;
        case 'w':
            health = afterProbe(health, ProbeOutcome::Warming, clock.now());
            break;
        case 'd':
            health = afterProbe(health, ProbeOutcome::Unauthorized, clock.now());
            break;
        case 'u':
            health = afterProbe(health, ProbeOutcome::Unreachable, clock.now());
            break;
        case 'b':
            health = afterProbe(health, ProbeOutcome::BadAnswer, clock.now());
            break;
        case 'k':
            health = afterKeyRefused(health);
            break;
        case 'e':
            health = afterEdit(health);
            break;
        case '+': {
            const auto end = std::min(story.find_first_not_of("0123456789", i + 1), story.size());
            clock.advance(std::chrono::seconds(std::stoi(story.substr(i + 1, end - i - 1))));
            i = end - 1;
            break;
        }
        default:
            qFatal("no such event");
        }
    }
    return health;
}

} // namespace

class TestHealth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsWhatIsSeen_data();
    void followsWhatIsSeen();
    void choosesTheInterval_data();
    void choosesTheInterval();
    void namesStatuses();
};

void TestHealth::followsWhatIsSeen_data()
{
    QTest::addColumn<std::string>("story");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *name, const char *story, const char *expected) {
        QTest::newRow(name) << std::string(story) << std::string(expected);
    };
    row("before the first probe", "", "unknown");
    row("first probe good", "g", "online");
    row("first probe warming", "w", "warming_up");
    row("first probe denied", "d", "unauthorized");
    row("first probe unreachable decides alone", "u", "offline");
    row("first probe a bad answer", "b", "offline");

    row("online: one failure", "gu", "online");
    row("online: two failures", "guu", "online");
    row("online: three failures in a row", "guuu", "offline");
    row("online: a good one ends the row", "guuguu", "online");
    row("online: a row after a good one", "guuguuu", "offline");
    row("online: a 503 ends the row", "guuwguu", "online");
    row("online: a bad answer ends the row", "guubuu", "online");
    row("online: a bad answer changes nothing", "gbbbbb", "online");
    row("online: warming", "gw", "warming_up");
    row("online: denied", "gd", "unauthorized");
    row("online: the key is refused to a request", "gk", "unauthorized");

    row("offline after the first probe: one good is not enough", "ug", "offline");
    row("offline after the first probe: two good ones", "ugg", "online");
    row("offline: one good is not enough", "guuug", "offline");
    row("offline: two good ones", "guuugg", "online");
    row("offline: two good ones, but not in a row", "guuugug", "offline");
    row("offline: a bad answer between two good ones", "guuugbg", "offline");
    row("offline: a 503 between two good ones, then online from warming", "guuugwg", "online");
    row("offline: denied", "guuud", "unauthorized");
    row("offline: the node comes up again and warms", "guuu+30w", "warming_up");
    row("offline since the first probe: the node comes up and warms", "u+30w", "warming_up");
    row("offline since the first probe: it may warm for 300 s", "u+1000w+300w", "warming_up");
    row("offline since the first probe: no longer than 300 s", "u+1000w+301w", "offline");

    row("warming: good at once", "wg", "online");
    row("warming: still", "w+1w+1w", "warming_up");
    row("warming: for 300 s", "w+300w", "warming_up");
    row("warming: longer than 300 s", "w+301w", "offline");
    row("warming: longer, and the limit does not begin anew", "w+301w+1w+1w+30w", "offline");
    row("warming: too long, and then two good ones", "w+301wgg", "online");
    row("warming: too long, and then one good one", "w+301wg", "offline");
    row("warming: two failures are no end", "wuu", "warming_up");
    row("warming: three failures", "wuuu", "offline");
    row("warming: a failure between does not begin the limit anew", "w+200wu+101w", "offline");
    row("warming: a bad answer ends it", "wb", "offline");
    row("warming: a bad answer between does not begin the limit anew", "w+200wb+101w", "offline");
    row("warming: anew after it was online", "w+300wg+1w+300w", "warming_up");
    row("warming: anew after it was away", "w+301wuuu+30w+300w", "warming_up");
    row("warming: anew after an edit", "w+301we+1w+300w", "warming_up");
    row("warming: denied", "wd", "unauthorized");

    row("unauthorized: one good probe", "dg", "online");
    row("unauthorized by a request: one good probe", "gkg", "online");
    row("unauthorized: failures", "duu", "unauthorized");
    row("unauthorized: three failures", "duuu", "offline");
    row("unauthorized: a bad answer", "db", "unauthorized");
    row("unauthorized: denied again", "dd", "unauthorized");
    row("unauthorized before the first probe", "k", "unauthorized");
    row("unauthorized before the first probe, which decides alone", "ku", "offline");

    row("edit: nothing is decided by itself", "ge", "online");
    row("edit: the next probe decides alone, offline", "geu", "offline");
    row("edit: the next probe decides alone, online", "guuueg", "online");
    row("edit: the new key is good", "keg", "online");
    row("edit: the next probe is a bad answer", "geb", "offline");
    row("edit: only the next probe decides alone", "gegu", "online");
    row("edit: failures from before do not count", "guuegu", "online");
    row("edit: good ones from before do not count", "uueugg", "online");
}

void TestHealth::followsWhatIsSeen()
{
    QFETCH(std::string, story);
    QFETCH(std::string, expected);

    QCOMPARE(std::string(toText(healthAfter(story).status)), expected);
}

void TestHealth::choosesTheInterval_data()
{
    QTest::addColumn<std::string>("story");
    QTest::addColumn<int>("intervalMs");
    QTest::addColumn<int>("expectedMs");

    QTest::newRow("online") << std::string("g") << 30000 << 30000;
    QTest::newRow("offline") << std::string("u") << 30000 << 30000;
    QTest::newRow("unauthorized") << std::string("d") << 30000 << 30000;
    QTest::newRow("unknown") << std::string() << 30000 << 30000;
    QTest::newRow("warming") << std::string("w") << 30000 << 1000;
    QTest::newRow("warming too long") << std::string("w+301w") << 30000 << 30000;
    QTest::newRow("warming, and the interval is shorter") << std::string("w") << 200 << 200;
    QTest::newRow("shortest") << std::string("g") << 200 << 200;
    QTest::newRow("longest") << std::string("g") << 3600000 << 3600000;
}

void TestHealth::choosesTheInterval()
{
    QFETCH(std::string, story);
    QFETCH(int, intervalMs);
    QFETCH(int, expectedMs);

    const Duration interval
        = probeInterval(healthAfter(story), std::chrono::milliseconds(intervalMs));
    QCOMPARE(interval, Duration(std::chrono::milliseconds(expectedMs)));
}

void TestHealth::namesStatuses()
{
    QCOMPARE(toText(BackendStatus::Unknown), std::string_view("unknown"));
    QCOMPARE(toText(BackendStatus::Online), std::string_view("online"));
    QCOMPARE(toText(BackendStatus::Offline), std::string_view("offline"));
    QCOMPARE(toText(BackendStatus::WarmingUp), std::string_view("warming_up"));
    QCOMPARE(toText(BackendStatus::Unauthorized), std::string_view("unauthorized"));
}

QTEST_APPLESS_MAIN(TestHealth)
#include "tst_health.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/circuit_breaker.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::domain;
using namespace std::chrono_literals;

namespace {

constexpr BreakerPolicy policy;

/// What may be asked of a breaker, in words: `open 3 refused retry 60`, with seconds from `start`.
std::string describe(const Breaker &breaker, TimePoint now, TimePoint start)
{
    std::string text(toText(stateOf(breaker, now, policy)));
    text += ' ' + std::to_string(breaker.consecutiveFailures);
    switch (admission(breaker, now, policy)) {
    case Admission::Refused:
        text += " refused";
        break;
    case Admission::Admitted:
        text += " admitted";
        break;
    case Admission::AdmittedAsProbe:
        text += " probe";
        break;
    }
    if (const auto time = retryAt(breaker, now, policy)) {
        text += " retry "
            + std::to_string(
                    std::chrono::duration_cast<std::chrono::seconds>(*time - start).count());
    }
    return text;
}

enum class Event {
    /// Requests that were admitted as ordinary ones.
    Success,
    Failure,
    Neutral,
    /// A request that was sent before everything else ends now.
    OldSuccess,
    OldFailure,
    OldNeutral,
    /// The probe is sent, and ends.
    ProbeSent,
    ProbeSuccess,
    ProbeFailure,
    ProbeNeutral,
    GoodTest,
    BadTest,
    /// A second, and a minute but for a second, pass.
    Second,
    AlmostMinute,
};

/// A breaker to which things happen; the probe is the one sent last, unless it was kept before.
struct Story
{
    ManualClock clock;
    TimePoint start = clock.now();
    Breaker breaker;
    BreakerAttempt probe{.beganAt = {}, .isProbe = true};

    void run(const std::vector<Event> &events)
    {
        for (const Event event : events)
            run(event);
    }

    void run(Event event)
    {
        const TimePoint now = clock.now();
        const BreakerAttempt fresh{.beganAt = now};
        const BreakerAttempt old{.beganAt = start};
        switch (event) {
        case Event::Success:
            breaker = afterSuccess(breaker, fresh);
            break;
        case Event::Failure:
            breaker = afterFailure(breaker, fresh, now, policy);
            break;
        case Event::Neutral:
            breaker = afterNeutral(breaker, fresh);
            break;
        case Event::OldSuccess:
            breaker = afterSuccess(breaker, old);
            break;
        case Event::OldFailure:
            breaker = afterFailure(breaker, old, now, policy);
            break;
        case Event::OldNeutral:
            breaker = afterNeutral(breaker, old);
            break;
        case Event::ProbeSent:
            probe.beganAt = now;
            breaker = afterProbeSent(breaker);
            break;
        case Event::ProbeSuccess:
            breaker = afterSuccess(breaker, probe);
            break;
        case Event::ProbeFailure:
            breaker = afterFailure(breaker, probe, now, policy);
            break;
        case Event::ProbeNeutral:
            breaker = afterNeutral(breaker, probe);
            break;
        case Event::GoodTest:
            breaker = afterUserTest(breaker, true, now);
            break;
        case Event::BadTest:
            breaker = afterUserTest(breaker, false, now);
            break;
        case Event::Second:
            clock.advance(1s);
            break;
        case Event::AlmostMinute:
            clock.advance(59s);
            break;
        }
    }
};

using Events = std::vector<Event>;

const Events opened{Event::Failure, Event::Failure, Event::Failure};

Events joined(Events first, const Events &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

Q_DECLARE_METATYPE(Events)

class TestCircuitBreaker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheStateMachine_data();
    void followsTheStateMachine();
    void opensAtTheThreshold_data();
    void opensAtTheThreshold();
    void isHalfOpenFromTheResetTimeOn_data();
    void isHalfOpenFromTheResetTimeOn();
    void ignoresAProbeOfAnEarlierOpening_data();
    void ignoresAProbeOfAnEarlierOpening();
    void namesStates();
};

void TestCircuitBreaker::followsTheStateMachine_data()
{
    using enum Event;
    QTest::addColumn<Events>("events");
    QTest::addColumn<std::string>("expected");

    const auto row = [](const char *name, const Events &events, const char *expected) {
        QTest::newRow(name) << events << std::string(expected);
    };
    const Events due = joined(opened, {AlmostMinute, Second});
    const Events probing = joined(due, {ProbeSent});
    const auto openedAnd = [](const Events &events) { return joined(opened, events); };
    const auto dueAnd = [&due](const Events &events) { return joined(due, events); };
    const auto probingAnd = [&probing](const Events &events) { return joined(probing, events); };

    row("new", {}, "closed 0 admitted");
    row("closed: one failure", {Failure}, "closed 1 admitted");
    row("closed: two failures", {Failure, Failure}, "closed 2 admitted");
    row("closed: three failures in a row open it", opened, "open 3 refused retry 60");
    row("closed: a success ends the row", {Failure, Failure, Success}, "closed 0 admitted");
    row("closed: the row begins anew after a success",
        {Failure, Failure, Success, Failure, Failure}, "closed 2 admitted");
    row("closed: a neutral end does not reset the row", {Failure, Failure, Neutral},
        "closed 2 admitted");
    row("closed: a neutral end does not count", {Neutral, Neutral, Neutral, Neutral},
        "closed 0 admitted");
    row("closed: neutral ends within the row", {Failure, Neutral, Failure, Neutral, Failure},
        "open 3 refused retry 60");
    row("closed: time does not end the row",
        {Failure, Failure, AlmostMinute, AlmostMinute, Failure}, "open 3 refused retry 178");
    row("closed: a bad test is no request", {Failure, Failure, BadTest}, "closed 2 admitted");
    row("closed: a good test is no request", {Failure, Failure, GoodTest}, "closed 2 admitted");

    row("open: a success from before does not close it", openedAnd({OldSuccess}),
        "open 3 refused retry 60");
    row("open: a failure from before changes nothing", openedAnd({Second, OldFailure}),
        "open 3 refused retry 60");
    row("open: a neutral end from before changes nothing", openedAnd({OldNeutral}),
        "open 3 refused retry 60");
    row("open: a second before its time", openedAnd({AlmostMinute}), "open 3 refused retry 60");
    row("open: a good test closes it", openedAnd({Second, GoodTest}), "closed 0 admitted");
    row("open: a bad test opens it anew", openedAnd({Second, BadTest}), "open 4 refused retry 61");

    row("half-open: one request passes", due, "half_open 3 probe");
    row("half-open: it waits for a request as long as it takes",
        dueAnd({AlmostMinute, AlmostMinute}), "half_open 3 probe");
    row("half-open: a success from before does not close it", dueAnd({OldSuccess}),
        "half_open 3 probe");
    row("half-open: a failure from before does not open it", dueAnd({OldFailure}),
        "half_open 3 probe");
    row("half-open: a neutral end from before changes nothing", dueAnd({OldNeutral}),
        "half_open 3 probe");
    row("half-open: a good test closes it", dueAnd({GoodTest}), "closed 0 admitted");
    row("half-open: a bad test opens it", dueAnd({BadTest}), "open 4 refused retry 120");

    row("probe out: the others are refused", probing, "half_open 3 refused");
    row("probe out: the others are refused for as long as it takes",
        probingAnd({AlmostMinute, AlmostMinute}), "half_open 3 refused");
    row("probe out: its success closes", probingAnd({Second, ProbeSuccess}), "closed 0 admitted");
    row("probe out: its failure opens at once", probingAnd({Second, ProbeFailure}),
        "open 4 refused retry 121");
    row("probe out: a neutral end gives its place back", probingAnd({ProbeNeutral}),
        "half_open 3 probe");
    row("probe out: the place can be given again", probingAnd({ProbeNeutral, ProbeSent}),
        "half_open 3 refused");
    row("probe out: a success from before does not close it", probingAnd({OldSuccess}),
        "half_open 3 refused");
    row("probe out: a failure from before does not open it", probingAnd({OldFailure}),
        "half_open 3 refused");
    row("probe out: a neutral end from before does not give the place back",
        probingAnd({OldNeutral}), "half_open 3 refused");
    row("probe out: a good test closes it", probingAnd({Second, GoodTest}), "closed 0 admitted");
    row("probe out: a bad test opens it", probingAnd({Second, BadTest}),
        "open 4 refused retry 121");

    row("closed again: the full row counts", probingAnd({ProbeSuccess, Failure, Failure}),
        "closed 2 admitted");
    row("closed again: the full row opens", probingAnd({ProbeSuccess, Failure, Failure, Failure}),
        "open 3 refused retry 120");
    row("open again: the full time counts", probingAnd({ProbeFailure, AlmostMinute}),
        "open 4 refused retry 120");
    row("open again: half-open after the full time",
        probingAnd({ProbeFailure, AlmostMinute, Second}), "half_open 4 probe");
    row("open after a bad test: half-open after the full time",
        openedAnd({Second, BadTest, AlmostMinute, Second}), "half_open 4 probe");
}

void TestCircuitBreaker::followsTheStateMachine()
{
    QFETCH(Events, events);
    QFETCH(std::string, expected);

    Story story;
    story.run(events);
    QCOMPARE(describe(story.breaker, story.clock.now(), story.start), expected);
}

void TestCircuitBreaker::opensAtTheThreshold_data()
{
    QTest::addColumn<int>("threshold");

    for (const int threshold : {1, 2, 3, 10, 1000})
        QTest::addRow("%d", threshold) << threshold;
}

void TestCircuitBreaker::opensAtTheThreshold()
{
    QFETCH(int, threshold);

    const ManualClock clock;
    const BreakerPolicy own{.failureThreshold = threshold};
    Breaker breaker;
    int failures = 0;
    while (!breaker.isOpen && failures < 2000) {
        breaker = afterFailure(breaker, {.beganAt = clock.now()}, clock.now(), own);
        ++failures;
    }
    QCOMPARE(failures, threshold);
}

void TestCircuitBreaker::isHalfOpenFromTheResetTimeOn_data()
{
    QTest::addColumn<int>("resetMs");
    QTest::addColumn<int>("passedMs");
    QTest::addColumn<bool>("isHalfOpen");

    QTest::newRow("shortest, before") << 100 << 99 << false;
    QTest::newRow("shortest, at its end") << 100 << 100 << true;
    QTest::newRow("minute, before") << 60000 << 59999 << false;
    QTest::newRow("minute, at its end") << 60000 << 60000 << true;
    QTest::newRow("longest, before") << 86400000 << 86399999 << false;
    QTest::newRow("longest, at its end") << 86400000 << 86400000 << true;
}

void TestCircuitBreaker::isHalfOpenFromTheResetTimeOn()
{
    QFETCH(int, resetMs);
    QFETCH(int, passedMs);
    QFETCH(bool, isHalfOpen);

    const ManualClock clock;
    const BreakerPolicy own{.failureThreshold = 1,
                            .resetTimeout = std::chrono::milliseconds(resetMs)};
    const Breaker breaker = afterFailure({}, {.beganAt = clock.now()}, clock.now(), own);
    const TimePoint now = clock.now() + std::chrono::milliseconds(passedMs);
    QCOMPARE(stateOf(breaker, now, own), isHalfOpen ? BreakerState::HalfOpen : BreakerState::Open);
    QCOMPARE(admission(breaker, now, own),
             isHalfOpen ? Admission::AdmittedAsProbe : Admission::Refused);
    QCOMPARE(retryAt(breaker, now, own).has_value(), !isHalfOpen);
}

void TestCircuitBreaker::ignoresAProbeOfAnEarlierOpening_data()
{
    using enum Event;
    QTest::addColumn<Events>("between");
    QTest::addColumn<Events>("end");
    QTest::addColumn<std::string>("expected");

    const Events reopened = joined({Second, GoodTest}, opened);
    const Events due = joined(reopened, {AlmostMinute, Second});
    QTest::newRow("its success does not close")
        << reopened << Events{ProbeSuccess} << std::string("open 3 refused retry 121");
    QTest::newRow("its failure does not count")
        << reopened << Events{Second, ProbeFailure} << std::string("open 3 refused retry 121");
    QTest::newRow("its success does not close what is half-open")
        << due << Events{ProbeSuccess} << std::string("half_open 3 probe");
    QTest::newRow("its end gives no place back that is another's")
        << joined(due, {Event::ProbeSent}) << Events{ProbeNeutral}
        << std::string("half_open 3 refused");
    QTest::newRow("after a bad test its success does not close")
        << Events{Second, BadTest, Second} << Events{ProbeSuccess}
        << std::string("open 4 refused retry 121");
    QTest::newRow("after a bad test its failure does not lengthen the time")
        << Events{Second, BadTest, Second} << Events{ProbeFailure}
        << std::string("open 4 refused retry 121");
}

void TestCircuitBreaker::ignoresAProbeOfAnEarlierOpening()
{
    QFETCH(Events, between);
    QFETCH(Events, end);
    QFETCH(std::string, expected);

    Story story;
    story.run(opened);
    story.run({Event::AlmostMinute, Event::Second, Event::ProbeSent});
    const BreakerAttempt earlier = story.probe;
    story.run(between);
    story.probe = earlier;
    story.run(end);
    QCOMPARE(describe(story.breaker, story.clock.now(), story.start), expected);
}

void TestCircuitBreaker::namesStates()
{
    QCOMPARE(toText(BreakerState::Closed), std::string_view("closed"));
    QCOMPARE(toText(BreakerState::Open), std::string_view("open"));
    QCOMPARE(toText(BreakerState::HalfOpen), std::string_view("half_open"));
}

QTEST_APPLESS_MAIN(TestCircuitBreaker)
#include "tst_circuit_breaker.moc"

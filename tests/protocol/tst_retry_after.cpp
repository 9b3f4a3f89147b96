// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/retry_after.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;
using std::chrono::seconds;

using MaybeSeconds = std::optional<std::int64_t>;

class TestRetryAfter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void roundsUp();
};

namespace {

// Sun, 06 Nov 1994 08:49:37 GMT
constexpr seconds nowSinceEpoch{784111777};

MaybeSeconds waitFrom(const std::string &text, WallTime now = WallTime{nowSinceEpoch})
{
    const auto wait = retryAfterFromText(text, now);
    return wait ? MaybeSeconds(wait->count()) : std::nullopt;
}

} // namespace

void TestRetryAfter::reads_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<MaybeSeconds>("wait");

    const auto row = [](const std::string &text, MaybeSeconds wait) {
        QTest::newRow(text.empty() ? "nothing" : text.c_str()) << text << wait;
    };
    row("0", 0);
    row("30", 30);
    row("007", 7);
    row("86400", 86400);
    row("86401", 86400);
    row("99999999999999999999999999", 86400);
    row("Sun, 06 Nov 1994 08:49:37 GMT", 0);
    row("Sun, 06 Nov 1994 08:49:38 GMT", 1);
    row("Sun, 06 Nov 1994 09:49:37 GMT", 3600);
    row("Sun, 06 Nov 1994 08:49:36 GMT", 0);
    row("Mon, 07 Nov 1994 08:49:37 GMT", 86400);
    row("Tue, 08 Nov 1994 08:49:37 GMT", 86400);
    row("Fri, 31 Dec 9999 23:59:59 GMT", 86400);
    row("Sat, 01 Jan 0000 00:00:00 GMT", 0);
    row("Sun, 06 Nov 1994 08:49:60 GMT", 23);
    row("Sunday, 06-Nov-94 08:50:37 GMT", 60);
    row("Saturday, 06-Nov-44 08:50:37 GMT", 86400);
    row("Sunday, 06-Nov-45 08:50:37 GMT", 0);
    row("Sun Nov  6 08:50:37 1994", 60);
    row("Mon Nov 14 08:50:37 1994", 86400);

    for (const char *nonsense : {"",
                                 " ",
                                 "-1",
                                 "+1",
                                 "1.5",
                                 "1e3",
                                 "0x10",
                                 "30s",
                                 "30 ",
                                 " 30",
                                 "soon",
                                 "１",
                                 "Sun, 06 Nov 1994 08:49:37",
                                 "Sun, 06 Nov 1994 08:49:37 UTC",
                                 "Sun, 06 Nov 1994 08:49:37 GMT ",
                                 "sun, 06 Nov 1994 08:49:37 GMT",
                                 "Sun, 6 Nov 1994 08:49:37 GMT",
                                 "Sun, 06 nov 1994 08:49:37 GMT",
                                 "Sun, 31 Feb 1994 08:49:37 GMT",
                                 "Sun, 00 Nov 1994 08:49:37 GMT",
                                 "Sun, 06 Nov 94 08:49:37 GMT",
                                 "Sun, 06 Nov 1994 24:00:00 GMT",
                                 "Sun, 06 Nov 1994 08:60:37 GMT",
                                 "Sun, 06 Nov 1994 08:49:61 GMT",
                                 "Sun, 06 Nov 1994 8:49:37 GMT",
                                 "Sun 06 Nov 1994 08:49:37 GMT",
                                 "Sunday, 06-Nov-1994 08:49:37 GMT",
                                 "Sun, 06-Nov-94 08:49:37 GMT",
                                 "Sun Nov 6 08:49:37 1994",
                                 "Sun Nov  6 08:49:37 1994 GMT",
                                 "1994-11-06T08:49:37Z"}) {
        row(nonsense, std::nullopt);
    }
}

void TestRetryAfter::reads()
{
    QFETCH(std::string, text);
    QFETCH(MaybeSeconds, wait);
    QCOMPARE(waitFrom(text), wait);
}

void TestRetryAfter::roundsUp()
{
    const WallTime now = WallTime{nowSinceEpoch} + std::chrono::milliseconds(1);
    QCOMPARE(waitFrom("Sun, 06 Nov 1994 08:49:47 GMT", now), MaybeSeconds(10));
    QCOMPARE(waitFrom("10", now), MaybeSeconds(10));
}

QTEST_APPLESS_MAIN(TestRetryAfter)
#include "tst_retry_after.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/peer_probe.h"

#include <QTest>

using namespace homeward::http;

Q_DECLARE_METATYPE(homeward::http::AwaitedAnswer)
Q_DECLARE_METATYPE(homeward::http::PeerProbe)

class TestPeerProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void probes_data();
    void probes();
    void neverMakesASizeTooLong();
};

void TestPeerProbe::probes_data()
{
    QTest::addColumn<AwaitedAnswer>("answer");
    QTest::addColumn<PeerProbe>("probe");
    const auto row = [](const char *name, const AwaitedAnswer &answer, PeerProbe probe) {
        QTest::newRow(name) << answer << probe;
    };
    using enum AnswerFraming;
    row("before the head", {}, PeerProbe::InterimAnswer);
    row("before the head, again", {.probeCount = 600}, PeerProbe::InterimAnswer);
    row("behind an earlier answer", {.isOutputWaiting = true}, PeerProbe::None);
    row("HTTP/1.0 before the head", {.minorVersion = 0}, PeerProbe::None);
    row("HTTP/1.0 before the head, again", {.minorVersion = 0, .probeCount = 1}, PeerProbe::GiveUp);
    row("HTTP/1.0 behind an earlier answer",
        {.minorVersion = 0, .isOutputWaiting = true, .probeCount = 1}, PeerProbe::None);
    row("HTTP/1.0 under way", {.minorVersion = 0, .framing = Close}, PeerProbe::None);
    row("HTTP/1.0 under way, again", {.minorVersion = 0, .framing = Close, .probeCount = 1},
        PeerProbe::GiveUp);
    row("HTTP/1.0 under way, stayed",
        {.minorVersion = 0, .framing = Close, .probeCount = 1, .hasStayed = true}, PeerProbe::None);
    row("in chunks", {.framing = Chunked}, PeerProbe::ChunkSizeZero);
    row("in chunks, again", {.framing = Chunked, .probeCount = 7}, PeerProbe::ChunkSizeZero);
    row("in chunks, once too often", {.framing = Chunked, .probeCount = 8, .hasStayed = true},
        PeerProbe::None);
    row("in chunks that wait", {.framing = Chunked, .isOutputWaiting = true}, PeerProbe::None);
    row("with a length", {.framing = Length}, PeerProbe::None);
    row("with a length, again", {.framing = Length, .probeCount = 1}, PeerProbe::GiveUp);
    row("with a length, stayed", {.framing = Length, .probeCount = 600, .hasStayed = true},
        PeerProbe::None);
    row("with a length that waits", {.framing = Length, .isOutputWaiting = true, .probeCount = 1},
        PeerProbe::None);
    row("without a body", {.framing = NoBody}, PeerProbe::None);
}

void TestPeerProbe::probes()
{
    QFETCH(AwaitedAnswer, answer);
    QFETCH(PeerProbe, probe);
    QCOMPARE(probeFor(answer), probe);
}

void TestPeerProbe::neverMakesASizeTooLong()
{
    unsigned zeros = 0;
    for (unsigned count = 0; count < 1000; ++count) {
        if (probeFor({.framing = AnswerFraming::Chunked, .probeCount = count, .hasStayed = true})
            == PeerProbe::ChunkSizeZero)
            zeros += 1;
    }
    QCOMPARE(zeros, 8U);
}

QTEST_GUILESS_MAIN(TestPeerProbe)
#include "tst_peer_probe.moc"

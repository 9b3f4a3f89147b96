// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "stream_pair.h"

#include <string>

#include <sys/socket.h>

using namespace homeward;
using namespace homeward::net;

Q_DECLARE_METATYPE(homeward::net::StreamPair::Kind)

/// What every kind of stream must do, over real connections.
class TestByteStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void carriesBytesBothWays();
    void sharesBodies();
    void tellsThatItIsDrained();
    void keepsWhatThePeerDoesNotTake();
    void readsNothingWhilePaused();
    void tellsOfALeavingPeerWhilePaused();
    void tellsOfABreakBehindTheEnd_data();
    void tellsOfABreakBehindTheEnd();
    void readsEverythingBeforeTheEnd();
    void tellsOfAReset();
    void tellsOfAFailedWriteAtTheReadingSide();
    void sendsEverythingBeforeItFinishes();
    void staysReadableOnceFinished();
    void isSilentOnceAborted();
    void mayBeDestroyedFromInside_data();
    void mayBeDestroyedFromInside();
    void knowsABrokenTlsConnection();

private:
    bool isPlain() const { return m_kind == Kind::Tcp || m_kind == Kind::TcpByNotifiers; }
    /// Qt calls a reset a closing by the peer; with TLS the notification is missing.
    StreamEnd resetEnd() const
    {
        switch (m_kind) {
        case Kind::Tcp:
        case Kind::TcpByNotifiers:
            return StreamEnd::Reset;
        case Kind::QtSocket:
            return StreamEnd::PeerClosed;
        case Kind::Tls:
            return StreamEnd::TlsBroken;
        }
        return StreamEnd::Reset;
    }
    /// Lets everything happen that is due: bytes go there and back.
    void settle()
    {
        StreamPair other(m_kind);
        RecordingObserver near(*other.poller, *other.near);
        RecordingObserver far(*other.poller, *other.far);
        for (std::size_t round = 1; round < 4; ++round) {
            other.near->write("x");
            QTRY_COMPARE(far.received.size(), round);
            other.far->write("x");
            QTRY_COMPARE(near.received.size(), round);
        }
    }

    using Kind = StreamPair::Kind;
    Kind m_kind = Kind::Tcp;
    std::unique_ptr<StreamPair> m_pair;
};

namespace {

std::string pattern(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = char(i * 7 + i / 251);
    return bytes;
}

/// More than the buffers of both sides take.
constexpr std::size_t large = std::size_t(32) << 20;

const std::string &largePattern()
{
    static const std::string bytes = pattern(large);
    return bytes;
}

} // namespace

void TestByteStream::initTestCase_data()
{
    QTest::addColumn<Kind>("kind");

    QTest::newRow("tcp") << Kind::Tcp;
    QTest::newRow("tcp by notifiers") << Kind::TcpByNotifiers;
    QTest::newRow("a socket of Qt's") << Kind::QtSocket;
    QTest::newRow("tls") << Kind::Tls;
}

void TestByteStream::init()
{
    QFETCH_GLOBAL(Kind, kind);
    m_kind = kind;
    m_pair = std::make_unique<StreamPair>(kind);
    QVERIFY(m_pair->near && m_pair->far);
}

void TestByteStream::carriesBytesBothWays()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    near.readLimit = 1000;
    const std::string bytes = pattern(std::size_t(1) << 20);
    m_pair->near->write(bytes.substr(0, 10), bytes.substr(10));
    m_pair->far->write(std::string(), bytes);
    QTRY_COMPARE(far.received.size(), bytes.size());
    QTRY_COMPARE(near.received.size(), bytes.size());
    QVERIFY(far.received == bytes && near.received == bytes);
    QVERIFY(!near.end && !far.end);
}

void TestByteStream::sharesBodies()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    const auto body = std::make_shared<const std::string>(largePattern());
    m_pair->near->writeShared("head", body);
    // It is held, and not copied, until it is sent.
    QVERIFY(body.use_count() > 1);
    m_pair->near->write("tail");
    QTRY_COMPARE_WITH_TIMEOUT(far.received.size(), body->size() + 8, 20000);
    QVERIFY(far.received == "head" + *body + "tail");
    QTRY_COMPARE(body.use_count(), 1);
}

void TestByteStream::tellsThatItIsDrained()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->write(largePattern());
    QVERIFY(m_pair->near->pendingOutput() > 0);
    QCOMPARE(near.drainedCount, 0);
    QTRY_COMPARE_WITH_TIMEOUT(near.drainedCount, 1, 20000);
    QVERIFY(near.isDrainedEmpty);
    QTRY_COMPARE(far.received.size(), large);
    settle();
    QCOMPARE(near.drainedCount, 1);
}

void TestByteStream::keepsWhatThePeerDoesNotTake()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    m_pair->far->setReading(false);
    m_pair->near->write(largePattern());
    settle();
    QVERIFY(m_pair->near->pendingOutput() > large / 4);
    QCOMPARE(near.drainedCount, 0);
}

void TestByteStream::readsNothingWhilePaused()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->setReading(false);
    m_pair->far->write(largePattern());
    settle();
    QCOMPARE(near.readableCount, 0);
    QCOMPARE(near.hungUpCount, 0);
    QVERIFY(m_pair->far->pendingOutput() > large / 4);
    m_pair->near->setReading(true);
    QTRY_COMPARE_WITH_TIMEOUT(near.received.size(), large, 20000);
    QVERIFY(near.received == largePattern());
}

void TestByteStream::tellsOfALeavingPeerWhilePaused()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->setReading(false);
    m_pair->far->write("last words");
    m_pair->far->finishWriting();
    QTRY_COMPARE(near.hungUpCount, 1);
    settle();
    QCOMPARE(near.hungUpCount, 1);
    QCOMPARE(near.readableCount, 0);
    m_pair->near->setReading(true);
    QTRY_VERIFY(near.end);
    QCOMPARE(near.received, std::string("last words"));
    QVERIFY(near.end == StreamEnd::PeerClosed);
}

void TestByteStream::tellsOfABreakBehindTheEnd_data()
{
    QTest::addColumn<bool>("isReading");
    QTest::addColumn<bool>("isReset");
    QTest::newRow("end read, a write answered by a reset") << true << false;
    QTest::newRow("end read, a reset of the peer's") << true << true;
    QTest::newRow("paused, a write answered by a reset") << false << false;
    QTest::newRow("paused, a reset of the peer's") << false << true;
}

void TestByteStream::tellsOfABreakBehindTheEnd()
{
    if (!isPlain())
        QSKIP("Qt's sockets know no half-closed connection; the header says so");
    QFETCH(bool, isReading);
    QFETCH(bool, isReset);
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->setReading(isReading);
    m_pair->far->finishWriting();
    QTRY_VERIFY(near.end || near.hungUpCount == 1);
    m_pair->near->write("to one who only sends no more");
    QTRY_VERIFY(!far.received.empty());
    settle();
    QCOMPARE(near.brokeCount, 0);
    if (isReset) {
        m_pair->resetFar();
    } else {
        m_pair->far->abort();
        m_pair->near->write("to nobody");
    }
    QTRY_COMPARE(near.brokeCount, 1);
    // It is told once, and what is written now goes nowhere.
    m_pair->near->write("a");
    m_pair->near->write("b");
    settle();
    QCOMPARE(near.brokeCount, 1);
    QCOMPARE(near.hungUpCount, isReading ? 0 : 1);
    QCOMPARE(m_pair->near->pendingOutput(), std::size_t(0));
}

void TestByteStream::readsEverythingBeforeTheEnd()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    near.readLimit = 1000;
    const std::string bytes = pattern(300 * 1000);
    m_pair->far->write(bytes);
    m_pair->far->finishWriting();
    QTRY_VERIFY(near.end);
    QVERIFY(near.end == StreamEnd::PeerClosed);
    QVERIFY(near.received == bytes);
    // The end is told once.
    const int count = near.readableCount;
    settle();
    QCOMPARE(near.readableCount, count);
}

void TestByteStream::tellsOfAReset()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    m_pair->resetFar();
    QTRY_VERIFY(near.end);
    QVERIFY(near.end == resetEnd());
}

void TestByteStream::tellsOfAFailedWriteAtTheReadingSide()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    m_pair->near->setReading(false);
    m_pair->resetFar();
    settle();
    // Nothing is told from inside write(), however hopeless it is.
    const int before = near.readableCount + near.drainedCount + near.hungUpCount;
    m_pair->near->write("a");
    m_pair->near->write("b");
    QCOMPARE(near.readableCount + near.drainedCount + near.hungUpCount, before);
    QCOMPARE(m_pair->near->pendingOutput(), std::size_t(0));
    m_pair->near->setReading(true);
    QTRY_VERIFY(near.end);
    QVERIFY(near.end == resetEnd());
}

void TestByteStream::sendsEverythingBeforeItFinishes()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->write(largePattern());
    m_pair->near->finishWriting();
    QTRY_VERIFY_WITH_TIMEOUT(far.end, 20000);
    QVERIFY(far.end == StreamEnd::PeerClosed);
    QVERIFY(far.received == largePattern());
}

void TestByteStream::staysReadableOnceFinished()
{
    if (!isPlain())
        QSKIP("Qt's sockets know no half-closed connection; the header says so");
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->finishWriting();
    QTRY_VERIFY(far.end);
    m_pair->far->write("an answer");
    QTRY_COMPARE(near.received, std::string("an answer"));
    QVERIFY(!near.end);
    m_pair->far->finishWriting();
    QTRY_VERIFY(near.end);
    QVERIFY(near.end == StreamEnd::PeerClosed);
}

void TestByteStream::isSilentOnceAborted()
{
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->near->write(largePattern());
    m_pair->far->write("unread");
    m_pair->near->abort();
    QCOMPARE(m_pair->near->pendingOutput(), std::size_t(0));
    QTRY_VERIFY(far.end);
    settle();
    QCOMPARE(near.readableCount + near.drainedCount + near.hungUpCount, 0);
    // All that is left to do is nothing.
    m_pair->near->write("x");
    m_pair->near->setReading(false);
    m_pair->near->setReading(true);
    m_pair->near->finishWriting();
    m_pair->near->abort();
    char byte = 0;
    QCOMPARE(m_pair->near->read(&byte, 1), std::size_t(0));
}

void TestByteStream::mayBeDestroyedFromInside_data()
{
    QTest::addColumn<std::string>("event");

    QTest::newRow("readable") << std::string("readable");
    QTest::newRow("drained") << std::string("drained");
    QTest::newRow("hung up") << std::string("hung up");
}

void TestByteStream::mayBeDestroyedFromInside()
{
    QFETCH(std::string, event);

    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    int laterCalls = 0;
    near.react = [&](std::string_view told) {
        laterCalls += m_pair->near ? 0 : 1;
        if (told == event)
            m_pair->near.reset();
    };
    if (event == "drained")
        m_pair->near->write(largePattern());
    m_pair->near->setReading(event == "readable");
    m_pair->far->write("bytes");
    if (event == "hung up")
        m_pair->far->finishWriting();
    QTRY_VERIFY_WITH_TIMEOUT(!m_pair->near, 20000);
    settle();
    QCOMPARE(laterCalls, 0);
}

/// RFC 8446, section 6.1: an end without a notification may be an attack.
void TestByteStream::knowsABrokenTlsConnection()
{
    if (m_kind != Kind::Tls)
        QSKIP("only TLS can tell");
    RecordingObserver near(*m_pair->poller, *m_pair->near);
    RecordingObserver far(*m_pair->poller, *m_pair->far);
    m_pair->far->write("half of the tr");
    QTRY_VERIFY(!near.received.empty());
    ::shutdown(m_pair->farDescriptor, SHUT_RDWR);
    QTRY_VERIFY(near.end);
    QVERIFY(near.end == StreamEnd::TlsBroken);
    QCOMPARE(near.received, std::string("half of the tr"));
}

QTEST_GUILESS_MAIN(TestByteStream)
#include "tst_byte_stream.moc"

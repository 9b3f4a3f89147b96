// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/body_buffer.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

using namespace homeward;
using namespace homeward::http;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t mebibyte = std::size_t(1) << 20;

/// A body of so many bytes, put in by pieces of this size, half of them without a copy.
void fill(BodyBuffer &buffer, std::size_t size, std::size_t piece, std::string &expected)
{
    std::mt19937 random(7);
    while (buffer.size() < size) {
        const std::string bytes(std::min(piece, size - buffer.size()), char(random()));
        if (random() % 2 == 0) {
            buffer.append(bytes);
        } else {
            const std::span<char> room = buffer.room(bytes.size());
            std::copy(bytes.begin(), bytes.end(), room.begin());
            buffer.commit(bytes.size());
        }
        expected += bytes;
    }
}

} // namespace

class TestBodyBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatWasPutIn_data();
    void keepsWhatWasPutIn();
    void takesLittleMoreThanTheBody_data();
    void takesLittleMoreThanTheBody();
    void growsWithWhatCame();
    void keepsLargeBuffersForAMoment();
    void keepsNoMoreThanItsTotal();
    void keepsNothingOfSmallBodies();
    void buffersOutliveTheStore();

private:
    ManualClock m_clock;
    net::DeadlineQueue m_deadlines{m_clock};
};

void TestBodyBuffer::keepsWhatWasPutIn_data()
{
    QTest::addColumn<quint64>("size");
    QTest::addColumn<quint64>("piece");
    QTest::addColumn<quint64>("announced");
    QTest::newRow("small") << quint64(1024) << quint64(1024) << quint64(1024);
    QTest::newRow("byte by byte") << quint64(5000) << quint64(1) << quint64(5000);
    QTest::newRow("chunks, small") << quint64(5000) << quint64(700) << quint64(0);
    QTest::newRow("over the bound to pages")
        << quint64(300000) << quint64(65536) << quint64(300000);
    QTest::newRow("chunks, large") << quint64(3 * mebibyte + 1) << quint64(65536) << quint64(0);
    QTest::newRow("25 MB") << quint64(25000000) << quint64(524288) << quint64(25000000);
    QTest::newRow("more than announced") << quint64(400000) << quint64(65536) << quint64(1000);
}

void TestBodyBuffer::keepsWhatWasPutIn()
{
    QFETCH(quint64, size);
    QFETCH(quint64, piece);
    QFETCH(quint64, announced);
    BodyBuffer buffer;
    std::string expected;
    buffer.expect(announced);
    fill(buffer, size, piece, expected);
    QVERIFY(buffer.bytes() == expected);
    // Once more in the same memory.
    buffer.clear();
    expected.clear();
    fill(buffer, size / 2 + 1, piece, expected);
    QVERIFY(buffer.bytes() == expected);
}

void TestBodyBuffer::takesLittleMoreThanTheBody_data()
{
    QTest::addColumn<quint64>("size");
    QTest::newRow("1 KB") << quint64(1024);
    QTest::newRow("300 KB") << quint64(300000);
    QTest::newRow("5 MB") << quint64(5000000);
    QTest::newRow("25 MB") << quint64(25000000);
    QTest::newRow("64 MiB") << quint64(64 * mebibyte);
}

void TestBodyBuffer::takesLittleMoreThanTheBody()
{
    QFETCH(quint64, size);
    BodyBuffer buffer;
    std::string expected;
    buffer.expect(size);
    fill(buffer, size, 65536, expected);
    QVERIFY(double(buffer.capacity()) <= 1.2 * double(size));
}

void TestBodyBuffer::growsWithWhatCame()
{
    BodyBuffer buffer;
    buffer.expect(64 * mebibyte);
    QCOMPARE(buffer.capacity(), std::size_t(0));
    buffer.append(std::string(1000, 'x'));
    QVERIFY(buffer.capacity() <= 2000);
    buffer.append(std::string(mebibyte, 'x'));
    QVERIFY(buffer.capacity() <= 3 * mebibyte);
}

void TestBodyBuffer::keepsLargeBuffersForAMoment()
{
    BodyStore store(m_deadlines);
    auto first = store.take(mebibyte);
    first->append(std::string(mebibyte, 'x'));
    const std::size_t capacity = first->capacity();
    first.reset();
    QCOMPARE(store.keptBytes(), capacity);
    auto second = store.take(mebibyte);
    QCOMPARE(second->capacity(), capacity);
    QCOMPARE(second->size(), std::size_t(0));
    QCOMPARE(store.keptBytes(), std::size_t(0));
    second.reset();
    m_clock.advance(BodyStore::keptTime + 1ms);
    m_deadlines.runDue();
    QCOMPARE(store.keptBytes(), std::size_t(0));
}

void TestBodyBuffer::keepsNoMoreThanItsTotal()
{
    BodyStore store(m_deadlines);
    std::vector<std::shared_ptr<BodyBuffer>> buffers;
    for (int i = 0; i < 5; ++i) {
        buffers.push_back(store.take(20 * mebibyte));
        buffers.back()->expect(20 * mebibyte);
        buffers.back()->room(20 * mebibyte);
    }
    buffers.clear();
    QCOMPARE(store.keptBytes(), 60 * mebibyte);
}

void TestBodyBuffer::keepsNothingOfSmallBodies()
{
    BodyStore store(m_deadlines);
    for (const std::size_t announced : {std::size_t(100), std::size_t(0)}) {
        auto buffer = store.take(announced);
        buffer->append("hello");
        buffer.reset();
        QCOMPARE(store.keptBytes(), std::size_t(0));
    }
}

void TestBodyBuffer::buffersOutliveTheStore()
{
    auto store = std::make_unique<BodyStore>(m_deadlines);
    const auto buffer = store->take(mebibyte);
    buffer->append(std::string(mebibyte, 'x'));
    store.reset();
    QCOMPARE(buffer->bytes().back(), 'x');
}

QTEST_GUILESS_MAIN(TestBodyBuffer)
#include "tst_body_buffer.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/utf8.h"

#include <QTest>

using namespace homeward::protocol;
using namespace std::string_literals;

class TestUtf8 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryCodePoint();
    void refuses_data();
    void refuses();
    void agreesByteByByte();
};

namespace {

/// The same verdict from the reader that takes single bytes.
bool isUtf8ByteByByte(std::string_view text)
{
    Utf8Sequence sequence;
    bool isInside = false;
    for (const char c : text) {
        if (isInside) {
            if (!sequence.proceed(c))
                return false;
            isInside = !sequence.isComplete();
        } else if (static_cast<unsigned char>(c) >= 0x80) {
            if (!sequence.begin(c))
                return false;
            isInside = true;
        }
    }
    return !isInside;
}

} // namespace

void TestUtf8::readsEveryCodePoint()
{
    for (char32_t codePoint = 0; codePoint <= 0x10ffff; ++codePoint) {
        if (codePoint >= 0xd800 && codePoint <= 0xdfff)
            continue;
        std::string text;
        appendUtf8(text, codePoint);
        const bool isRead = utf8SequenceLength(text) == text.size()
            && codePointAtFront(text) == codePoint && isUtf8ByteByByte(text);
        if (!isRead)
            QCOMPARE(text, "U+" + std::to_string(codePoint));
    }
}

void TestUtf8::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("continuation alone") << "\x80"s;
    QTest::newRow("the last continuation alone") << "\xbf"s;
    QTest::newRow("overlong NUL") << "\xc0\x80"s;
    QTest::newRow("overlong in two") << "\xc1\xbf"s;
    QTest::newRow("overlong in three") << "\xe0\x9f\xbf"s;
    QTest::newRow("overlong in four") << "\xf0\x8f\xbf\xbf"s;
    QTest::newRow("first surrogate") << "\xed\xa0\x80"s;
    QTest::newRow("last surrogate") << "\xed\xbf\xbf"s;
    QTest::newRow("beyond Unicode") << "\xf4\x90\x80\x80"s;
    QTest::newRow("five bytes") << "\xf8\x88\x80\x80\x80"s;
    QTest::newRow("FE") << "\xfe"s;
    QTest::newRow("FF") << "\xff"s;
    QTest::newRow("cut after one of two") << "\xc3"s;
    QTest::newRow("cut after two of three") << "\xe4\xb8"s;
    QTest::newRow("cut after three of four") << "\xf0\x9f\x98"s;
    QTest::newRow("ASCII inside") << "\xe4x\xb8"s;
    QTest::newRow("another lead inside") << "\xe4\xb8\xe4\xb8\xad"s;
}

void TestUtf8::refuses()
{
    QFETCH(std::string, text);
    QVERIFY(!isUtf8(text));
    QVERIFY(!isUtf8("abc" + text + "abc"));
    QCOMPARE(utf8SequenceLength(text), std::size_t(0));
    QVERIFY(!isUtf8ByteByByte(text));
    QVERIFY(!isUtf8ByteByByte(text + "abc"));
}

// Every sequence of two bytes, and of three whose last one is at an end of its range.
void TestUtf8::agreesByteByByte()
{
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string two{char(first), char(second)};
            QCOMPARE(isUtf8(two), isUtf8ByteByByte(two));
            for (const char third : {'\x7f', '\x80', '\xbf', '\xc0'}) {
                QCOMPARE(isUtf8(two + third), isUtf8ByteByByte(two + third));
                QCOMPARE(isUtf8(two + third + '\x80'), isUtf8ByteByByte(two + third + '\x80'));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestUtf8)
#include "tst_utf8.moc"

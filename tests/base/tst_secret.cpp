// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secret.h"

#include <QDebug>
#include <QTest>

#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

using namespace homeward;

namespace {

template <typename Stream, typename Value>
concept CanWrite = requires(Stream &stream, const Value &value)
{
    stream << value;
};

// What would let a key slip into a text must not compile.
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_convertible_v<Secret, std::string_view>);
static_assert(!std::is_convertible_v<Secret, const char *>);
static_assert(!std::is_convertible_v<Secret, bool>);
static_assert(!std::is_constructible_v<std::string, Secret>);
static_assert(!std::is_constructible_v<QString, Secret>);
static_assert(!std::is_constructible_v<QByteArray, Secret>);
static_assert(!CanWrite<std::ostream, Secret>);
static_assert(!CanWrite<QDebug, Secret>);
// Nor does any text become a secret unseen.
static_assert(!std::is_convertible_v<std::string, Secret>);

} // namespace

class TestSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void revealsItsBytes();
    void comparesBytes_data();
    void comparesBytes();
};

void TestSecret::revealsItsBytes()
{
    const std::string bytes("a\0\xff", 3);
    QCOMPARE(Secret(bytes).reveal(), bytes);
    QVERIFY(!Secret(bytes).isEmpty());
    QVERIFY(Secret().isEmpty());
    QVERIFY(Secret(std::string()).isEmpty());
}

void TestSecret::comparesBytes_data()
{
    QTest::addColumn<std::string>("first");
    QTest::addColumn<std::string>("second");
    QTest::addColumn<bool>("isEqual");

    QTest::newRow("equal") << std::string("key") << std::string("key") << true;
    QTest::newRow("empty") << std::string() << std::string() << true;
    QTest::newRow("case counts") << std::string("key") << std::string("Key") << false;
    QTest::newRow("longer") << std::string("key") << std::string("key1") << false;
    QTest::newRow("behind a NUL") << std::string("k\0a", 3) << std::string("k\0b", 3) << false;
}

void TestSecret::comparesBytes()
{
    QFETCH(std::string, first);
    QFETCH(std::string, second);
    QFETCH(bool, isEqual);

    QCOMPARE(Secret(first) == Secret(second), isEqual);
}

QTEST_APPLESS_MAIN(TestSecret)
#include "tst_secret.moc"

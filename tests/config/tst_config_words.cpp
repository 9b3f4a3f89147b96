// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/duration_text.h"
#include "config/environment_text.h"
#include "config/nearest_key.h"
#include "config/sha256_text.h"

#include <QTest>

#include <array>

using namespace homeward::config;

/// The small texts inside a configuration file: times, references, hashes, and misspelt keys.
class TestConfigWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTimes_data();
    void readsTimes();
    void roundsTimes();
    void replacesReferences_data();
    void replacesReferences();
    void refusesReferences_data();
    void refusesReferences();
    void findsNearestKey_data();
    void findsNearestKey();
    void readsHashes_data();
    void readsHashes();
};

void TestConfigWords::readsTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    /// -1 for what is no time.
    QTest::addColumn<double>("ofSeconds");
    QTest::addColumn<double>("ofMilliseconds");

    const auto row = [](const char *text, double ofSeconds, double ofMilliseconds) {
        QTest::newRow(*text == 0 ? "nothing" : text)
            << QByteArray(text) << ofSeconds << ofMilliseconds;
    };
    row("10s", 10000, 10000);
    row("500ms", 500, 500);
    row("1m", 60000, 60000);
    row("2h", 7200000, 7200000);
    row("0.5s", 500, 500);
    row(".5m", 30000, 30000);
    row("9", 9000, 9);
    row("0.25", 250, 0.25);
    row("1e1", 10000, 10);
    row("0", 0, 0);
    row("", -1, -1);
    row("s", -1, -1);
    row("ms", -1, -1);
    row("10 s", -1, -1);
    row("10S", -1, -1);
    row("10d", -1, -1);
    row("1m30s", -1, -1);
    row("0x10", -1, -1);
    row("1e999", -1, -1);
    row("1,5", -1, -1);
    row("nan", -1, -1);
    row("inf", -1, -1);
}

void TestConfigWords::readsTimes()
{
    QFETCH(QByteArray, text);
    QFETCH(double, ofSeconds);
    QFETCH(double, ofMilliseconds);

    const std::string bytes = text.toStdString();
    QCOMPARE(millisecondsFromText(bytes, DurationUnit::Seconds).value_or(-1.0), ofSeconds);
    QCOMPARE(millisecondsFromText(bytes, DurationUnit::Milliseconds).value_or(-1.0),
             ofMilliseconds);
}

void TestConfigWords::roundsTimes()
{
    QCOMPARE(wholeMilliseconds(0.0).count(), 0);
    // 0 would mean "no limit".
    QCOMPARE(wholeMilliseconds(0.001).count(), 1);
    QCOMPARE(wholeMilliseconds(1.5).count(), 2);
    QVERIFY(wholeMilliseconds(1e300).count() > 0);
}

namespace {

std::optional<std::string> variable(std::string_view name)
{
    if (name == "KEY")
        return "s3cret";
    if (name == "EMPTY")
        return "";
    if (name == "NESTED")
        return "${KEY}";
    if (name == "_A1")
        return "under";
    if (name == "LATIN")
        return "caf\xe9";
    return std::nullopt;
}

} // namespace

void TestConfigWords::replacesReferences_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expanded");
    QTest::addColumn<bool>("hasReference");

    const auto row = [](const char *text, const char *expanded, bool hasReference) {
        QTest::newRow(*text == 0 ? "nothing" : text)
            << QByteArray(text) << QByteArray(expanded) << hasReference;
    };
    row("", "", false);
    row("plain", "plain", false);
    row("${KEY}", "s3cret", true);
    row("a${KEY}b${_A1}c", "as3cretbunderc", true);
    row("${EMPTY}", "", true);
    row("${NESTED}", "${KEY}", true);
    row("$${KEY}", "${KEY}", false);
    row("$${KEY} ${KEY}", "${KEY} s3cret", true);
    row("$$${KEY}", "$${KEY}", false);
    row("$KEY $ $$ {KEY}", "$KEY $ $$ {KEY}", false);
    row("$", "$", false);
}

void TestConfigWords::replacesReferences()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expanded);
    QFETCH(bool, hasReference);

    const auto result = expandedText(text.toStdString(), variable);
    QVERIFY(result.problems.empty());
    QCOMPARE(QByteArray::fromStdString(result.text), expanded);
    QCOMPARE(result.hasReference, hasReference);
}

void TestConfigWords::refusesReferences_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problems");

    const auto row = [](const char *text, const char *problems) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(problems);
    };
    const char *noName = "has a ${...} that holds no variable's name; a literal ${ is written $${";
    row("${NOPE}", "needs the environment variable \"NOPE\", which is not set");
    row("${A} ${B}",
        "needs the environment variable \"A\", which is not set|"
        "needs the environment variable \"B\", which is not set");
    row("${LATIN}", "needs the environment variable \"LATIN\", which is not valid UTF-8");
    row("${}", noName);
    row("${hunter2 with spaces}", noName);
    row("${KEY", noName);
    row("${1A}", noName);
}

void TestConfigWords::refusesReferences()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problems);

    QByteArrayList found;
    for (const std::string &problem : expandedText(text.toStdString(), variable).problems)
        found.append(QByteArray::fromStdString(problem));
    QCOMPARE(found.join('|'), problems);
}

void TestConfigWords::findsNearestKey_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("nearest");

    const auto row = [](const char *key, const char *nearest) {
        QTest::newRow(*key == 0 ? "nothing" : key) << QByteArray(key) << QByteArray(nearest);
    };
    row("strategi", "strategy");
    row("stratgey", "strategy");
    row("Strategy", "strategy");
    row("failover-enabled", "failover_enabled");
    row("failoverEnabled", "failover_enabled");
    row("enable", "enabled");
    row("nonsense", "");
    row("", "");
    row("x", "");
}

void TestConfigWords::findsNearestKey()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, nearest);

    constexpr std::array<std::string_view, 3> known{"enabled", "strategy", "failover_enabled"};
    const auto found = nearestKey(key.toStdString(), known).value_or("");
    QCOMPARE(QByteArray(found.data(), qsizetype(found.size())), nearest);
}

void TestConfigWords::readsHashes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("digits");

    const QByteArray digits(64, 'a');
    QByteArrayList bytes;
    bytes.fill("AA", 32);
    QTest::newRow("lower case") << digits << digits;
    QTest::newRow("upper case") << digits.toUpper() << digits;
    QTest::newRow("with colons") << bytes.join(':') << digits;
    QTest::newRow("colons elsewhere") << "a:" + digits.mid(1) << QByteArray();
    QTest::newRow("a final colon") << bytes.join(':') + ':' << QByteArray();
    QTest::newRow("too short") << digits.mid(1) << QByteArray();
    QTest::newRow("too long") << digits + 'a' << QByteArray();
    QTest::newRow("no digit") << digits.mid(1) + 'g' << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestConfigWords::readsHashes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, digits);

    QCOMPARE(QByteArray::fromStdString(sha256FromText(text.toStdString()).value_or("")), digits);
}

QTEST_APPLESS_MAIN(TestConfigWords)
#include "tst_config_words.moc"

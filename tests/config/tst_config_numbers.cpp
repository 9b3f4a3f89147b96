// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config_problem_text.h"

#include <QTest>

using namespace homeward::config;

/// config.md, Ranges: which keys take whole numbers only, and which take fractions too.
class TestConfigNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesWholeNumbersOnly_data();
    void takesWholeNumbersOnly();
    void takesFractions_data();
    void takesFractions();
};

namespace {

void addTexts(std::initializer_list<const char *> texts)
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : texts)
        QTest::newRow(text) << QByteArray(text);
}

QByteArray problemsOf(QByteArray text, const QByteArray &value)
{
    return linesOf(readingOf(text.replace('#', value)).problems);
}

} // namespace

void TestConfigNumbers::takesWholeNumbersOnly_data()
{
    addTexts(
        {"server: { max_body_bytes: # }", "server: { max_connections: # }",
         "server: { max_connections_per_address: # }", "circuit_breaker: { failure_threshold: # }",
         "nodes: [ { base_url: 'http://a', priority: # } ]",
         "local_servers: { extra_ports: [ # ] }", "decisions: { keep: # }",
         "decisions: { days: # }", "api_keys: { keys: [ { id: a, key: k, rate_limit: # } ] }"});
}

void TestConfigNumbers::takesWholeNumbersOnly()
{
    QFETCH(QByteArray, text);

    const QByteArray good = text.contains("max_body_bytes") ? "4096" : "30";
    QCOMPARE(problemsOf(text, good), QByteArray());
    QCOMPARE(problemsOf(text, '+' + good), QByteArray());
    for (const QByteArray &value :
         {QByteArray("30.5"), good + ".0", good + "e0", QByteArray("'" + good + "'"),
          QByteArray("-1"), QByteArray("99999999999999999999"), QByteArray("-99999999999999999999"),
          QByteArray("1e400"), QByteArray(".inf"), QByteArray(".nan"), QByteArray("0x1E"),
          QByteArray("1_000"), QByteArray("many"), QByteArray("true"), QByteArray("{}"),
          QByteArray("9223372036854775808")}) {
        const QByteArray problems = problemsOf(text, value);
        QVERIFY2(problems.contains(" must be a whole number from "), value + ": " + problems);
    }
}

void TestConfigNumbers::takesFractions_data()
{
    addTexts({"load_balancing: { health_check_interval_s: # }",
              "circuit_breaker: { reset_timeout_s: # }", "timeouts: { connect_s: # }",
              "timeouts: { first_byte_s: # }", "timeouts: { idle_s: # }",
              "timeouts: { total_s: # }", "timeouts: { probe_s: # }",
              "model_list: { refresh_min_ms: # }"});
}

void TestConfigNumbers::takesFractions()
{
    QFETCH(QByteArray, text);

    for (const char *value : {"300", "300.5", "3e2", "300.0"})
        QCOMPARE(problemsOf(text, value), QByteArray());
    for (const char *value : {"-1", "86400001", "99999999999999999999", "1e400", ".inf", ".nan",
                              "0x1E", "many", "true", "{}"}) {
        const QByteArray problems = problemsOf(text, value);
        QVERIFY2(problems.contains(" must be a time of "), value + (": " + problems));
    }
}

QTEST_APPLESS_MAIN(TestConfigNumbers)
#include "tst_config_numbers.moc"

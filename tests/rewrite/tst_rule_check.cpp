// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rule_check.h"

#include "rules.h"

#include <QTest>

using namespace homeward;
using namespace homeward::rewrite;

class TestRuleCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatIsInTheWay_data();
    void tellsWhatIsInTheWay();
    void tellsWhyANameIsBad_data();
    void tellsWhyANameIsBad();
    void findsCycles_data();
    void findsCycles();
};

void TestRuleCheck::tellsWhatIsInTheWay_data()
{
    QTest::addColumn<QString>("saved");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("expected");

    QTest::newRow("first") << ""
                           << "a=>b"
                           << ""
                           << "";
    QTest::newRow("another source, same target") << "a=>m"
                                                 << "b=>m"
                                                 << ""
                                                 << "";
    QTest::newRow("taken") << "a=>m"
                           << "a=>n"
                           << ""
                           << "conflict source_model";
    QTest::newRow("taken by an inactive rule") << "!a=>m"
                                               << "a=>n"
                                               << ""
                                               << "conflict source_model";
    QTest::newRow("taken, and inactive itself") << "a=>m"
                                                << "!a=>n"
                                                << ""
                                                << "conflict source_model";
    QTest::newRow("its own source") << "a=>m"
                                    << "a=>n"
                                    << "1"
                                    << "";
    QTest::newRow("change to a taken source") << "a=>m b=>m"
                                              << "b=>m"
                                              << "1"
                                              << "conflict source_model";
    QTest::newRow("case counts") << "a=>m"
                                 << "A=>m"
                                 << ""
                                 << "";
    QTest::newRow("to itself") << ""
                               << "a=>a"
                               << ""
                               << "rewrite_cycle target_model a a";
    QTest::newRow("closes two") << "a=>b"
                                << "b=>a"
                                << ""
                                << "rewrite_cycle target_model b a b";
    QTest::newRow("closes three, by fallbacks too") << "a=>b b->c"
                                                    << "c->a"
                                                    << ""
                                                    << "rewrite_cycle target_model c a b c";
    QTest::newRow("inactive closes nothing") << "a=>b"
                                             << "!b=>a"
                                             << ""
                                             << "";
    QTest::newRow("an inactive link is none") << "!a=>b"
                                              << "b=>a"
                                              << ""
                                              << "";
    QTest::newRow("enabled") << "a=>b !b=>a"
                             << "b=>a"
                             << "2"
                             << "rewrite_cycle target_model b a b";
    QTest::newRow("changed target") << "a=>b b=>c"
                                    << "b=>a"
                                    << "2"
                                    << "rewrite_cycle target_model b a b";
    QTest::newRow("changed source, old link is gone") << "a=>b b=>c"
                                                      << "c=>b"
                                                      << "2"
                                                      << "";
    QTest::newRow("into a cycle of others") << "a=>b b=>a"
                                            << "c=>a"
                                            << ""
                                            << "";
    QTest::newRow("into another's own cycle") << "a=>a"
                                              << "c=>a"
                                              << ""
                                              << "";
    QTest::newRow("empty source") << ""
                                  << "=>b"
                                  << ""
                                  << "invalid_request source_model";
    QTest::newRow("empty target") << ""
                                  << "a=>"
                                  << ""
                                  << "invalid_request target_model";
}

void TestRuleCheck::tellsWhatIsInTheWay()
{
    QFETCH(QString, saved);
    QFETCH(QString, rule);
    QFETCH(QString, id);
    QFETCH(QString, expected);
    auto wanted = rulesFrom(rule.toStdString()).front();
    wanted.id = id.toStdString();
    wanted.sourceModel = ' ' + wanted.sourceModel;
    wanted.targetModel += "  ";

    const auto problem = ruleProblem(wanted, rulesFrom(saved.toStdString()));

    std::string found;
    if (problem) {
        found = std::string(nameOf(problem->error.kind)) + ' ' + problem->error.parameter;
        found += (problem->cycle.empty() ? "" : " ") + joined(problem->cycle);
    }
    QCOMPARE(QString::fromStdString(found), expected);
}

void TestRuleCheck::tellsWhyANameIsBad_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("message");

    const QString control = QStringLiteral("\"source_model\" must not have a control character");
    QTest::newRow("good") << QByteArray("org/m:7b q4 한") << "";
    QTest::newRow("1024 bytes") << QByteArray(1024, 'a') << "";
    QTest::newRow("space around it does not count") << QByteArray(1024, 'a') + "   "
                                                    << "";
    QTest::newRow("a letter that begins with C2 or ends in 80 to 9F")
        << QByteArray("\u00b5\u00df\u0440") << "";
    QTest::newRow("empty") << QByteArray() << "\"source_model\" must not be empty; name a model";
    QTest::newRow("only space") << QByteArray(" \t")
                                << "\"source_model\" must not be empty; name a model";
    QTest::newRow("too long") << QByteArray(1025, 'a')
                              << "\"source_model\" must not be longer than 1024 bytes";
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << control;
    QTest::newRow("line feed") << QByteArray("a\nb") << control;
    QTest::newRow("DEL") << QByteArray("a\x7f") << control;
    QTest::newRow("C1") << QByteArray("a\xc2\x85z") << control;
}

void TestRuleCheck::tellsWhyANameIsBad()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, message);

    const auto problem = ruleProblem({.sourceModel = name.toStdString(), .targetModel = "m"}, {});

    QCOMPARE(problem ? QString::fromStdString(problem->error.message) : QString(), message);
}

void TestRuleCheck::findsCycles_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("cycles");
    QTest::addColumn<QString>("names");

    QTest::newRow("no rules") << ""
                              << ""
                              << "";
    QTest::newRow("a chain") << "a=>b b=>c"
                             << ""
                             << "";
    QTest::newRow("two ways to one end") << "a=>c b=>c"
                                         << ""
                                         << "";
    QTest::newRow("itself") << "a->a"
                            << "a a"
                            << "a";
    QTest::newRow("two") << "a=>b b=>a"
                         << "a b a"
                         << "a b";
    QTest::newRow("from its first rule on") << "x=>c b=>a a=>c c=>b"
                                            << "b a c b"
                                            << "a b c";
    QTest::newRow("what leads into it is not on it") << "x=>y y=>a a=>a"
                                                     << "a a"
                                                     << "a";
    QTest::newRow("two cycles") << "a=>b c=>d b=>a d=>c"
                                << "a b a | c d c"
                                << "a b c d";
    QTest::newRow("inactive") << "a=>b !b=>a"
                              << ""
                              << "";
}

void TestRuleCheck::findsCycles()
{
    QFETCH(QString, rules);
    QFETCH(QString, cycles);
    QFETCH(QString, names);
    const RewriteTable table(rulesFrom(rules.toStdString()));

    std::string found;
    for (const Cycle &cycle : cyclesOf(table))
        found += (found.empty() ? "" : " | ") + joined(cycle);
    QCOMPARE(QString::fromStdString(found), cycles);
    QCOMPARE(namesOnCycles(table), nameSet(names.toStdString()));
    QCOMPARE(cycleText({"a", "b", "a"}), std::string("\"a\" -> \"b\" -> \"a\""));
}

QTEST_APPLESS_MAIN(TestRuleCheck)
#include "tst_rule_check.moc"

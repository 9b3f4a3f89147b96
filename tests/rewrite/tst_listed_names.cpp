// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/listed_names.h"

#include "rules.h"

#include <QTest>

#include <algorithm>

using namespace homeward;
using namespace homeward::rewrite;

class TestListedNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsWhatCanBeRequested_data();
    void listsWhatCanBeRequested();
    void looksEachNameUpOnce();
};

void TestListedNames::listsWhatCanBeRequested_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("served");
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("publications");
    QTest::addColumn<QString>("expected");

    QTest::newRow("nothing") << ""
                             << ""
                             << ""
                             << ""
                             << "";
    QTest::newRow("sorted") << "b a"
                            << "a b"
                            << ""
                            << ""
                            << "a b";
    QTest::newRow("in the index without a candidate") << "a b"
                                                      << "b"
                                                      << ""
                                                      << ""
                                                      << "b";
    QTest::newRow("a source that ends at a served name") << "m"
                                                         << "m"
                                                         << "alias=>m"
                                                         << ""
                                                         << "alias m";
    QTest::newRow("a source that ends nowhere") << "m"
                                                << "m"
                                                << "alias=>dead"
                                                << ""
                                                << "m";
    QTest::newRow("an inactive source") << "m"
                                        << "m"
                                        << "!alias=>m"
                                        << ""
                                        << "m";
    QTest::newRow("a chain") << "m"
                             << "m"
                             << "x=>alias alias=>m"
                             << ""
                             << "alias m x";
    QTest::newRow("a native name forced to a dead one") << "m native"
                                                        << "m native"
                                                        << "native=>dead"
                                                        << ""
                                                        << "m";
    QTest::newRow("a native name with a fallback to a dead one") << "native"
                                                                 << "native"
                                                                 << "native->dead"
                                                                 << ""
                                                                 << "native";
    QTest::newRow("an offline name with a fallback") << "m gone"
                                                     << "m"
                                                     << "gone->m"
                                                     << ""
                                                     << "gone m";
    QTest::newRow("no backing up") << "m x"
                                   << "m x"
                                   << "a->x x=>dead"
                                   << ""
                                   << "m";
    QTest::newRow("names on a cycle") << "m B"
                                      << "m B"
                                      << "A=>B B=>A C=>m"
                                      << ""
                                      << "C m";
    QTest::newRow("a name that leads into a cycle") << "m"
                                                    << "m"
                                                    << "x=>A A=>A"
                                                    << ""
                                                    << "m";
    QTest::newRow("a cycle that a served fallback is kept out of") << "B"
                                                                   << "B"
                                                                   << "A=>B B->A"
                                                                   << ""
                                                                   << "A B";
    QTest::newRow("a publication without a backend") << "m"
                                                     << "m"
                                                     << ""
                                                     << "p"
                                                     << "m p";
    QTest::newRow("a publication that is in the index") << "m p"
                                                        << "m p"
                                                        << "p=>dead"
                                                        << "p"
                                                        << "m p";
    QTest::newRow("a served publication is listed once") << "p"
                                                         << "p"
                                                         << "p->m"
                                                         << "p"
                                                         << "p";
}

void TestListedNames::listsWhatCanBeRequested()
{
    QFETCH(QString, index);
    QFETCH(QString, served);
    QFETCH(QString, rules);
    QFETCH(QString, publications);
    QFETCH(QString, expected);
    const auto indexNames = wordsOf(index.toStdString());
    const auto published = wordsOf(publications.toStdString());
    const auto names = nameSet(served.toStdString());
    const RewriteTable table(rulesFrom(rules.toStdString()));

    const std::vector<std::string_view> indexViews(indexNames.begin(), indexNames.end());
    const std::vector<std::string_view> publishedViews(published.begin(), published.end());
    const HasCandidate isServed = [&](std::string_view name) { return names.contains(name); };
    const auto listed = listedNames({.indexNames = indexViews,
                                     .table = table,
                                     .publications = publishedViews,
                                     .hasCandidate = isServed});

    QCOMPARE(QString::fromStdString(joined(listed)), expected);
}

void TestListedNames::looksEachNameUpOnce()
{
    std::vector<std::string> asked;
    const HasCandidate nobody = [&](std::string_view name) {
        asked.emplace_back(name);
        return false;
    };
    const RewriteTable table(rulesFrom("a->m b->m c->b m->dead"));
    const std::vector<std::string_view> index{"m", "a"};

    listedNames({.indexNames = index, .table = table, .publications = {}, .hasCandidate = nobody});

    std::sort(asked.begin(), asked.end());
    QCOMPARE(joined(asked), std::string("a b c dead m"));
}

QTEST_APPLESS_MAIN(TestListedNames)
#include "tst_listed_names.moc"

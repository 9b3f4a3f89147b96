// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/backend_config.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace homeward::config;

using Wanted = QList<int>;

class TestBackendConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesPriorities_data();
    void givesPriorities();
    void sharesTheLowestBeyond255();
};

void TestBackendConfig::givesPriorities_data()
{
    /// 0 stands for a node without a priority of its own.
    QTest::addColumn<Wanted>("wanted");
    QTest::addColumn<Wanted>("given");

    QTest::newRow("none") << Wanted{} << Wanted{};
    QTest::newRow("by position") << Wanted{0, 0, 0} << Wanted{3, 2, 1};
    QTest::newRow("all their own") << Wanted{7, 200, 3} << Wanted{7, 200, 3};
    QTest::newRow("equal ones in the file's order") << Wanted{5, 5} << Wanted{2, 1};
}

void TestBackendConfig::givesPriorities()
{
    QFETCH(Wanted, wanted);
    QFETCH(Wanted, given);

    std::vector<NodeConfig> nodes;
    for (const int priority : wanted) {
        nodes.emplace_back();
        if (priority != 0)
            nodes.back().priority = priority;
    }
    const auto result = prioritiesOf(nodes);
    QCOMPARE(Wanted(result.begin(), result.end()), given);
}

void TestBackendConfig::sharesTheLowestBeyond255()
{
    const auto result = prioritiesOf(std::vector<NodeConfig>(300));

    QCOMPARE(result.size(), std::size_t(300));
    QCOMPARE(result.front(), 255);
    QVERIFY(std::is_sorted(result.rbegin(), result.rend()));
    QCOMPARE(result[254], 1);
    QCOMPARE(result.back(), 1);
}

QTEST_APPLESS_MAIN(TestBackendConfig)
#include "tst_backend_config.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/route_table.h"

#include <QTest>

using namespace homeward::http;

class TestRouteTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
};

void TestRouteTable::finds_data()
{
    QTest::addColumn<std::string>("method");
    QTest::addColumn<std::string>("path");
    QTest::addColumn<bool>("isKnownPath");
    QTest::addColumn<int>("route");
    QTest::addColumn<std::string>("parameter");
    QTest::addColumn<std::string>("allowed");
    const auto row = [](const char *name, const char *method, const char *path, bool isKnown,
                        int route, const char *parameter, const char *allowed) {
        QTest::newRow(name) << std::string(method) << std::string(path) << isKnown << route
                            << std::string(parameter) << std::string(allowed);
    };
    row("written out", "GET", "/nodes", true, 1, "", "GET, HEAD, POST, OPTIONS");
    row("HEAD is GET", "HEAD", "/nodes", true, 1, "", "GET, HEAD, POST, OPTIONS");
    row("another method", "POST", "/nodes", true, 2, "", "GET, HEAD, POST, OPTIONS");
    row("no such method", "PUT", "/nodes", true, -1, "", "GET, HEAD, POST, OPTIONS");
    row("no such path", "GET", "/node", false, -1, "", "");
    row("longer path", "GET", "/nodes/a/b/c", false, -1, "", "");
    row("trailing slash", "GET", "/nodes/", false, -1, "", "");
    row("parameter", "DELETE", "/nodes/fp_1", true, 3, "fp_1", "DELETE, OPTIONS");
    row("encoded parameter", "DELETE", "/nodes/a%2Fb%20c", true, 3, "a/b c", "DELETE, OPTIONS");
    row("badly encoded", "DELETE", "/nodes/a%2", false, -1, "", "");
    row("not hexadecimal", "DELETE", "/nodes/a%zz", false, -1, "", "");
    row("written out before parameter", "POST", "/nodes/test", true, 4, "", "POST, OPTIONS");
    row("parameter inside", "POST", "/nodes/x/test", true, 5, "x", "POST, OPTIONS");
}

void TestRouteTable::finds()
{
    QFETCH(std::string, method);
    QFETCH(std::string, path);
    QFETCH(bool, isKnownPath);
    QFETCH(int, route);
    QFETCH(std::string, parameter);
    QFETCH(std::string, allowed);
    RouteTable table;
    table.add("GET", "/nodes", 1);
    table.add("POST", "/nodes", 2);
    table.add("DELETE", "/nodes/{fingerprint}", 3);
    table.add("POST", "/nodes/test", 4);
    table.add("POST", "/nodes/{fingerprint}/test", 5);
    RouteMatch expected{.isKnownPath = isKnownPath, .route = route, .allowed = allowed};
    if (!parameter.empty())
        expected.parameters = {parameter};
    RouteMatch found = table.find(method, path);
    if (!found.isKnownPath)
        found.parameters.clear();
    QVERIFY(found == expected);
}

QTEST_APPLESS_MAIN(TestRouteTable)
#include "tst_route_table.moc"

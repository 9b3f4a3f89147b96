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
    row("parameter inside", "POST", "/nodes/x/test", true, 5, "x", "POST, PATCH, OPTIONS");
    row("encoded NUL", "DELETE", "/nodes/a%00", false, -1, "", "");
    row("encoded line end", "DELETE", "/nodes/a%0d%0ab", false, -1, "", "");
    row("another name of a parameter", "PATCH", "/nodes/fp_1/test", true, 6, "fp_1",
        "POST, PATCH, OPTIONS");
    row("rest of one segment", "GET", "/models/llama", true, 7, "llama", "GET, HEAD, OPTIONS");
    row("rest with a slash", "GET", "/models/org/name", true, 7, "org/name", "GET, HEAD, OPTIONS");
    row("rest with an encoded slash", "GET", "/models/org%2Fname", true, 7, "org/name",
        "GET, HEAD, OPTIONS");
    row("rest that is empty", "GET", "/models/", false, -1, "", "");
    row("no rest", "GET", "/models", false, -1, "", "");
    row("written out before the rest", "GET", "/models/cache", true, 8, "", "GET, HEAD, OPTIONS");
    row("no path", "GET", "nodes", false, -1, "", "");
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
    table.add("PATCH", "/nodes/{id}/test", 6);
    table.add("GET", "/models/{id...}", 7);
    table.add("GET", "/models/cache", 8);
    RouteMatch expected{.isKnownPath = isKnownPath, .route = route, .allowed = allowed};
    if (!parameter.empty())
        expected.parameters = {parameter};
    QVERIFY(table.find(method, path) == expected);
}

QTEST_APPLESS_MAIN(TestRouteTable)
#include "tst_route_table.moc"

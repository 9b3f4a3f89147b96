// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/chain_check.h"

#include <QTest>

using namespace homeward;
using namespace homeward::rewrite;

class TestChainCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsChains_data();
    void readsChains();
    void leavesOutChainsOfNoNames();
};

void TestChainCheck::readsChains_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *name, const char *body, const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(body) << QString::fromUtf8(expected);
    };
    const auto same = [&](const char *name, const char *body) { row(name, body, body); };
    same("no chains", R"({"chains":{}})");
    same("the order of the names stays", R"({"chains":{"a":["z","b"]}})");
    same("any names", R"({"chains":{"org/a":["b","c/d"],"한":["b"]}})");
    same("two chains that name each other", R"({"chains":{"a":["b"],"b":["a"]}})");
    row("trimmed", R"({"chains":{" a ":["\tb "]}})", R"({"chains":{"a":["b"]}})");
    row("no field", "{}", "chains: \"chains\" is missing");
    row("unknown field", R"({"chain":{}})",
        "chain: \"chain\" is not a field of this call; check its spelling");
    row("list for the chains", R"({"chains":["a"]})", "chains: \"chains\" must be an object");
    row("null for the chains", R"({"chains":null})", "chains: \"chains\" must be an object");
    row("text for a chain", R"({"chains":{"a":"b"}})",
        "chains.a: \"chains.a\" must be a list of strings");
    row("number in a chain", R"({"chains":{"a":[1]}})",
        "chains.a: \"chains.a\" must be a list of strings");
    row("null for a chain", R"({"chains":{"a":null}})",
        "chains.a: \"chains.a\" must be a list of strings");
    row("contains itself", R"({"chains":{"a":["b","a"]}})",
        "chains.a: \"chains.a\" must not contain itself");
    row("contains itself with spaces", R"({"chains":{"a":["b"," a "]}})",
        "chains.a: \"chains.a\" must not contain itself");
    row("the second chain contains itself", R"({"chains":{"a":["b"],"b":["b"]}})",
        "chains.b: \"chains.b\" must not contain itself");
    row("a name twice", R"({"chains":{"a":["b","c","b "]}})",
        "chains.a: \"chains.a\" has \"b\" twice");
    row("no names", R"({"chains":{"a":[]}})",
        "chains.a: \"chains.a\" must name a model; leave it out to have no chain");
    row("empty name in a chain", R"({"chains":{"a":[" "]}})",
        "chains.a: \"chains.a\" has an entry that must not be empty; name a model");
    row("empty model", R"({"chains":{"":["b"]}})",
        "chains.: \"chains.\" is not the name of a model, which must not be empty; name a model");
    row("one model twice", R"({"chains":{"a":["b"],"a ":["c"]}})",
        "chains.a : \"chains.a \" is there twice, with and without outer spaces");
}

void TestChainCheck::readsChains()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);

    const auto chains = fallbackChainsFromJson(nlohmann::json::parse(body.toStdString()));

    const std::string found = chains ? toJson(*chains).dump()
                                     : chains.error().parameter + ": " + chains.error().message;
    QCOMPARE(QString::fromStdString(found), expected);
}

void TestChainCheck::leavesOutChainsOfNoNames()
{
    const domain::FallbackChains chains{{"a", {}}, {"b", {"c"}}};

    QCOMPARE(toJson(chains).dump(), std::string(R"({"chains":{"b":["c"]}})"));
}

QTEST_APPLESS_MAIN(TestChainCheck)
#include "tst_chain_check.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/effective_backends.h"

#include <QTest>

using namespace homeward;
using namespace homeward::engine;

namespace {

domain::BaseUrl urlAt(std::uint16_t port)
{
    return {.isTls = false, .host = "10.0.0.1", .port = port, .pathPrefix = {}};
}

config::NodeConfig fileNode(std::uint16_t port, std::optional<int> priority = std::nullopt)
{
    return {.name = "file", .baseUrl = urlAt(port), .priority = priority};
}

domain::Node storedNode(const std::string &fingerprint, std::uint16_t port, int priority,
                        domain::NodeSource source = domain::NodeSource::Manual)
{
    return {.fingerprint = fingerprint,
            .name = "stored",
            .baseUrl = urlAt(port),
            .apiKey = Secret("key"),
            .priority = priority,
            .source = source};
}

EffectiveNodes nodesOf(const std::vector<config::NodeConfig> &file,
                       const std::vector<domain::Node> &stored, bool isOrderedByUser = false)
{
    int next = 0;
    return effectiveNodes(
        {.file = file,
         .stored = stored,
         .isOrderedByUser = isOrderedByUser,
         .now = {},
         .newFingerprint = [&next] { return "fp_new" + std::to_string(++next); }});
}

/// `fingerprint:priority`, in the order given.
std::string textOf(const EffectiveNodes &nodes)
{
    std::string text;
    for (const domain::Node &node : nodes.nodes)
        text += node.fingerprint + ':' + std::to_string(node.priority) + ' ';
    return text;
}

} // namespace

class TestEffectiveBackends : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesPrioritiesByPosition();
    void keepsAFingerprint();
    void putsTheFileOverTheUser();
    void forgetsWhatTheFileDropped();
    void letsTheUserOrderWhatTheFileLeavesOpen();
    void sharesTheLowestPriorityBeyond255();
    void hidesAStoredServer();
    void makesIdsOfNames_data();
    void makesIdsOfNames();
};

void TestEffectiveBackends::givesPrioritiesByPosition()
{
    const EffectiveNodes nodes = nodesOf({fileNode(1), fileNode(2), fileNode(3)}, {});
    QCOMPARE(textOf(nodes), std::string("fp_new1:3 fp_new2:2 fp_new3:1 "));
    QCOMPARE(nodes.toStore.size(), std::size_t(3));
}

void TestEffectiveBackends::keepsAFingerprint()
{
    const EffectiveNodes nodes
        = nodesOf({fileNode(1)}, {storedNode("fp_old", 1, 9, domain::NodeSource::Config)});
    QCOMPARE(textOf(nodes), std::string("fp_old:1 "));
    QVERIFY(nodes.toStore.empty());
    QVERIFY(nodes.nodes[0].source == domain::NodeSource::Config);
}

void TestEffectiveBackends::putsTheFileOverTheUser()
{
    const EffectiveNodes nodes
        = nodesOf({fileNode(1, 50)}, {storedNode("fp_a", 1, 9), storedNode("fp_b", 2, 8)});
    QCOMPARE(textOf(nodes), std::string("fp_a:50 fp_b:8 "));
    QCOMPARE(nodes.nodes[0].name, std::string("file"));
    QVERIFY(nodes.nodes[0].apiKey.isEmpty());
}

void TestEffectiveBackends::forgetsWhatTheFileDropped()
{
    const EffectiveNodes nodes = nodesOf(
        {}, {storedNode("fp_a", 1, 9, domain::NodeSource::Config), storedNode("fp_b", 2, 8)});
    QCOMPARE(textOf(nodes), std::string("fp_b:8 "));
    QVERIFY((nodes.toForget == std::vector<std::string>{"fp_a"}));
}

void TestEffectiveBackends::letsTheUserOrderWhatTheFileLeavesOpen()
{
    const std::vector<domain::Node> stored{storedNode("fp_b", 2, 7, domain::NodeSource::Config),
                                           storedNode("fp_a", 1, 3, domain::NodeSource::Config)};
    QCOMPARE(textOf(nodesOf({fileNode(1), fileNode(2)}, stored)), std::string("fp_a:2 fp_b:1 "));
    QCOMPARE(textOf(nodesOf({fileNode(1), fileNode(2)}, stored, true)),
             std::string("fp_a:3 fp_b:7 "));
    QCOMPARE(textOf(nodesOf({fileNode(1, 200), fileNode(2)}, stored, true)),
             std::string("fp_a:200 fp_b:7 "));
}

void TestEffectiveBackends::sharesTheLowestPriorityBeyond255()
{
    std::vector<config::NodeConfig> file;
    for (int i = 0; i < 300; ++i)
        file.push_back(fileNode(std::uint16_t(1000 + i)));
    const EffectiveNodes nodes = nodesOf(file, {});
    QCOMPARE(nodes.nodes[0].priority, 255);
    QCOMPARE(nodes.nodes[254].priority, 1);
    QCOMPARE(nodes.nodes[299].priority, 1);
}

void TestEffectiveBackends::hidesAStoredServer()
{
    const std::vector<domain::LocalServer> stored{{.id = "my-llama", .baseUrl = urlAt(1)},
                                                  {.id = "other", .baseUrl = urlAt(2)}};
    const auto servers
        = effectiveLocalServers({{.name = "My Llama!", .baseUrl = urlAt(1)}}, stored);
    QCOMPARE(servers.size(), std::size_t(2));
    QCOMPARE(servers[0].id, std::string("my-llama-2"));
    QVERIFY(servers[0].isFromFile);
    QCOMPARE(servers[1].id, std::string("other"));
}

void TestEffectiveBackends::makesIdsOfNames_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("id");
    const auto row = [](const char *name, const char *id) {
        QTest::newRow(name) << std::string(name) << std::string(id);
    };
    row("Ollama", "ollama");
    row("LM Studio (2)", "lm-studio-2");
    row("  --a--  ", "a");
    row("한국어", "server");
    row("node-1", "server");
    row("taken", "taken-3");
}

void TestEffectiveBackends::makesIdsOfNames()
{
    QFETCH(std::string, name);
    QFETCH(std::string, id);
    QCOMPARE(idFromName(name,
                        [](const std::string &wanted) {
                            return wanted == "taken" || wanted == "taken-2";
                        }),
             id);
}

QTEST_APPLESS_MAIN(TestEffectiveBackends)
#include "tst_effective_backends.moc"

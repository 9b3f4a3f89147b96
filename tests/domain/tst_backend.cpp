// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/backend.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::domain;

class TestBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesLocalServerKinds_data();
    void namesLocalServerKinds();
    void namesNodeSources_data();
    void namesNodeSources();
    void refusesOtherNames_data();
    void refusesOtherNames();
    void listsTheKinds();
    void reservesNames_data();
    void reservesNames();
};

void TestBackend::namesLocalServerKinds_data()
{
    QTest::addColumn<LocalServerKind>("kind");
    QTest::addColumn<std::string>("text");

    const auto row = [](LocalServerKind kind, const char *text) {
        QTest::newRow(text) << kind << std::string(text);
    };
    row(LocalServerKind::OpenAi, "openai");
    row(LocalServerKind::LlamaServer, "llama-server");
    row(LocalServerKind::Ollama, "ollama");
    row(LocalServerKind::LmStudio, "lm-studio");
    row(LocalServerKind::Vllm, "vllm");
    row(LocalServerKind::Sglang, "sglang");
    row(LocalServerKind::LocalAi, "localai");
    row(LocalServerKind::Jan, "jan");
    row(LocalServerKind::Gpt4All, "gpt4all");
    row(LocalServerKind::Homeward, "homeward");
    row(LocalServerKind::BackendAiGo, "backend-ai-go");
    row(LocalServerKind::ContinuumRouter, "continuum-router");
    row(LocalServerKind::Image, "image");
}

void TestBackend::namesLocalServerKinds()
{
    QFETCH(LocalServerKind, kind);
    QFETCH(std::string, text);

    QCOMPARE(std::string(toText(kind)), text);
    QCOMPARE(localServerKindFromText(text), std::optional(kind));
}

void TestBackend::namesNodeSources_data()
{
    QTest::addColumn<NodeSource>("source");
    QTest::addColumn<std::string>("text");

    QTest::newRow("manual") << NodeSource::Manual << std::string("manual");
    QTest::newRow("discovered") << NodeSource::Discovered << std::string("discovered");
    QTest::newRow("config") << NodeSource::Config << std::string("config");
}

void TestBackend::namesNodeSources()
{
    QFETCH(NodeSource, source);
    QFETCH(std::string, text);

    QCOMPARE(std::string(toText(source)), text);
    QCOMPARE(nodeSourceFromText(text), std::optional(source));
}

void TestBackend::refusesOtherNames_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text : {"", "OpenAI", "llama_server", "lmstudio", " vllm", "Manual", "file"})
        QTest::addRow("'%s'", text) << std::string(text);
}

void TestBackend::refusesOtherNames()
{
    QFETCH(std::string, text);

    QCOMPARE(localServerKindFromText(text), std::optional<LocalServerKind>());
    QCOMPARE(nodeSourceFromText(text), std::optional<NodeSource>());
}

void TestBackend::listsTheKinds()
{
    QCOMPARE(localServerKindTexts(),
             std::string("openai, llama-server, ollama, lm-studio, vllm, sglang, localai, jan, "
                         "gpt4all, homeward, backend-ai-go, continuum-router, image"));
}

void TestBackend::reservesNames_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<bool>("isReserved");

    const auto row = [](const char *name, bool isReserved) {
        QTest::addRow("'%s'", name) << std::string(name) << isReserved;
    };
    row("node-", true);
    row("node-fp_0123456789abcdef", true);
    row("appproxy-", true);
    row("appproxy-circuit", true);
    row("", false);
    row("node", false);
    row("appproxy", false);
    row("my node-1", false);
    row("local-1", false);
    row("provider-openai", false);
}

void TestBackend::reservesNames()
{
    QFETCH(std::string, name);
    QFETCH(bool, isReserved);

    QCOMPARE(isReservedBackendName(name), isReserved);
}

QTEST_APPLESS_MAIN(TestBackend)
#include "tst_backend.moc"

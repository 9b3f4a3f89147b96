// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/inference_path.h"

#include <QTest>

#include <string>

using namespace homeward::protocol;
using namespace std::string_literals;

using MaybePath = std::optional<InferencePath>;
using MaybeList = std::optional<ModelListPath>;

class TestInferencePath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsInferencePaths_data();
    void knowsInferencePaths();
    void knowsModelLists_data();
    void knowsModelLists();
    void writesGeminiPaths_data();
    void writesGeminiPaths();
    void namesMethods();
};

void TestInferencePath::knowsInferencePaths_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<MaybePath>("expected");

    const auto row = [](const std::string &path, MaybePath expected) {
        QTest::newRow(path.empty() ? "nothing" : path.c_str()) << path << expected;
    };
    // Every path of the first table, in each of its three forms.
    const auto versioned = [&row](const std::string &name, Surface surface, bool isKnown = true,
                                  AnswerForm answer = AnswerForm::Json) {
        InferencePath expected{.surface = surface,
                               .isKnown = isKnown,
                               .answer = answer,
                               .upstreamPath = "/v1/" + name};
        row("/v1/" + name, expected);
        expected.prefix = PathPrefix::Inference;
        row("/api/v1/inference/" + name, expected);
        row("/api/v1/inference/v1/" + name, expected);
    };
    for (const char *name : {"chat/completions", "completions", "embeddings", "rerank",
                             "images/generations", "images/edits", "moderations"}) {
        versioned(name, Surface::OpenAi);
    }
    versioned("audio/speech", Surface::OpenAi, true, AnswerForm::Bytes);
    versioned("audio/transcriptions", Surface::OpenAi, true, AnswerForm::Any);
    versioned("audio/translations", Surface::OpenAi, true, AnswerForm::Any);
    versioned("responses", Surface::OpenAiResponses);
    versioned("messages", Surface::Anthropic);
    versioned("messages/count_tokens", Surface::Anthropic);
    for (const char *name : {"score", "responses/abc", "chat", "chat/completions/x",
                             "Chat/completions", "chat/completions/", "%61", "a:b", "a;b", "..a",
                             "a..", "...", "modelsx", "x/models", "messages/batches"}) {
        versioned(name, Surface::OpenAi, false, AnswerForm::Any);
    }
    for (const char *path : {"/chat/completions", "/completions", "/embeddings"})
        row(path, InferencePath{.surface = Surface::OpenAi, .upstreamPath = "/v1"s + path});
    row("/responses",
        InferencePath{.surface = Surface::OpenAiResponses, .upstreamPath = "/v1/responses"});
    const auto other = [&row](const std::string &path, PathMethod method) {
        row(path,
            InferencePath{.surface = Surface::Ollama,
                          .prefix = PathPrefix::OtherClient,
                          .method = method,
                          .upstreamPath = path});
    };
    for (const char *path : {"/api/chat", "/api/generate", "/api/embed", "/api/show"})
        other(path, PathMethod::Post);
    for (const char *path : {"/api/tags", "/api/version"})
        other(path, PathMethod::Get);
    const auto gemini
        = [&row](const std::string &rest, GeminiCall call, std::string upstream = {}) {
              const std::string path = "/v1beta/models/" + rest;
              row(path,
                  InferencePath{.surface = Surface::Gemini,
                                .prefix = PathPrefix::OtherClient,
                                .upstreamPath = upstream.empty() ? path : std::move(upstream),
                                .gemini = std::move(call)});
          };
    for (const char *verb :
         {"generateContent", "streamGenerateContent", "countTokens", "embedContent"}) {
        gemini("gemini-pro:"s + verb, {.model = "gemini-pro", .verb = verb});
    }
    gemini("org/name:8b:countTokens", {.model = "org/name:8b", .verb = "countTokens"});
    gemini("a%20b:countTokens", {.model = "a b", .verb = "countTokens"},
           "/v1beta/models/a%20b:countTokens");
    gemini("org%2Fname:countTokens", {.model = "org/name", .verb = "countTokens"},
           "/v1beta/models/org%2Fname:countTokens");
    gemini("../x:countTokens", {.model = "../x", .verb = "countTokens"},
           "/v1beta/models/..%2Fx:countTokens");

    for (const char *path : {"",
                             "/",
                             "v1/chat/completions",
                             "/v1",
                             "/v1/",
                             "/v1//",
                             "/v1//chat/completions",
                             "/v1/chat//completions",
                             "/v1/a%20b",
                             "/v1x/chat/completions",
                             "/V1/chat/completions",
                             "/v1/../admin/stats",
                             "/v1/./completions",
                             "/v1/%2e%2e/admin",
                             "/v1/.%2E/admin",
                             "/v1/a/..",
                             "/v1/..;x/admin",
                             "/v1/a%2fb",
                             "/v1/a%5cb",
                             "/v1/a\\b",
                             "/v1/a%00",
                             "/v1/a%0d%0ab",
                             "/v1/a%",
                             "/v1/a%2",
                             "/v1/a%zz",
                             "/v1/a b",
                             "/v1/\xc3\xa9",
                             "/v1/models",
                             "/v1/models/x",
                             "/api/v1/inference",
                             "/api/v1/inference/",
                             "/api/v1/inference/status",
                             "/api/v1/inference/explain",
                             "/api/v1/inference/models",
                             "/api/v1/inference/v1",
                             "/api/v1/inference/v1/models",
                             "/api/v1/inference/../nodes",
                             "/api/v1/nodes",
                             "/api/v1/inferences/x",
                             "/api/chat/",
                             "/api/chats",
                             "/api",
                             "/health",
                             "/v1beta/models",
                             "/v1beta/models/",
                             "/v1beta/models/gemini-pro",
                             "/v1beta/models/gemini-pro:other",
                             "/v1beta/models/gemini-pro:",
                             "/v1beta/models/%zz:countTokens",
                             "/v1beta/modelsx:countTokens",
                             "/v1beta/files",
                             "/chat",
                             "/chat/",
                             "/chat/completions/",
                             "/chat/completions/x",
                             "//chat/completions",
                             "/Chat/completions",
                             "/embeddings/",
                             "/responses/abc",
                             "/score",
                             "/messages",
                             "/models",
                             "/models/x",
                             "/admin/stats",
                             "/admin/models/cache"}) {
        row(path, std::nullopt);
    }
}

void TestInferencePath::knowsInferencePaths()
{
    QFETCH(std::string, path);
    QFETCH(MaybePath, expected);
    QCOMPARE(inferencePathFromTarget(path), expected);
}

void TestInferencePath::knowsModelLists_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<MaybeList>("expected");

    const auto row = [](const std::string &path, MaybeList expected) {
        QTest::newRow(path.c_str()) << path << expected;
    };
    for (const auto &[begin, prefix] :
         {std::pair("/v1/models"s, PathPrefix::V1),
          std::pair("/api/v1/inference/models"s, PathPrefix::Inference),
          std::pair("/api/v1/inference/v1/models"s, PathPrefix::Inference),
          std::pair("/models"s, PathPrefix::V1)}) {
        const auto one = [prefix = prefix](std::string id) {
            return ModelListPath{.prefix = prefix, .id = std::move(id)};
        };
        row(begin, ModelListPath{.prefix = prefix, .id = {}});
        row(begin + "/m", one("m"));
        row(begin + "/org/name/v2", one("org/name/v2"));
        row(begin + "/org%2Fname%2fv2", one("org/name/v2"));
        row(begin + "/%ED%95%9C", one("한"));
        row(begin + "/a%20b", one("a b"));
        row(begin + "/a%2525", one("a%25"));
        row(begin + "/..", one(".."));
        row(begin + "/", ModelListPath{.prefix = prefix, .id = {}});
        row(begin + "//", one("/"));
        row(begin + "/%00", std::nullopt);
        row(begin + "/%0a", std::nullopt);
        row(begin + "/%ff", std::nullopt);
        row(begin + "/%", std::nullopt);
        row(begin + "x", std::nullopt);
    }
    row("/v1beta/models",
        ModelListPath{.surface = Surface::Gemini, .prefix = PathPrefix::OtherClient, .id = {}});
    row("/v1beta/models/",
        ModelListPath{.surface = Surface::Gemini, .prefix = PathPrefix::OtherClient, .id = {}});
    row("/v1beta/models/gemini-pro",
        ModelListPath{
            .surface = Surface::Gemini, .prefix = PathPrefix::OtherClient, .id = "gemini-pro"});
    row("/v1beta/models/qwen:8b",
        ModelListPath{
            .surface = Surface::Gemini, .prefix = PathPrefix::OtherClient, .id = "qwen:8b"});
    row("/v1beta/models/gemini-pro:countTokens", std::nullopt);
    row("/v1", std::nullopt);
    row("/v1/chat/completions", std::nullopt);
    row("/model", std::nullopt);
    row("/admin/models/cache", std::nullopt);
    row("/api/v1/models", std::nullopt);
    row("/api/v1/inference/v1", std::nullopt);
    row("/v1/v1/models", std::nullopt);
}

void TestInferencePath::knowsModelLists()
{
    QFETCH(std::string, path);
    QFETCH(MaybeList, expected);
    QCOMPARE(modelListPathFromTarget(path), expected);
}

void TestInferencePath::writesGeminiPaths_data()
{
    QTest::addColumn<std::string>("model");
    QTest::addColumn<std::string>("path");
    QTest::newRow("plain") << "gemini-1.5_pro~x"s
                           << "/v1beta/models/gemini-1.5_pro~x:countTokens"s;
    QTest::newRow("slash") << "org/name"s
                           << "/v1beta/models/org%2Fname:countTokens"s;
    QTest::newRow("colon") << "qwen:8b"s
                           << "/v1beta/models/qwen%3A8b:countTokens"s;
    QTest::newRow("query") << "a?b#c"s
                           << "/v1beta/models/a%3Fb%23c:countTokens"s;
    QTest::newRow("percent") << "a%2f"s
                             << "/v1beta/models/a%252f:countTokens"s;
    QTest::newRow("beyond ASCII") << "한"s
                                  << "/v1beta/models/%ED%95%9C:countTokens"s;
}

void TestInferencePath::writesGeminiPaths()
{
    QFETCH(std::string, model);
    QFETCH(std::string, path);
    const GeminiCall call{.model = model, .verb = "countTokens"};
    QCOMPARE(geminiPath(call), path);
    QCOMPARE(inferencePathFromTarget(path)->gemini, std::optional(call));
}

void TestInferencePath::namesMethods()
{
    QCOMPARE(allowedMethods(PathMethod::Get), std::string_view("GET, HEAD, OPTIONS"));
    QCOMPARE(allowedMethods(PathMethod::Post), std::string_view("POST, OPTIONS"));
}

QTEST_APPLESS_MAIN(TestInferencePath)
#include "tst_inference_path.moc"

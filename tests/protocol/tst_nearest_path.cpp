// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/nearest_path.h"

#include "protocol/inference_path.h"

#include <QTest>

using namespace homeward;
using namespace homeward::protocol;

namespace {

std::vector<std::string> knownPaths()
{
    std::vector<std::string> paths = inferencePaths();
    for (const char *path :
         {"/health", "/healthz", "/readyz", "/api/v1/nodes", "/api/v1/nodes/test",
          "/api/v1/local-servers", "/api/v1/inference/status", "/admin/stats",
          "/api/v1/pool/load-balancing", "/admin/models/cache"})
        paths.emplace_back(path);
    return paths;
}

} // namespace

class TestNearestPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void repeatsNothing();
};

void TestNearestPath::finds_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("nearest");

    const auto rows = [](const char *nearest, std::initializer_list<const char *> paths) {
        for (const char *path : paths)
            QTest::addRow("%s", *path ? path : "nothing")
                << std::string(path) << std::string(nearest);
    };
    rows("/v1/chat/completions",
         {"/v1/chat/completion", "/v1/chat/completions/", "/chat/completion", "/chat/completions/",
          "/v1/v1/chat/completions", "/v1/v1/v1/chat/completion", "/V1/Chat/Completions",
          "/v1//chat//completions", "//v1/chat/completions", "/v1/chat/compeltions",
          "/v1/chatcompletions", "/v1/chat-completions", "/openai/v1/chat/completions",
          "/api/v1/chat/completions", "/api/v1/inference/chat/completion",
          "/api/v1/inference/v1/v1/chat/completions", "/v1/chat%2Fcompletions",
          "/v1/chat/completions "});
    rows("/v1/completions",
         {"/v1/completion", "/v1/completions/", "/completion", "/v1/complettions"});
    rows("/v1/models",
         {"/v1/model", "/v1/modles", "/model", "/v1/models//", "/api/v1/models", "/v1/Models"});
    rows("/v1/embeddings", {"/v1/embedding", "/embedding", "/v1/embeding"});
    rows("/v1/messages/count_tokens", {"/v1/messages/count-tokens", "/v1/messages/count_token"});
    rows("/v1/messages", {"/v1/message", "/messages"});
    rows("/api/v1/nodes",
         {"/api/v1/node", "/api/v1/nodes/", "/v1/nodes", "/nodes", "/api/v1/Nodes"});
    rows("/api/v1/local-servers",
         {"/api/v1/local_servers", "/api/v1/local-server", "/local-servers"});
    rows("/api/v1/inference/status", {"/api/v1/inference/statu", "/api/v1/inference/statuss"});
    rows("/health", {"/healt", "/Health", "/health/"});
    rows("/admin/stats", {"/admin/stat"});
    rows("",
         {"", "/", "x", "v1/models", "/v1", "/v1/", "/favicon.ico", "/nope", "/v1/nope",
          "/api/v1/nope", "/admin/nope", "/index.html", "/v1/files", "/v1/threads/runs",
          "/%00%0d%0a", "/v1/models/%00", "/<script>", "/wp-login.php"});
    const std::string longPath = "/v1/chat/completions" + std::string(200, '/');
    QTest::newRow("a long one") << longPath << std::string();
    QTest::newRow("a long word") << std::string(100000, 'a') << std::string();
}

void TestNearestPath::finds()
{
    QFETCH(std::string, path);
    QFETCH(std::string, nearest);

    const std::vector<std::string> known = knownPaths();
    QCOMPARE(std::string(nearestPath(path, known).value_or("")), nearest);
}

void TestNearestPath::repeatsNothing()
{
    const std::vector<std::string> known = knownPaths();
    QCOMPARE(
        unknownPath("/v1/modelz", known),
        (Error{ErrorKind::NotFound, "there is no such path here; did you mean /v1/models?", {}}));
    QCOMPARE(unknownPath("/v1/<b>\r\nX: y", known),
             (Error{ErrorKind::NotFound, "there is no such path here", {}}));
}

QTEST_APPLESS_MAIN(TestNearestPath)
#include "tst_nearest_path.moc"

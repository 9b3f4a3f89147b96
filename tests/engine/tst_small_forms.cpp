// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tested_router.h"

using namespace homeward;
using namespace homeward::testing;

/// Forms that clients and backends send beside those of the contract, and that are meant well.
class TestSmallForms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aByteOrderMarkPasses();
    void theListForgivesASlash_data();
    void theListForgivesASlash();
    void pathsWithoutTheirVersion_data();
    void pathsWithoutTheirVersion();
    void pathsWithoutTheirVersionKnowTheirMethods();
    void managementPathsAreNotShadowed_data();
    void managementPathsAreNotShadowed();
    void otherListsOfModels_data();
    void otherListsOfModels();
    void unknownPathsNameTheNearest_data();
    void unknownPathsNameTheNearest();
};

void TestSmallForms::aByteOrderMarkPasses()
{
    FakeBackend backend;
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const std::string body = "\xef\xbb\xbf" + chatBody;
    const RawAnswer answer = router.chat(body);
    QCOMPARE(answer.head.status, 200);
    QCOMPARE(fieldOf(answer, "X-Homeward-Model"), std::string("m"));
    QVERIFY(backend.lastCall.body == body);
    QCOMPARE(router.chat("\xef\xbb" + chatBody).head.status, 400);
    QCOMPARE(backend.callCount, 1);
}

void TestSmallForms::theListForgivesASlash_data()
{
    QTest::addColumn<std::string>("path");
    for (const char *path : {"/v1/models", "/models", "/api/v1/inference/models"})
        QTest::newRow(path) << std::string(path);
}

void TestSmallForms::theListForgivesASlash()
{
    QFETCH(std::string, path);
    FakeBackend backend;
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const std::string list = router.get("/v1/models").body;
    QVERIFY(list.find(R"("id":"m")") != std::string::npos);
    for (const std::string end : {"", "/", "/?limit=20"}) {
        const RawAnswer answer = router.get(path + end);
        QCOMPARE(answer.head.status, 200);
        QCOMPARE(answer.body, list);
    }
    QCOMPARE(router.get(path + "/m").body, router.get("/v1/models/m").body);
    const RawAnswer unknown = router.get(path + "/other");
    QCOMPARE(unknown.head.status, 404);
    QVERIFY(unknown.body.find("model_not_found") != std::string::npos);
}

void TestSmallForms::pathsWithoutTheirVersion_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("query");
    for (const char *path : {"/chat/completions", "/completions", "/embeddings", "/responses"}) {
        for (const char *query : {"", "?a=b%2F&c"})
            QTest::addRow("%s%s", path, query) << std::string(path) << std::string(query);
    }
}

void TestSmallForms::pathsWithoutTheirVersion()
{
    QFETCH(std::string, path);
    QFETCH(std::string, query);
    FakeBackend backend;
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const RawAnswer answer = router.ask(chatRequest(R"({"model":"m"})", {}, path + query));
    QCOMPARE(answer.head.status, 200);
    QCOMPARE(backend.lastCall.target, "/v1" + path + query);
    QCOMPARE(backend.lastCall.body, std::string(R"({"model":"m"})"));
    const RawAnswer nobody = router.ask(chatRequest(R"({"model":"x"})", {}, path + query));
    QCOMPARE(nobody.head.status, 404);
    QVERIFY(nobody.body.find("model_not_found") != std::string::npos);
}

void TestSmallForms::pathsWithoutTheirVersionKnowTheirMethods()
{
    TestedRouter router;
    router.start();
    const auto ask = [&router](const std::string &method, const std::string &path) {
        return router.ask(method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    };
    const std::pair<const char *, const char *> wrong[]
        = {{"GET", "/chat/completions"}, {"DELETE", "/embeddings"}, {"PUT", "/responses"},
           {"POST", "/models"},          {"DELETE", "/models/m"},   {"OPTIONS", "/completions"},
           {"OPTIONS", "/models"},       {"OPTIONS", "/models/"}};
    for (const auto &[method, path] : wrong) {
        const RawAnswer plain = ask(method, path);
        const RawAnswer versioned = ask(method, std::string("/v1") + path);
        QCOMPARE(plain.head.status, std::string_view(method) == "OPTIONS" ? 204 : 405);
        QCOMPARE(plain.head.status, versioned.head.status);
        QVERIFY(!fieldOf(plain, "Allow").empty());
        QCOMPARE(fieldOf(plain, "Allow"), fieldOf(versioned, "Allow"));
        QCOMPARE(plain.body, versioned.body);
    }
}

void TestSmallForms::managementPathsAreNotShadowed_data()
{
    QTest::addColumn<std::string>("path");
    for (const char *path : {"/health", "/readyz", "/api/v1/nodes", "/admin/backends",
                             "/admin/stats", "/admin/models/cache", "/api/v1/inference/status",
                             "/api/v1/pool/routing-stats", "/api/v1/local-servers"})
        QTest::newRow(path) << std::string(path);
}

void TestSmallForms::managementPathsAreNotShadowed()
{
    QFETCH(std::string, path);
    TestedRouter router;
    router.start();
    const RawAnswer answer = router.get(path);
    QCOMPARE(answer.head.status, 200);
    QVERIFY(answer.body.find(R"("object":"list")") == std::string::npos);
}

void TestSmallForms::otherListsOfModels_data()
{
    QTest::addColumn<std::string>("list");
    QTest::newRow("bare") << std::string(R"([{"id":"m"}])");
    QTest::newRow("models in place of data")
        << std::string(R"({"models":[{"name":"m","model":"m"}]})");
    QTest::newRow("models beside data")
        << std::string(R"({"data":[{"id":"a"}],"models":[{"name":"a"},{"name":"m"}]})");
}

void TestSmallForms::otherListsOfModels()
{
    QFETCH(std::string, list);
    for (const bool isLocal : {true, false}) {
        FakeBackend backend;
        backend.models = reply(200, list);
        TestedRouter router;
        isLocal ? router.addLocalServer(backend) : router.addNode(backend);
        router.start();
        QCOMPARE(router.get("/v1/models/m").head.status, 200);
        QVERIFY(router.get("/v1/models").body.find(R"("id":"m")") != std::string::npos);
        QCOMPARE(router.chat().head.status, 200);
        QVERIFY(backend.lastCall.body == chatBody);
        if (isLocal)
            continue;
        const std::string own
            = router.get("/api/v1/nodes/" + router.node().node.fingerprint + "/models").body;
        QVERIFY2(own.find(R"("id":"m")") != std::string::npos, own.c_str());
    }
}

void TestSmallForms::unknownPathsNameTheNearest_data()
{
    QTest::addColumn<std::string>("request");
    QTest::addColumn<std::string>("message");
    const auto row = [](const std::string &request, const char *nearest) {
        const std::string plain = "there is no such path here";
        QTest::newRow(request.substr(0, request.find('\r')).c_str())
            << request << (*nearest ? plain + "; did you mean " + nearest + '?' : plain);
    };
    for (const char *path : {"/v1/chat/completion", "/v1/chat/completions/", "/chat/completion",
                             "/v1/v1/chat/completions", "/V1/chat/completions"}) {
        row(chatRequest("{}", {}, path), "/v1/chat/completions");
        row(getRequest(path), "/v1/chat/completions");
    }
    row(getRequest("/v1/model"), "/v1/models");
    row(getRequest("/api/v1/node?a=b"), "/api/v1/nodes");
    row(getRequest("/api/v1/inference/statu"), "/api/v1/inference/status");
    row(getRequest("/admin/backend"), "/admin/backends");
    row(getRequest("/v1/nope"), "");
    row(chatRequest("{}", {}, "/v1/nope"), "");
    row(getRequest("/%3Cscript%3E%22"), "");
}

void TestSmallForms::unknownPathsNameTheNearest()
{
    QFETCH(std::string, request);
    QFETCH(std::string, message);
    TestedRouter router;
    router.start();
    const RawAnswer answer = router.ask(request);
    QCOMPARE(answer.head.status, 404);
    const std::string expected = R"({"error":{"message":")" + message + R"(",)";
    QVERIFY2(answer.body.starts_with(expected), answer.body.c_str());
    QVERIFY2(answer.body.find(R"("code":"not_found")") != std::string::npos, answer.body.c_str());
}

QTEST_GUILESS_MAIN(TestSmallForms)
#include "tst_small_forms.moc"

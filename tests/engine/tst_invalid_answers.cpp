// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tested_router.h"

using namespace homeward;
using namespace homeward::testing;
using namespace std::string_literals;

namespace {

const std::string page = "<!doctype html><title>Sign in</title>";
const std::string goodAnswer = R"({"ok":true})";

Behaviour htmlPage(const std::string &type = "text/html; charset=utf-8")
{
    return reply(200, page, {{"Content-Type", type}});
}

std::string headOf(const std::string &type, const std::string &framing)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n" + framing + "\r\n\r\n";
}

std::string statsOf(TestedRouter &router)
{
    return router.get("/api/v1/pool/routing-stats").body;
}

} // namespace

/// A good status with what is no answer is a failure of its backend, as long as nothing of it has
/// gone to the client.
class TestInvalidAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areFailedOver_data();
    void areFailedOver();
    void aloneAre502_data();
    void aloneAre502();
    void openTheBreaker();
    void ofALocalServerGoOnToANode();
    void giveWayToTheFirstAnswer();
    void withFailoverOffAre502();
    void ownTheirProtocolsError();
    void othersPassToTheByte_data();
    void othersPassToTheByte();
    void aPageThatWasAskedForPasses();
};

void TestInvalidAnswers::areFailedOver_data()
{
    QTest::addColumn<Behaviour>("behaviour");
    const auto row = [](const char *name, Behaviour behaviour) {
        QTest::newRow(name) << std::move(behaviour);
    };
    row("length 0", reply(200));
    row("length 0, JSON", raw({headOf("application/json", "Content-Length: 0")}));
    row("no chunk", chunked({}));
    row("empty until it closes",
        raw({headOf("application/json", "Connection: close")}, Then::Close));
    row("empty event stream", eventStream({}));
    row("empty, compressed",
        raw({headOf("application/json", "Content-Encoding: gzip\r\nContent-Length: 0")}));
    row("HTML", htmlPage());
    row("HTML in another case", htmlPage("TEXT/HTML"));
    row("HTML whose body does not end", raw({headOf("text/html", "Content-Length: 5000"), page}));
    row("HTML whose body does not come", raw({headOf("text/html", "Content-Length: 5000")}));
    row("compressed HTML",
        raw({headOf("text/html", "Content-Encoding: gzip\r\nContent-Length: 4"), "\x1f\x8b.."}));
}

void TestInvalidAnswers::areFailedOver()
{
    QFETCH(Behaviour, behaviour);
    FakeBackend bad;
    FakeBackend good;
    TestedRouter router;
    router.addNode(bad);
    router.addNode(good);
    router.start();
    bad.always = behaviour;
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 200);
    QCOMPARE(answer.body, goodAnswer);
    QCOMPARE(fieldOf(answer, "X-Homeward-Attempts"), "2"s);
    QCOMPARE(good.lastCall.body, chatBody);
    QCOMPARE(router.node(0).state.counts.failures, std::uint64_t(1));
    QCOMPARE(router.node(0).state.consecutiveFailures, 1);
    QCOMPARE(router.node(1).state.counts.successes, std::uint64_t(1));
}

void TestInvalidAnswers::aloneAre502_data()
{
    QTest::addColumn<Behaviour>("behaviour");
    QTest::addColumn<std::string>("path");
    for (const char *path : {"chat/completions", "completions", "embeddings", "responses", "rerank",
                             "moderations", "images/generations"}) {
        QTest::newRow((path + ", empty"s).c_str()) << reply(200) << "/v1/"s + path;
        QTest::newRow((path + ", HTML"s).c_str()) << htmlPage() << "/v1/"s + path;
    }
    QTest::newRow("speech, empty") << reply(200) << "/v1/audio/speech"s;
}

void TestInvalidAnswers::aloneAre502()
{
    QFETCH(Behaviour, behaviour);
    QFETCH(std::string, path);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = behaviour;
    const RawAnswer answer = router.ask(chatRequest(chatBody, {}, path));
    QCOMPARE(answer.head.status, 502);
    QVERIFY(answer.body.find(R"("code":"upstream_invalid_response")") != std::string::npos);
    QVERIFY(answer.body.find("Sign in") == std::string::npos);
    QCOMPARE(fieldOf(answer, "X-Homeward-Attempts"), "1"s);
    const std::string stats = statsOf(router);
    QVERIFY2(stats.find(R"("totalRequests":1,"successCount":0,"failureCount":1)")
                 != std::string::npos,
             stats.c_str());
}

void TestInvalidAnswers::openTheBreaker()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.next = {reply(200), htmlPage(), reply(200)};
    for (int i = 0; i < 3; ++i)
        QCOMPARE(router.chat().head.status, 502);
    QVERIFY(router.node().state.breaker == domain::BreakerState::Open);
    QCOMPARE(router.chat().head.status, 503);
    QCOMPARE(backend.callCount, 3);
    QVERIFY(statsOf(router).find(R"("circuitOpen":true)") != std::string::npos);
}

void TestInvalidAnswers::ofALocalServerGoOnToANode()
{
    FakeBackend local;
    FakeBackend node;
    TestedRouter router;
    router.addLocalServer(local);
    router.addNode(node);
    router.start();
    for (const Behaviour &behaviour : {reply(200), htmlPage()}) {
        local.next = {behaviour};
        const RawAnswer answer = router.chat();
        QCOMPARE(answer.body, goodAnswer);
        QCOMPARE(fieldOf(answer, "X-Homeward-Path"), "node"s);
        QCOMPARE(fieldOf(answer, "X-Homeward-Attempts"), "2"s);
    }
    QCOMPARE(router.engine().snapshot().localServers[0].state.counts.failures, std::uint64_t(2));
    QCOMPARE(fieldOf(router.chat(), "X-Homeward-Path"), "local"s);
}

void TestInvalidAnswers::giveWayToTheFirstAnswer()
{
    FakeBackend first;
    FakeBackend second;
    TestedRouter router;
    router.addNode(first);
    router.addNode(second);
    router.start();
    first.always = reply(503, R"({"first":true})");
    second.next = {reply(200), htmlPage()};
    for (int i = 0; i < 2; ++i) {
        const RawAnswer answer = router.chat();
        QCOMPARE(answer.head.status, 503);
        QCOMPARE(answer.body, R"({"first":true})"s);
    }
    QCOMPARE(router.node(1).state.counts.failures, std::uint64_t(2));
}

void TestInvalidAnswers::withFailoverOffAre502()
{
    FakeBackend bad;
    FakeBackend good;
    TestedRouter router;
    router.config.loadBalancing.isFailoverEnabled = false;
    router.addNode(bad);
    router.addNode(good);
    router.start();
    bad.always = htmlPage();
    QCOMPARE(router.chat().head.status, 502);
    QCOMPARE(good.callCount, 0);
}

void TestInvalidAnswers::ownTheirProtocolsError()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = reply(200);
    const RawAnswer answer = router.ask(chatRequest(chatBody, {}, "/v1/messages"));
    QCOMPARE(answer.head.status, 502);
    QVERIFY(answer.body.starts_with(R"({"type":"error","error":{"type":"api_error")"));
}

void TestInvalidAnswers::othersPassToTheByte_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<std::string>("type");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("path");
    const auto row = [](const char *name, int status, const std::string &type,
                        const std::string &body, const std::string &path) {
        QTest::newRow(name) << status << type << body << "/v1/" + path;
    };
    const std::string chat = "chat/completions";
    row("broken JSON", 200, "application/json", R"({"choices":[)", chat);
    row("HTML as JSON", 200, "application/json", page, chat);
    row("HTML without a type", 200, "", page, chat);
    row("one space", 200, "application/json", " ", chat);
    row("text", 200, "text/plain", "hello", chat);
    row("accepted, empty", 202, "application/json", "", chat);
    row("client error, empty", 404, "application/json", "", chat);
    row("client error, HTML", 404, "text/html", page, chat);
    row("server error, empty", 500, "application/json", "", chat);
    row("server error, HTML", 502, "text/html", page, chat);
    row("speech as a page", 200, "text/html", page, "audio/speech");
    row("silence in words", 200, "text/plain", "", "audio/transcriptions");
    row("unknown path, empty", 200, "text/plain", "", "something/else");
    row("unknown path, HTML", 200, "text/html", page, "something/else");
}

void TestInvalidAnswers::othersPassToTheByte()
{
    QFETCH(int, status);
    QFETCH(std::string, type);
    QFETCH(std::string, body);
    QFETCH(std::string, path);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always
        = reply(status, body, type.empty() ? FieldPairs{} : FieldPairs{{"Content-Type", type}});
    const RawAnswer answer = router.ask(chatRequest(chatBody, {}, path));
    QCOMPARE(answer.head.status, status);
    QCOMPARE(answer.body, body);
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(status >= 500 ? 1 : 0));
}

void TestInvalidAnswers::aPageThatWasAskedForPasses()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = htmlPage();
    const RawAnswer answer = router.ask(chatRequest(chatBody, "Accept: text/html,*/*;q=0.8\r\n"));
    QCOMPARE(answer.head.status, 200);
    QCOMPARE(answer.body, page);
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(0));
}

QTEST_GUILESS_MAIN(TestInvalidAnswers)
#include "tst_invalid_answers.moc"

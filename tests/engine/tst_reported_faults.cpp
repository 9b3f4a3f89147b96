// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tested_router.h"

using namespace homeward;
using namespace homeward::testing;
using namespace std::string_literals;

namespace {

const std::string delta = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
const std::string stop
    = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
const std::string done = "data: [DONE]\n\n";

} // namespace

/// Faults that users of similar programs reported, each as its kind. The names begin with the rows'
/// ids of the list that the project keeps to.
class TestReportedFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void streamsPassToTheByte_data();
    void streamsPassToTheByte();
    void a06_responsesEndWithTheirOwnEvent();
    void a07_aStreamWithoutItsEndIsAnError();
    void a07_finishedChoicesEndAStream_data();
    void a07_finishedChoicesEndAStream();
    void a07_aCutBehindFinishedChoicesIsAnError();
    void a08_aStreamThatDiesBeforeItsFirstByteFailsOver();
    void a10_aHeadFollowedBySilenceFailsOver();
    void a13_a14_leavingClosesTheBackend_data();
    void a13_a14_leavingClosesTheBackend();
    void a15_staleConnectionsAreWalkedPast();
    void a16_clientErrorsNeverOpenTheBreaker();
    void a17_aFailingNodeIsLeftOut();
    void a18_aStuckNodeHoldsUpNobody();
    void a19_tooManyRequestsPassesAndPauses();
    void a20_anErrorInPlaceOfAStreamPasses();
    void a22_theListAnswersWhileANodeHangs();
    void a23_idsWithSlashes_data();
    void a23_idsWithSlashes();
    void a24_baseUrls_data();
    void a24_baseUrls();
    void a25_localhostOnIpv4Only();
    void a27_a28_compressedAnswersPassUntouched_data();
    void a27_a28_compressedAnswersPassUntouched();
    void a29_largeBodiesPass();
    void a35_oneAllowOriginOnEveryAnswer();
    void a36_doubledFramingIsNoAnswer();
    void a37_aRequestThatComesBackStops();
    void otherProtocolsAreNotPassedOn_data();
    void otherProtocolsAreNotPassedOn();
    void a39_aTakenPortIsNamedWithItsHolder();
    void a44_streamsAreNotHeldBackByProxies();
    void a45_redirectionsKeepTheBody();
    void a47_eachAttemptCountsOnce();
    void a48_unknownPathsAreJson_data();
    void a48_unknownPathsAreJson();
};

void TestReportedFaults::streamsPassToTheByte_data()
{
    QTest::addColumn<std::vector<std::string>>("pieces");
    const auto row = [](const char *name, const std::vector<std::string> &pieces) {
        QTest::newRow(name) << pieces;
    };
    row("A1 CRLF", {"data: {\"choices\":[]}\r\n\r\n", "data: [DONE]\r\n\r\n"});
    row("A2 comment first", {": OPENROUTER PROCESSING\n\n", delta, done});
    row("A3 empty comment", {":\n\n", delta, done});
    row("A4 no space, several data lines",
        {"data:{\"choices\":\ndata: []}\n\n", "data:[DONE]\n\n"});
    std::vector<std::string> bytes;
    for (const char c :
         "data: {\"choices\":[{\"delta\":{\"content\":\"Привет 안녕 🌏\"}}]}\n\n" + done)
        bytes.emplace_back(1, c);
    row("A5 a byte in each chunk", bytes);
    row("A11 usage with empty choices",
        {delta, "data: {\"choices\":[],\"usage\":{\"total_tokens\":3}}\n\n", done});
}

void TestReportedFaults::streamsPassToTheByte()
{
    QFETCH(std::vector<std::string>, pieces);
    FakeBackend backend;
    backend.always = eventStream(pieces);
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 200);
    std::string expected;
    for (const std::string &piece : pieces)
        expected += piece;
    QCOMPARE(answer.body, expected);
}

void TestReportedFaults::a06_responsesEndWithTheirOwnEvent()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    const std::string stream
        = "event: response.completed\ndata: {\"type\":\"response.completed\"}\n\n";
    backend.always = eventStream({stream}, Then::Close);
    QCOMPARE(router.ask(chatRequest(chatBody, {}, "/v1/responses")).body, stream);
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(0));
}

void TestReportedFaults::a07_aStreamWithoutItsEndIsAnError()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = eventStream({delta}, Then::Close);
    const std::string body = router.chat().body;
    QVERIFY(body.starts_with(delta + "data: {\"error\":"));
    QVERIFY(body.find("\"upstream_stream_broken\"") != std::string::npos);
    QVERIFY(body.find("[DONE]") == std::string::npos);
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(1));
}

void TestReportedFaults::a07_finishedChoicesEndAStream_data()
{
    QTest::addColumn<std::string>("head");
    QTest::addColumn<bool>("isChunked");
    QTest::addColumn<bool>("isLocal");
    QTest::newRow("chunked") << "Transfer-Encoding: chunked\r\n"s << true << false;
    QTest::newRow("chunked, local") << "Transfer-Encoding: chunked\r\n"s << true << true;
    QTest::newRow("until it closes") << "Connection: close\r\n"s << false << false;
    QTest::newRow("with a length")
        << "Content-Length: " + std::to_string(delta.size() + stop.size()) + "\r\n"
        << false << false;
}

// Several servers never send [DONE]; nothing is added for them.
void TestReportedFaults::a07_finishedChoicesEndAStream()
{
    QFETCH(std::string, head);
    QFETCH(bool, isChunked);
    QFETCH(bool, isLocal);
    FakeBackend backend;
    TestedRouter router;
    isLocal ? router.addLocalServer(backend) : router.addNode(backend);
    router.start();
    backend.always = isChunked
        ? eventStream({delta, stop})
        : raw(
            {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + head + "\r\n", delta, stop},
            Then::Close);
    QCOMPARE(router.chat().body, delta + stop);
    QCOMPARE(router.ask(chatRequest(chatBody, {}, "/v1/completions")).body, delta + stop);
    const engine::Snapshot snapshot = router.engine().snapshot();
    const engine::BackendView &state
        = isLocal ? snapshot.localServers[0].state : snapshot.nodes[0].state;
    QCOMPARE(state.counts.failures, std::uint64_t(0));
    QCOMPARE(state.counts.successes, std::uint64_t(2));
}

void TestReportedFaults::a07_aCutBehindFinishedChoicesIsAnError()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    for (const Then then : {Then::Close, Then::Reset}) {
        backend.always = eventStream({delta, stop}, then, false);
        const std::string body = router.chat().body;
        QVERIFY(body.starts_with(delta + stop + "data: {\"error\":"));
        QVERIFY(body.find("\"upstream_stream_broken\"") != std::string::npos);
    }
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(2));
}

void TestReportedFaults::a08_aStreamThatDiesBeforeItsFirstByteFailsOver()
{
    FakeBackend first;
    FakeBackend second;
    TestedRouter router;
    router.addNode(first);
    router.addNode(second);
    router.start();
    first.always = eventStream({}, Then::Reset, false);
    second.always = eventStream({delta, done});
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.body, delta + done);
    QCOMPARE(fieldOf(answer, "X-Homeward-Attempts"), std::string("2"));
    QCOMPARE(second.lastCall.body, chatBody);
    QCOMPARE(router.node(0).state.counts.failures, std::uint64_t(1));
}

void TestReportedFaults::a10_aHeadFollowedBySilenceFailsOver()
{
    FakeBackend first;
    FakeBackend second;
    TestedRouter router;
    router.config.timeouts.idle = std::chrono::milliseconds(80);
    router.addNode(first);
    router.addNode(second);
    router.start();
    first.always = raw({"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n"});
    second.always = eventStream({delta, done});
    QCOMPARE(router.chat().body, delta + done);
    QCOMPARE(router.node(0).state.counts.failures, std::uint64_t(1));
}

void TestReportedFaults::a13_a14_leavingClosesTheBackend_data()
{
    QTest::addColumn<bool>("isLocal");
    QTest::addColumn<bool>("hasBegun");
    QTest::newRow("node, before the head") << false << false;
    QTest::newRow("node, in the stream") << false << true;
    QTest::newRow("local, before the head") << true << false;
    QTest::newRow("local, in the stream") << true << true;
}

void TestReportedFaults::a13_a14_leavingClosesTheBackend()
{
    QFETCH(bool, isLocal);
    QFETCH(bool, hasBegun);
    FakeBackend backend;
    TestedRouter router;
    isLocal ? router.addLocalServer(backend) : router.addNode(backend);
    router.start();
    std::optional<testing::Exchange> kept;
    const Behaviour stream = eventStream({delta}, Then::Keep, false);
    backend.always = [&](const testing::Exchange &exchange) {
        kept = exchange;
        if (hasBegun)
            stream(exchange);
    };
    RawClient client(router.port());
    client.send(chatRequest());
    QTRY_VERIFY(kept.has_value());
    if (hasBegun)
        QVERIFY(client.waitForText("delta"));
    client.close();
    QTRY_VERIFY_WITH_TIMEOUT(kept->isPeerGone(), 1000);
    const engine::Snapshot snapshot = router.engine().snapshot();
    const engine::BackendView &state
        = isLocal ? snapshot.localServers[0].state : snapshot.nodes[0].state;
    QCOMPARE(state.activeRequests, 0);
    QCOMPARE(state.counts.failures, std::uint64_t(0));
    QCOMPARE(state.counts.successes, std::uint64_t(hasBegun ? 1 : 0));
}

void TestReportedFaults::a15_staleConnectionsAreWalkedPast()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    QCOMPARE(router.chat().head.status, 200);
    const int open = backend.server().openConnectionCount();
    QVERIFY(open > 0);
    // Each of the idle connections dies without a byte when it is used again.
    for (int i = 0; i < open; ++i)
        backend.next.push_back(closing());
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 200);
    QCOMPARE(fieldOf(answer, "X-Homeward-Attempts"), std::string("1"));
    QCOMPARE(router.node().state.counts.failures, std::uint64_t(0));
}

void TestReportedFaults::a16_clientErrorsNeverOpenTheBreaker()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    for (const int status : {400, 404, 413, 422, 400, 429, 400, 401, 403, 400}) {
        backend.next = {reply(status, R"({"error":{}})")};
        QCOMPARE(router.chat().head.status, status);
    }
    QVERIFY(router.node().state.breaker == domain::BreakerState::Closed);
    QCOMPARE(router.node().state.consecutiveFailures, 0);
}

void TestReportedFaults::a17_aFailingNodeIsLeftOut()
{
    FakeBackend bad;
    FakeBackend good;
    TestedRouter router;
    router.config.loadBalancing.strategy = domain::Strategy::LeastLoaded;
    router.addNode(bad);
    router.addNode(good);
    router.start();
    bad.always = reply(503, "{}");
    for (int i = 0; i < 10; ++i)
        QCOMPARE(router.chat().head.status, 200);
    QCOMPARE(bad.callCount, 3);
    QCOMPARE(good.callCount, 10);
}

void TestReportedFaults::a18_aStuckNodeHoldsUpNobody()
{
    FakeBackend stuck("slow");
    FakeBackend good("m");
    TestedRouter router;
    router.addNode(stuck);
    router.addNode(good);
    router.start();
    stuck.always = hang();
    RawClient waiting(router.port());
    waiting.send(chatRequest(R"({"model":"slow"})"));
    QTRY_COMPARE(stuck.callCount, 1);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(router.chat().head.status, 200);
    QVERIFY(waiting.received().empty());
}

void TestReportedFaults::a19_tooManyRequestsPassesAndPauses()
{
    FakeBackend first;
    FakeBackend second;
    TestedRouter router;
    router.addNode(first);
    router.addNode(second);
    router.start();
    first.next = {reply(429, R"({"error":{}})", {{"Retry-After", "30"}})};
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 429);
    QCOMPARE(fieldOf(answer, "Retry-After"), std::string("30"));
    QCOMPARE(router.chat().head.status, 200);
    QCOMPARE(first.callCount, 1);
    second.next = {reply(429, "{}", {{"Retry-After", "60"}})};
    QCOMPARE(router.chat().head.status, 429);
    const RawAnswer refusal = router.chat();
    QCOMPARE(refusal.head.status, 503);
    QVERIFY(std::stoi(fieldOf(refusal, "Retry-After")) <= 30);
}

void TestReportedFaults::a20_anErrorInPlaceOfAStreamPasses()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always
        = reply(401, R"({"error":{"message":"no"}})", {{"Content-Type", "application/json"}});
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 401);
    QCOMPARE(answer.body, std::string(R"({"error":{"message":"no"}})"));
    QCOMPARE(fieldOf(answer, "Content-Type"), std::string("application/json"));
}

void TestReportedFaults::a22_theListAnswersWhileANodeHangs()
{
    FakeBackend good("m");
    FakeBackend stuck("other");
    TestedRouter router;
    router.addNode(good);
    router.addNode(stuck);
    router.start();
    stuck.models = hang();
    const std::string name = router.node(1).state.backendName;
    RawClient refresh(router.port());
    refresh.send("POST /admin/backends/" + name
                 + "/models/refresh HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(stuck.listCount, 2);
    const RawAnswer list = router.get("/v1/models");
    QVERIFY(list.body.find("\"m\"") != std::string::npos);
    QVERIFY(list.body.find("\"other\"") != std::string::npos);
    QVERIFY(refresh.received().empty());
}

void TestReportedFaults::a23_idsWithSlashes_data()
{
    QTest::addColumn<std::string>("path");
    for (const char *path :
         {"/v1/models/org/name", "/v1/models/org%2Fname", "/api/v1/inference/models/org/name",
          "/api/v1/inference/models/org%2fname"})
        QTest::newRow(path) << std::string(path);
}

void TestReportedFaults::a23_idsWithSlashes()
{
    QFETCH(std::string, path);
    FakeBackend backend("org/name");
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const RawAnswer answer = router.get(path);
    QCOMPARE(answer.head.status, 200);
    QVERIFY(answer.body.starts_with(R"({"id":"org/name")"));
}

void TestReportedFaults::a24_baseUrls_data()
{
    QTest::addColumn<std::string>("suffix");
    QTest::addColumn<std::string>("target");
    QTest::newRow("plain") << std::string() << std::string("/v1/chat/completions");
    QTest::newRow("slash") << std::string("/") << std::string("/v1/chat/completions");
    QTest::newRow("v1") << std::string("/v1") << std::string("/v1/chat/completions");
    QTest::newRow("v1 and slash") << std::string("/v1/") << std::string("/v1/chat/completions");
    QTest::newRow("prefix") << std::string("/llm/") << std::string("/llm/v1/chat/completions");
}

void TestReportedFaults::a24_baseUrls()
{
    QFETCH(std::string, suffix);
    QFETCH(std::string, target);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend.server().url() + suffix);
    router.start();
    QCOMPARE(router.chat().head.status, 200);
    QCOMPARE(backend.lastCall.target, target);
}

void TestReportedFaults::a25_localhostOnIpv4Only()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode("http://localhost:" + std::to_string(backend.server().port()));
    router.start();
    QCOMPARE(router.chat().head.status, 200);
}

void TestReportedFaults::a27_a28_compressedAnswersPassUntouched_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("good") << 200;
    QTest::newRow("error") << 422;
}

void TestReportedFaults::a27_a28_compressedAnswersPassUntouched()
{
    QFETCH(int, status);
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    const std::string packed("\x1f\x8b\x08\x00not really", 14);
    backend.always = reply(status, packed, {{"Content-Encoding", "gzip"}});
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, status);
    QCOMPARE(answer.body, packed);
    QCOMPARE(fieldOf(answer, "Content-Encoding"), std::string("gzip"));
}

void TestReportedFaults::a29_largeBodiesPass()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    const std::string body = R"({"image":")" + std::string(5 << 20, 'A') + R"(","model":"m"})";
    QCOMPARE(router.chat(body).head.status, 200);
    QVERIFY(backend.lastCall.body == body);
}

void TestReportedFaults::a35_oneAllowOriginOnEveryAnswer()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = reply(200, "{}", {{"Access-Control-Allow-Origin", "*"}});
    const std::string origin = "Origin: http://localhost:3000\r\n";
    for (const std::string &request :
         {chatRequest(chatBody, origin), chatRequest(R"({"model":"nobody"})", origin),
          getRequest("/v1/models", origin), getRequest("/nope", origin),
          getRequest("/api/v1/nodes/none", origin)}) {
        const RawAnswer answer = router.ask(request);
        QCOMPARE(answer.head.fields.count("Access-Control-Allow-Origin"), std::size_t(1));
        QCOMPARE(fieldOf(answer, "Access-Control-Allow-Origin"),
                 std::string("http://localhost:3000"));
    }
    const RawAnswer refused = router.ask(chatRequest(chatBody, "Origin: https://evil.example\r\n"));
    QCOMPARE(refused.head.status, 403);
    QCOMPARE(refused.head.fields.count("Access-Control-Allow-Origin"), std::size_t(0));
}

void TestReportedFaults::a36_doubledFramingIsNoAnswer()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = raw({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
                          "chunked\r\n\r\n0\r\n\r\n"});
    const RawAnswer answer = router.chat();
    QCOMPARE(answer.head.status, 502);
    QVERIFY(answer.body.find("upstream_invalid_response") != std::string::npos);
}

void TestReportedFaults::a37_aRequestThatComesBackStops()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    QCOMPARE(router.chat().head.status, 200);
    const std::string hop
        = std::string(backend.lastCall.fields.find("X-Homeward-Hop").value_or(""));
    QVERIFY(!hop.empty());
    const RawAnswer answer = router.ask(chatRequest(chatBody, "X-Homeward-Hop: " + hop + "\r\n"));
    QCOMPARE(answer.head.status, 508);
    QCOMPARE(router.ask(chatRequest(chatBody, "X-Homeward-Hop: a, b, c, d, e\r\n")).head.status,
             508);
    // The same list in two fields.
    const std::string twoFields = "X-Homeward-Hop: other\r\nx-homeward-hop: " + hop + "\r\n";
    QCOMPARE(router.ask(chatRequest(chatBody, twoFields)).head.status, 508);
    QCOMPARE(backend.callCount, 1);
}

void TestReportedFaults::otherProtocolsAreNotPassedOn_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("begin");
    QTest::newRow("Gemini, with a key in the query")
        << std::string("/v1beta/models/m:generateContent?key=secret")
        << std::string(R"({"error":{"code":404)");
    QTest::newRow("Ollama") << std::string("/api/chat") << std::string(R"({"error":")");
}

void TestReportedFaults::otherProtocolsAreNotPassedOn()
{
    QFETCH(std::string, path);
    QFETCH(std::string, begin);
    FakeBackend backend;
    TestedRouter router;
    router.addLocalServer(backend);
    router.start();
    const RawAnswer answer = router.ask(chatRequest(chatBody, {}, path));
    QCOMPARE(answer.head.status, 404);
    QVERIFY2(answer.body.starts_with(begin), answer.body.c_str());
    QCOMPARE(backend.callCount, 0);
}

void TestReportedFaults::a39_aTakenPortIsNamedWithItsHolder()
{
    ScriptedServer taken;
    QTemporaryDir folder;
    engine::EngineOptions options{.dataFolder = folder.path().toStdString()};
    const std::string address = "127.0.0.1:" + std::to_string(taken.port());
    options.commandLine.bind = {*config::bindAddressFromText(address)};
    const auto started = engine::Engine::start(std::move(options));
    QVERIFY(!started);
    const std::string &message = started.error().message;
    QVERIFY2(message.find(address) != std::string::npos, message.c_str());
    QVERIFY2(message.find(std::to_string(QCoreApplication::applicationPid())) != std::string::npos,
             message.c_str());
}

void TestReportedFaults::a44_streamsAreNotHeldBackByProxies()
{
    FakeBackend backend;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.always = eventStream({delta, done});
    const RawAnswer answer = router.chat();
    QCOMPARE(fieldOf(answer, "X-Accel-Buffering"), std::string("no"));
    QCOMPARE(fieldOf(answer, "Cache-Control"), std::string("no-cache"));
}

void TestReportedFaults::a45_redirectionsKeepTheBody()
{
    FakeBackend backend;
    FakeBackend elsewhere;
    TestedRouter router;
    router.addNode(backend);
    router.start();
    backend.next = {reply(307, "", {{"Location", "/v1/chat/completions/"}})};
    QCOMPARE(router.chat().head.status, 200);
    QCOMPARE(backend.lastCall.target, std::string("/v1/chat/completions/"));
    QCOMPARE(backend.lastCall.body, chatBody);
    backend.next = {reply(307, "", {{"Location", elsewhere.server().url() + "/v1/x"}})};
    QCOMPARE(router.chat().head.status, 307);
    QCOMPARE(elsewhere.callCount, 0);
}

void TestReportedFaults::a47_eachAttemptCountsOnce()
{
    FakeBackend first;
    FakeBackend second;
    TestedRouter router;
    router.addNode(first);
    router.addNode(second);
    router.start();
    first.next = {reply(500, "{}")};
    QCOMPARE(router.chat().head.status, 200);
    QCOMPARE(router.chat().head.status, 200);
    const engine::AttemptCounts one = router.node(0).state.counts;
    const engine::AttemptCounts two = router.node(1).state.counts;
    QCOMPARE(one.failures, std::uint64_t(1));
    QCOMPARE(one.successes, std::uint64_t(1));
    QCOMPARE(two.failures, std::uint64_t(0));
    QCOMPARE(two.successes, std::uint64_t(1));
}

void TestReportedFaults::a48_unknownPathsAreJson_data()
{
    QTest::addColumn<std::string>("path");
    for (const char *path : {"/v1/nope", "/nope", "/api/v1/nope", "/admin/nope", "/favicon.ico"})
        QTest::newRow(path) << std::string(path);
}

void TestReportedFaults::a48_unknownPathsAreJson()
{
    QFETCH(std::string, path);
    TestedRouter router;
    router.start();
    const RawAnswer answer = router.get(path);
    QCOMPARE(answer.head.status, 404);
    QCOMPARE(fieldOf(answer, "Content-Type"), std::string("application/json"));
    QVERIFY(answer.body.starts_with(R"({"error":{"message":)"));
}

QTEST_GUILESS_MAIN(TestReportedFaults)
#include "tst_reported_faults.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/error_body.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <string>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;

using Json = nlohmann::json;

class TestErrorBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsKinds_data();
    void mapsKinds();
    void hasTheShapeOfTheProtocol_data();
    void hasTheShapeOfTheProtocol();
    void tellsWhatTheResolutionKnew_data();
    void tellsWhatTheResolutionKnew();
    void endsStreams_data();
    void endsStreams();
    void isAlwaysValidJson_data();
    void isAlwaysValidJson();
};

namespace {

constexpr std::array surfaces{Surface::OpenAi, Surface::OpenAiResponses, Surface::Anthropic,
                              Surface::Gemini, Surface::Ollama};

} // namespace

void TestErrorBody::mapsKinds_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<int>("status");
    QTest::addColumn<std::string>("openAiType");
    QTest::addColumn<std::string>("anthropicType");
    QTest::addColumn<std::string>("geminiStatus");

    // The name of a row is the code.
    const auto row = [](const char *code, ErrorKind kind, int status, std::string openAi,
                        std::string anthropic, std::string gemini) {
        QTest::newRow(code) << kind << status << openAi << anthropic << gemini;
    };
    const std::string request = "invalid_request_error";
    const std::string permission = "permission_error";
    const std::string server = "server_error";
    row("invalid_request", ErrorKind::InvalidRequest, 400, request, request, "INVALID_ARGUMENT");
    row("invalid_api_key", ErrorKind::InvalidApiKey, 401, request, "authentication_error",
        "UNAUTHENTICATED");
    for (const ErrorKind kind :
         {ErrorKind::ModelNotAllowed, ErrorKind::AddressNotAllowed, ErrorKind::NoBackendAllowed,
          ErrorKind::ScopeMissing, ErrorKind::HostNotAllowed, ErrorKind::OriginNotAllowed}) {
        row(std::string(nameOf(kind)).c_str(), kind, 403, permission, permission,
            "PERMISSION_DENIED");
    }
    row("model_not_found", ErrorKind::ModelNotFound, 404, request, "not_found_error", "NOT_FOUND");
    row("not_found", ErrorKind::NotFound, 404, request, "not_found_error", "NOT_FOUND");
    row("method_not_allowed", ErrorKind::MethodNotAllowed, 405, request, request, "UNIMPLEMENTED");
    row("conflict", ErrorKind::Conflict, 409, request, request, "ABORTED");
    row("body_too_large", ErrorKind::BodyTooLarge, 413, request, "request_too_large",
        "INVALID_ARGUMENT");
    row("unsupported_encoding", ErrorKind::UnsupportedEncoding, 415, request, request,
        "INVALID_ARGUMENT");
    row("unsupported_media_type", ErrorKind::UnsupportedMediaType, 415, request, request,
        "INVALID_ARGUMENT");
    row("rate_limit_exceeded", ErrorKind::RateLimitExceeded, 429, "rate_limit_error",
        "rate_limit_error", "RESOURCE_EXHAUSTED");
    row("rewrite_cycle", ErrorKind::RewriteCycle, 500, server, "api_error", "INTERNAL");
    row("storage_failed", ErrorKind::StorageFailed, 500, server, "api_error", "INTERNAL");
    row("internal_error", ErrorKind::Internal, 500, server, "api_error", "INTERNAL");
    row("upstream_unreachable", ErrorKind::UpstreamUnreachable, 502, server, "api_error",
        "UNAVAILABLE");
    row("upstream_invalid_response", ErrorKind::UpstreamInvalidResponse, 502, server, "api_error",
        "UNAVAILABLE");
    row("upstream_stream_broken", ErrorKind::UpstreamStreamBroken, 502, server, "api_error",
        "UNAVAILABLE");
    row("model_unavailable", ErrorKind::ModelUnavailable, 503, server, "overloaded_error",
        "UNAVAILABLE");
    row("shutting_down", ErrorKind::ShuttingDown, 503, server, "overloaded_error", "UNAVAILABLE");
    row("upstream_timeout", ErrorKind::UpstreamTimeout, 504, server, "timeout_error",
        "DEADLINE_EXCEEDED");
    row("loop_detected", ErrorKind::LoopDetected, 508, server, "api_error", "FAILED_PRECONDITION");
}

void TestErrorBody::mapsKinds()
{
    QFETCH(ErrorKind, kind);
    QFETCH(int, status);
    QFETCH(std::string, openAiType);
    QFETCH(std::string, anthropicType);
    QFETCH(std::string, geminiStatus);

    const Error error{kind, "what happened", {}};
    for (const Surface surface : surfaces) {
        QCOMPARE(errorAnswer(surface, error).status, status);
        QCOMPARE(errorAnswer(surface, error).contentType, std::string_view("application/json"));
    }
    const auto errorOn = [&error](Surface surface) {
        return Json::parse(errorAnswer(surface, error).body)["error"];
    };
    QCOMPARE(errorOn(Surface::OpenAi)["code"].get<std::string>(), QTest::currentDataTag());
    QCOMPARE(errorOn(Surface::OpenAi)["type"].get<std::string>(), openAiType);
    QCOMPARE(errorOn(Surface::Anthropic)["type"].get<std::string>(), anthropicType);
    QCOMPARE(errorOn(Surface::Gemini)["code"].get<int>(), status);
    QCOMPARE(errorOn(Surface::Gemini)["status"].get<std::string>(), geminiStatus);
}

void TestErrorBody::hasTheShapeOfTheProtocol_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<std::string>("body");

    const std::string openAi
        = R"({"error":{"message":"\"model\" is no \n text","type":"invalid_request_error",)"
          R"("param":"model","code":"invalid_request"}})";
    QTest::newRow("OpenAI") << Surface::OpenAi << openAi;
    QTest::newRow("responses") << Surface::OpenAiResponses << openAi;
    QTest::newRow("Anthropic") << Surface::Anthropic
                               << R"({"type":"error","error":{"type":"invalid_request_error",)"
                                  R"("message":"\"model\" is no \n text"}})"s;
    QTest::newRow("Gemini")
        << Surface::Gemini
        << R"({"error":{"code":400,"message":"\"model\" is no \n text","status":"INVALID_ARGUMENT"}})"s;
    QTest::newRow("Ollama") << Surface::Ollama << R"({"error":"\"model\" is no \n text"})"s;
}

void TestErrorBody::hasTheShapeOfTheProtocol()
{
    QFETCH(Surface, surface);
    QFETCH(std::string, body);
    const Error error{ErrorKind::InvalidRequest, "\"model\" is no \n text", "model"};
    QCOMPARE(errorAnswer(surface, error).body, body);
}

void TestErrorBody::tellsWhatTheResolutionKnew_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<ErrorContext>("context");
    QTest::addColumn<std::string>("body");

    const std::string begin = R"({"error":{"message":"no","type":"server_error","param":null,)"
                              R"("code":"model_unavailable")";
    const ErrorContext both{.requestModel = "a\"", .routedModel = "b"};
    QTest::newRow("both") << Surface::OpenAi << both
                          << begin + R"(,"request_model":"a\"","routed_model":"b"}})";
    QTest::newRow("responses") << Surface::OpenAiResponses << both
                               << begin + R"(,"request_model":"a\"","routed_model":"b"}})";
    QTest::newRow("only the requested one") << Surface::OpenAi << ErrorContext{.requestModel = "a"}
                                            << begin + R"(,"request_model":"a"}})";
    QTest::newRow("nothing") << Surface::OpenAi << ErrorContext{} << begin + "}}";
    QTest::newRow("Anthropic")
        << Surface::Anthropic << both
        << R"({"type":"error","error":{"type":"overloaded_error","message":"no"}})"s;
    QTest::newRow("Ollama") << Surface::Ollama << both << R"({"error":"no"})"s;
}

void TestErrorBody::tellsWhatTheResolutionKnew()
{
    QFETCH(Surface, surface);
    QFETCH(ErrorContext, context);
    QFETCH(std::string, body);
    const Error error{ErrorKind::ModelUnavailable, "no", {}};
    QCOMPARE(errorAnswer(surface, error, context).body, body);
}

void TestErrorBody::endsStreams_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<std::string>("event");

    const std::string fields = R"({"message":"it broke","type":"server_error","param":null,)"
                               R"("code":"upstream_stream_broken"})";
    QTest::newRow("chat") << Surface::OpenAi << "data: {\"error\":" + fields + "}\n\n";
    QTest::newRow("responses") << Surface::OpenAiResponses
                               << "event: error\n"
                                  R"(data: {"type":"error","code":"upstream_stream_broken",)"
                                  R"("message":"it broke","param":null,"error":)"
            + fields + "}\n\n";
    QTest::newRow("Anthropic")
        << Surface::Anthropic
        << "event: error\n"
           R"(data: {"type":"error","error":{"type":"api_error","message":"it broke"}})"
           "\n\n"s;
    QTest::newRow("Gemini")
        << Surface::Gemini
        << R"(data: {"error":{"code":502,"message":"it broke","status":"UNAVAILABLE"}})"
           "\n\n"s;
    QTest::newRow("Ollama") << Surface::Ollama << "{\"error\":\"it broke\"}\n"s;
}

void TestErrorBody::endsStreams()
{
    QFETCH(Surface, surface);
    QFETCH(std::string, event);
    QCOMPARE(streamErrorEvent(surface, {ErrorKind::UpstreamStreamBroken, "it broke", {}}), event);
}

void TestErrorBody::isAlwaysValidJson_data()
{
    QTest::addColumn<std::string>("message");
    QTest::addColumn<std::string>("read");

    QTest::newRow("nothing") << ""s
                             << ""s;
    QTest::newRow("quotes") << R"(a "b" \c\)"s
                            << R"(a "b" \c\)"s;
    QTest::newRow("line ends") << "a\r\nb\n\n"s
                               << "a\r\nb\n\n"s;
    QTest::newRow("control characters") << "\0\x01\x1f\x7f\t"s
                                        << "\0\x01\x1f\x7f\t"s;
    QTest::newRow("beyond ASCII") << "모델 é 😀"s
                                  << "모델 é 😀"s;
    QTest::newRow("not UTF-8") << "a\xff\xc0z"s
                               << "a\ufffd\ufffdz"s;
    QTest::newRow("cut UTF-8") << "a\xe4\xb8"s
                               << "a\ufffd\ufffd"s;
}

// Nothing in a message may end the event that it stands in.
void TestErrorBody::isAlwaysValidJson()
{
    QFETCH(std::string, message);
    QFETCH(std::string, read);

    const Error error{ErrorKind::UpstreamStreamBroken, message, message};
    const ErrorContext context{.requestModel = message, .routedModel = message};
    for (const Surface surface : surfaces) {
        const auto json = Json::parse(errorAnswer(surface, error, context).body, nullptr, false);
        QVERIFY(!json.is_discarded());
        const auto &told = json["error"];
        QCOMPARE((surface == Surface::Ollama ? told : told["message"]).get<std::string>(), read);
        const std::string event = streamErrorEvent(surface, error);
        QVERIFY(event.find('\r') == std::string::npos);
        const std::string ending = surface == Surface::Ollama ? "\n" : "\n\n";
        QCOMPARE(event.find(ending), event.size() - ending.size());
    }
}

QTEST_APPLESS_MAIN(TestErrorBody)
#include "tst_error_body.moc"

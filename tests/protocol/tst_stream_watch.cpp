// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/error_body.h"
#include "protocol/stream_watch.h"
#include "splits.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;
using namespace homeward::protocol::testing;

class TestStreamWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheTerminalEvent_data();
    void knowsTheTerminalEvent();
    void knowsFinishedChoices_data();
    void knowsFinishedChoices();
    void noticesErrors_data();
    void noticesErrors();
    void ourEventStandsAlone_data();
    void ourEventStandsAlone();
};

namespace {

StreamWatch watched(Surface surface, const Pieces &pieces)
{
    StreamWatch watch(surface);
    for (const std::string_view piece : pieces)
        watch.feed(piece);
    return watch;
}

} // namespace

void TestStreamWatch::knowsTheTerminalEvent_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<bool>("isTerminated");

    const auto row = [](const char *name, Surface surface, std::string stream, bool isTerminated) {
        QTest::newRow(name) << surface << stream << isTerminated;
    };
    const std::string chunk = R"(data: {"choices":[{"delta":{"content":"a"}}]})"
                              "\n\n";
    const auto openAi = Surface::OpenAi;
    row("nothing", openAi, "", false);
    row("a chunk", openAi, chunk, false);
    row("done", openAi, chunk + "data: [DONE]\n\n", true);
    row("done, CRLF", openAi, "data: a\r\n\r\ndata: [DONE]\r\n\r\n", true);
    row("done, CR", openAi, "data: a\r\rdata: [DONE]\r\r", true);
    row("done without the space", openAi, chunk + "data:[DONE]\n\n", true);
    row("done with more space", openAi, chunk + "data:  [DONE] \n\n", true);
    row("done first, after a byte order mark", openAi,
        "\xef\xbb\xbf"
        "data: [DONE]\n\n",
        true);
    row("done, empty line missing", openAi, chunk + "data: [DONE]\n", true);
    row("done, line end missing", openAi, chunk + "data: [DONE]", true);
    row("comment behind done", openAi, chunk + "data: [DONE]\n\n: bye\n\n", true);
    row("cut inside done", openAi, chunk + "data: [DONE", false);
    row("more than done", openAi, chunk + "data: [DONE]x\n\n", false);
    row("done in a comment", openAi, ": [DONE]\n\n:data: [DONE]\n\n", false);
    row("done as an event", openAi, "event: [DONE]\n\n", false);
    row("done in a text", openAi,
        R"(data: {"content":"data: [DONE]"})"
        "\n\n",
        false);
    row("field in another case", openAi, "Data: [DONE]\n\n", false);
    row("space before the field", openAi, " data: [DONE]\n\n", false);
    row("the end of responses does not count", openAi,
        "event: response.completed\ndata: {\"type\":\"response.completed\"}\n\n", false);
    row("done far in a long line", openAi, "data: " + std::string(600, ' ') + "[DONE]\n\n", false);

    const auto responses = Surface::OpenAiResponses;
    row("responses: created", responses,
        "event: response.created\ndata: {\"type\":\"response.created\"}\n\n", false);
    for (const char *end : {"completed", "failed", "incomplete"}) {
        const std::string name = "response." + std::string(end);
        row(("responses: event " + name).c_str(), responses,
            "event: " + name + "\ndata: {\"type\":\"" + name + "\",\"response\":{}}\n\n", true);
        row(("responses: data only, " + name).c_str(), responses,
            "data: {\"type\": \"" + name + "\",\"response\":{}}\n\n", true);
        row(("responses: event behind data, " + name).c_str(), responses,
            "data: {}\nevent:" + name + "\n\n", true);
    }
    row("responses: long data", responses,
        "data: {\"type\":\"response.completed\",\"x\":\"" + std::string(5000, 'x') + "\"}\n\n",
        true);
    row("responses: done", responses, "data: [DONE]\n\n", true);
    row("responses: event without data", responses, "event: response.completed\n\n", false);
    row("responses: data of the next event", responses, "event: response.completed\n\ndata: {}\n\n",
        false);
    row("responses: cut behind the event", responses, "event: response.completed\n", false);
    row("responses: cut in the event", responses, "data: x\n\nevent: response.completed", false);
    row("responses: cut in the data", responses,
        "event: response.completed\ndata: {\"type\":\"response.completed\",\"respo", false);
    row("responses: a longer name", responses,
        "event: response.completed.x\ndata: {\"type\":\"response.completed.x\"}\n\n", false);
    row("responses: a text about it", responses,
        R"(data: {"type":"response.output_text.delta","delta":"\"type\":\"response.completed\""})"
        "\n\n",
        false);
    row("responses: a model that says it first", responses,
        R"(data: {"delta":"{\"type\":\"response.completed\"}"})"
        "\n\n",
        false);

    const auto anthropic = Surface::Anthropic;
    row("anthropic: delta", anthropic,
        "event: message_delta\ndata: {\"type\":\"message_delta\"}\n\n", false);
    row("anthropic: stop", anthropic, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        true);
    row("anthropic: data only", anthropic, "data: { \"type\" : \"message_stop\" }\r\n\r\n", true);
    row("anthropic: a block's stop", anthropic,
        "event: content_block_stop\ndata: {\"type\":\"content_block_stop\"}\n\n", false);
    row("anthropic: done", anthropic, "data: [DONE]\n\n", false);
    row("anthropic: cut in the data", anthropic, "event: message_stop\ndata: {\"ty", false);

    row("gemini has none", Surface::Gemini, "data: {}\n\n", true);
    row("ollama has none", Surface::Ollama, "{\"done\":false}\n", true);
    row("gemini, nothing yet", Surface::Gemini, "", true);
}

void TestStreamWatch::knowsTheTerminalEvent()
{
    QFETCH(Surface, surface);
    QFETCH(std::string, stream);
    QFETCH(bool, isTerminated);

    if (stream.size() > 1000) {
        QCOMPARE(watched(surface, inPiecesOf(stream, 100)).isTerminated(), isTerminated);
        return;
    }
    for (const auto &pieces : everySplit(stream))
        QCOMPARE(watched(surface, pieces).isTerminated(), isTerminated);
}

void TestStreamWatch::knowsFinishedChoices_data()
{
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<bool>("isTerminated");

    const auto row = [](const char *name, std::string stream, bool isTerminated) {
        QTest::newRow(name) << stream << isTerminated;
    };
    const auto event = [](const std::string &json) { return "data: " + json + "\n\n"; };
    const auto choices = [&event](const std::string &list) {
        return event(R"({"id":"a","choices":[)" + list + "]}");
    };
    const std::string text = choices(R"({"index":0,"delta":{"content":"a"},"finish_reason":null})");
    const std::string stop = choices(R"({"index":0,"delta":{},"finish_reason":"stop"})");
    const std::string second
        = choices(R"({"index":1,"delta":{"content":"b"},"finish_reason":null})");
    const std::string secondStop = choices(R"({"finish_reason":"length","delta":{},"index":1})");

    row("begun", text, false);
    row("finished", text + stop, true);
    row("in the event of its text", choices(R"({"index":0,"text":"a","finish_reason":"stop"})"),
        true);
    row("without an index", choices(R"({"text":"a","finish_reason":"stop"})"), true);
    row("with space", event(R"( { "choices" : [ { "finish_reason" : "stop" , "index" : 0 } ] } )"),
        true);
    row("usage behind it", stop + event(R"({"choices":[],"usage":{"total_tokens":3}})"), true);
    row("null again behind it", stop + text, true);
    row("comment behind it", stop + ": bye\n\n", true);
    row("half a comment behind it", stop + ": by", true);
    row("done behind it", stop + event("[DONE]"), true);
    row("cut in done behind it", stop + "data: [DO", false);
    row("text that is no JSON behind it", stop + event("bye"), true);
    row("no choice begun", event(R"({"choices":[],"usage":{"total_tokens":3}})"), false);
    row("only null", choices(R"({"index":0,"finish_reason":null})"), false);
    row("only empty", choices(R"({"index":0,"finish_reason":""})"), false);
    row("not a text", choices(R"({"index":0,"finish_reason":{"x":"stop"}})"), false);
    row("null behind it in the same object",
        choices(R"({"finish_reason":"stop","finish_reason":null})"), false);

    row("two, one finished", text + second + stop, false);
    row("two, both finished", text + second + secondStop + stop, true);
    row("two in one event", choices(R"({"index":0,"finish_reason":"stop"},{"index":1})"), false);
    row("two finished in one event",
        choices(R"({"index":0,"finish_reason":"stop"},{"index":1,"finish_reason":"stop"})"), true);
    row("one that begins behind the end of the other", text + stop + second, false);
    row("the last index", choices(R"({"index":127,"finish_reason":"stop"})"), true);
    for (const char *index :
         {"128", "1000", "12345678901234567890", "-1", "0.0", "1e1", "\"0\"", "null"})
        row(("index " + std::string(index)).c_str(),
            stop + choices(R"({"finish_reason":"stop","index":)" + std::string(index) + "}"),
            false);

    row("in a text", choices(R"({"index":0,"delta":{"content":"\"finish_reason\":\"stop\""}})"),
        false);
    row("in the delta", choices(R"({"index":0,"delta":{"finish_reason":"stop"}})"), false);
    row("index in the delta",
        stop + choices(R"({"index":0,"delta":{"tool_calls":[{"index":1,"id":"x"}]}})"), true);
    row("beside the choices", text + event(R"({"finish_reason":"stop"})"), false);
    row("deeper", text + event(R"({"x":{"choices":[{"finish_reason":"stop"}]}})"), false);
    row("elsewhere", text + event(R"({"x":[{"finish_reason":"stop"}]})"), false);
    row("in an array", event(R"([{"choices":[{"finish_reason":"stop"}]}])"), false);
    row("choices that are an object", event(R"({"choices":{"a":{"finish_reason":"stop"}}})"),
        false);
    row("choices that are arrays", event(R"({"choices":[["finish_reason","stop"]]})"), false);
    row("escaped letters", choices(R"({"finish_re\u0061son":"st\u006fp"})"), true);
    row("half a surrogate pair", choices(R"({"finish_reason":"\ud800"})"), true);
    row("in a comment", text + ": " + stop, false);
    row("in another field", text + "id: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\n", false);
    row("an event that is no JSON",
        event(R"({"choices":[{"finish_reason":"stop"}]})"
              "}"),
        false);

    const std::string crlf = "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}";
    row("CRLF", crlf + "\r\n\r\n", true);
    row("CR", crlf + "\r\r", true);
    row("no space", "data:{\"choices\":[{\"finish_reason\":\"stop\"}]}\n\n", true);
    row("after a byte order mark", "\xef\xbb\xbf" + crlf + "\n\n", true);
    row("several data lines",
        "data: {\"choices\":\r\ndata:[{\"index\":\r\n: x\r\nevent: y\r\ndata\r\ndata: 0,\r\n"
        "data: \"finish_reason\":\"stop\"}]}\r\n\r\n",
        true);
    row("a number over two lines",
        "data: {\"choices\":[{\"finish_reason\":\"stop\",\"index\":1\ndata: 2}]}\n\n", false);
    row("empty line missing", text + crlf + "\n", true);
    row("line end missing", text + crlf, true);
    row("cut in the event", text + crlf.substr(0, crlf.size() - 1), false);
    row("cut in the next event", stop + crlf.substr(0, crlf.size() - 1), false);
    row("cut in its field", stop + "data:", false);

    row("an error behind it", stop + event(R"({"error":{"message":"no"}})"), false);
    row("an error event behind it", stop + "event: error\ndata: {}\n\n", false);
    row("an error, and cut", stop + R"(data: {"error":{"message":"no"}})", false);

    row("far in a long line",
        choices(R"({"delta":{"content":")" + std::string(5000, 'x')
                + R"("},"finish_reason":"stop"})"),
        true);
    row("a long line behind it",
        stop + choices(R"({"index":1,"delta":{"content":")" + std::string(5000, 'x') + R"("}})"),
        false);
    std::string many;
    for (int i = 0; i < 40; ++i)
        many += text;
    row("many events", many + stop, true);
    row("many events, not finished", many, false);
}

void TestStreamWatch::knowsFinishedChoices()
{
    QFETCH(std::string, stream);
    QFETCH(bool, isTerminated);

    for (const auto &pieces : everySplit(stream))
        QCOMPARE(watched(Surface::OpenAi, pieces).isTerminated(), isTerminated);
    for (const Surface surface : {Surface::OpenAiResponses, Surface::Anthropic}) {
        if (stream.find("data: [DONE]\n") == std::string::npos)
            QVERIFY(!watched(surface, {stream}).isTerminated());
    }
}

void TestStreamWatch::noticesErrors_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<bool>("hasError");

    const auto row = [](const char *name, Surface surface, std::string stream, bool hasError) {
        QTest::newRow(name) << surface << stream << hasError;
    };
    const auto openAi = Surface::OpenAi;
    row("object", openAi, "data: {\"error\":{\"message\":\"no\"}}\n\n", true);
    row("object with space", openAi, "data:{ \"error\" : {\"message\":\"no\"}}\r\n\r\n", true);
    row("text", openAi, "data: {\"error\":\"no\"}\n\n", true);
    row("done behind it", openAi, "data: {\"error\":{}}\n\ndata: [DONE]\n\n", true);
    row("line end missing", openAi, "data: {\"error\":{}}", true);
    row("event", openAi, "event: error\ndata: {}\n\n", true);
    row("null", openAi, "data: {\"error\":null,\"choices\":[]}\n\n", false);
    row("nothing", openAi, "", false);
    row("chunk", openAi, "data: {\"choices\":[]}\n\n", false);
    row("a text about it", openAi,
        R"(data: {"x":"{\"error\":{}}"})"
        "\n\n",
        false);
    row("comment", openAi, ": {\"error\":{}}\n\n", false);
    row("not an object", openAi, "data: [\"error\"]\n\n", false);

    const auto responses = Surface::OpenAiResponses;
    row("responses: event", responses, "event: error\ndata: {}\n\n", true);
    row("responses: type", responses, "data: {\"type\":\"error\"}\n\n", true);
    row("responses: failed", responses, "event: response.failed\ndata: {}\n\n", true);
    row("responses: null", responses,
        "data: {\"type\":\"response.created\",\"response\":{\"error\":null}}\n\n", false);

    row("anthropic: event", Surface::Anthropic,
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n",
        true);
    row("anthropic: type", Surface::Anthropic, "data: {\"type\":\"error\",\"error\":{}}\n\n", true);
    row("anthropic: ping", Surface::Anthropic, "event: ping\ndata: {\"type\":\"ping\"}\n\n", false);
    row("gemini", Surface::Gemini, "data: {\"error\":{\"code\":500}}\n\n", true);
    row("gemini: chunk", Surface::Gemini, "data: {\"candidates\":[]}\n\n", false);
    row("ollama", Surface::Ollama, "{\"error\":\"no\"}\n", true);
    row("ollama: chunk", Surface::Ollama, "{\"model\":\"m\",\"done\":false}\n", false);
}

void TestStreamWatch::noticesErrors()
{
    QFETCH(Surface, surface);
    QFETCH(std::string, stream);
    QFETCH(bool, hasError);

    for (const auto &pieces : everySplit(stream))
        QCOMPARE(watched(surface, pieces).hasError(), hasError);
}

void TestStreamWatch::ourEventStandsAlone_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::newRow("chat") << Surface::OpenAi;
    QTest::newRow("responses") << Surface::OpenAiResponses;
    QTest::newRow("anthropic") << Surface::Anthropic;
    QTest::newRow("gemini") << Surface::Gemini;
}

// Wherever the stream was cut: the error is seen, and it does not pass for the end.
void TestStreamWatch::ourEventStandsAlone()
{
    QFETCH(Surface, surface);

    const std::string ours
        = streamErrorEvent(surface, {ErrorKind::UpstreamStreamBroken, "the stream broke", {}});
    for (const std::string lineEnd : {"\n", "\r", "\r\n"}) {
        const std::string stream = "event: x" + lineEnd + "data: {\"a\":1}" + lineEnd + lineEnd
            + ": wait" + lineEnd + lineEnd + "data: {}" + lineEnd + lineEnd;
        for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
            StreamWatch watch = watched(surface, {std::string_view(stream).substr(0, cut)});
            const std::string closing = watch.closingBytes();
            watch.feed(closing);
            QVERIFY(!watch.hasError());
            QCOMPARE(watch.closingBytes(), std::string());
            watch.feed(ours);
            QVERIFY(watch.hasError());
            QCOMPARE(watch.isTerminated(), surface == Surface::Gemini);
            QCOMPARE(watch.closingBytes(), std::string());
        }
    }
}

QTEST_APPLESS_MAIN(TestStreamWatch)
#include "tst_stream_watch.moc"

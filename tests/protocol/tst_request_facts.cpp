// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json_generator.h"
#include "json_oracle.h"
#include "protocol/request_facts.h"
#include "splits.h"

#include <QTest>

using namespace homeward;
using namespace homeward::protocol;
using namespace homeward::protocol::testing;
using namespace std::string_literals;

class TestRequestFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsModelAndStream_data();
    void findsModelAndStream();
    void recordsWhereTheModelStands();
    void refuses_data();
    void refuses();
    void limitsDepth_data();
    void limitsDepth();
    void limitsLengthOfModel();
    void survivesDepthOf100000();
    void passesLargeImages();
    void namesNoTextOfTheBody();
    void stopsEarly();
    void agreesWithAnotherReader();
};

namespace {

Result<RequestFacts> factsOf(const Pieces &pieces)
{
    RequestFactsReader reader;
    for (const auto piece : pieces)
        reader.feed(piece);
    return reader.finish();
}

Result<RequestFacts> factsOf(std::string_view body)
{
    return factsOf(Pieces{body});
}

} // namespace

void TestRequestFacts::findsModelAndStream_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("model");
    QTest::addColumn<bool>("isStream");

    const auto row = [](const char *name, std::string body, std::string model, bool isStream) {
        QTest::newRow(name) << body << model << isStream;
    };
    row("smallest", R"({"model":"m"})", "m", false);
    row("stream", R"({"model":"m","stream":true})", "m", true);
    row("stream first", R"({"stream":true,"model":"m"})", "m", true);
    row("no stream", R"({"model":"m","stream":false})", "m", false);
    row("stream as text", R"({"stream":"true","model":"m"})", "m", false);
    row("stream as number", R"({"stream":1,"model":"m"})", "m", false);
    row("stream in an array", R"({"stream":[true],"model":"m"})", "m", false);
    row("stream in an object", R"({"stream":{"stream":true},"model":"m"})", "m", false);
    row("stream twice, the last counts", R"({"stream":true,"stream":false,"model":"m"})", "m",
        false);
    row("space everywhere", " \r\n\t{ \"model\" : \"m\" , \"stream\"\n:\ttrue }\n ", "m", true);
    row("escaped value", R"({"model":"\u006d\"\\\/x"})", "m\"\\/x", false);
    row("escaped key", R"({"\u006d\u006fdel":"m"})", "m", false);
    row("surrogate pair", R"({"model":"\ud83d\ude00"})", "😀", false);
    row("raw characters beyond ASCII", R"({"model":"한국어-모델 é 😀"})", "한국어-모델 é 😀", false);
    row("slashes and colons", R"({"model":"org/name:8b"})", "org/name:8b", false);
    row("space around is kept", R"({"model":" m "})", " m ", false);
    row("nested models do not count", R"({"a":{"model":"x"},"b":[{"model":"y"}],"model":"m"})", "m",
        false);
    row("unknown fields", R"({"model":"m","x":{"y":[1e400,-0,0.10]},"":null})", "m", false);
    row("half of a surrogate pair elsewhere", R"({"model":"m","x":"\ud83d","\ude00":1})", "m",
        false);
    row("the key as a value", R"({"x":"model","y":["model","z"],"model":"m"})", "m", false);
    row("longer keys", R"({"models":"x","mode":"y","model ":"z","model":"m"})", "m", false);
    row("a key of 100 bytes", R"({")"s + std::string(100, 'k') + R"(":1,"model":"m"})", "m", false);
    row("byte order mark", "\xef\xbb\xbf{\"model\":\"m\",\"stream\":true}", "m", true);
    row("twice the same", R"({"model":"m","model":"\u006d"})", "m", false);
}

void TestRequestFacts::findsModelAndStream()
{
    QFETCH(std::string, body);
    QFETCH(std::string, model);
    QFETCH(bool, isStream);

    const auto whole = factsOf(body);
    QVERIFY2(whole.hasValue(), whole ? "" : whole.error().message.c_str());
    QCOMPARE(whole->model, model);
    QCOMPARE(whole->isStream, isStream);
    for (const auto &pieces : everySplit(body))
        QVERIFY(factsOf(pieces) == whole);
}

void TestRequestFacts::recordsWhereTheModelStands()
{
    const std::string body = R"( {"a":{"model":"x"},"model":"\u006d", "model" : "m" })";
    const std::vector<Span> spans{{body.find("\"\\u"), 8}, {body.rfind("\"m\""), 3}};
    for (const auto &pieces : everySplit(body))
        QVERIFY(factsOf(pieces)->modelSpans == spans);

    const std::string marked = "\xef\xbb\xbf" + body;
    std::vector<Span> later = spans;
    for (Span &span : later)
        span.offset += 3;
    for (const auto &pieces : everySplit(marked))
        QVERIFY(factsOf(pieces)->modelSpans == later);
}

void TestRequestFacts::refuses_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("message");

    const auto syntax = [](std::string_view fault, std::size_t offset) {
        return "the body is not valid JSON: " + std::string(fault) + " at offset "
            + std::to_string(offset);
    };
    const auto row = [](const char *name, std::string body, std::string message) {
        QTest::newRow(name) << body << message;
    };
    const std::string early = "it ends too early";
    const std::string unexpected = "an unexpected byte";
    const std::string noModel = "the body has no \"model\"; name a model that GET /v1/models lists";
    const std::string noObject = "the body is not a JSON object with a \"model\"";
    const std::string noString = "\"model\" is not a string";

    row("nothing", "", syntax(early, 0));
    row("space", " \n", syntax(early, 2));
    row("an open brace", "{", syntax(early, 1));
    row("an open object", R"({"model":"m")", syntax(early, 12));
    row("an open string", R"({"model":"m)", syntax(early, 11));
    row("an open escape", R"({"model":"m\)", syntax(early, 12));
    row("an open literal", R"({"model":"m","a":tru)", syntax(early, 20));
    row("an open number", R"({"model":"m","a":1)", syntax(early, 18));
    row("array", "[]", noObject);
    row("array of objects", R"([{"model":"m"}])", noObject);
    row("number", "7", noObject);
    row("open number", "-", syntax(early, 1));
    row("null", "null", noObject);
    row("string", R"("m")", noObject);
    row("no value", R"({"model":})", syntax(unexpected, 9));
    row("no model", R"({"messages":[]})", noModel);
    row("empty object", "{}", noModel);
    row("nested model only", R"({"a":{"model":"m"}})", noModel);
    row("number as model", R"({"model":7})", noString);
    row("null as model", R"({"model":null})", noString);
    row("array as model", R"({"model":["m"]})", noString);
    row("object as model", R"({"model":{"model":"m"}})", noString);
    row("empty model", R"({"model":""})",
        "\"model\" is empty; name a model that GET /v1/models lists");
    row("space as model", R"({"model":"   "})",
        "\"model\" is only space; name a model that GET /v1/models lists");
    row("no-break space as model", "{\"model\":\"\u00a0\u3000\"}",
        "\"model\" is only space; name a model that GET /v1/models lists");
    row("escaped control character", R"({"model":"m\n"})", "\"model\" has a control character");
    row("escaped NUL", R"({"model":"m\u0000"})", "\"model\" has a control character");
    row("DEL", "{\"model\":\"m\x7f\"}", "\"model\" has a control character");
    row("C1 control character", R"({"model":"m\u0085"})", "\"model\" has a control character");
    row("half of a surrogate pair", R"({"model":"m\ud83d"})",
        "\"model\" has half of a surrogate pair");
    row("the other half", R"({"model":"m\ude00"})", "\"model\" has half of a surrogate pair");
    row("halves in the wrong order", R"({"model":"m\ude00\ud83d"})",
        "\"model\" has half of a surrogate pair");
    row("halves apart", R"({"model":"\ud83dm\ude00"})", "\"model\" has half of a surrogate pair");
    row("different models", R"({"model":"m","model":"n"})",
        "the body has more than one \"model\", and they differ");
    row("different models, one escaped key", R"({"model":"m","\u006dodel":"n"})",
        "the body has more than one \"model\", and they differ");
    row("a model and none", R"({"model":"m","model":null})", noString);
    row("another spelling", R"({"model":"m","Model":"m"})",
        "the body has \"model\" in another spelling; write it in lower case");
    row("another spelling, escaped", R"({"MODE\u004c":"m"})",
        "the body has \"model\" in another spelling; write it in lower case");
    row("raw line end in a string", "{\"model\":\"m\n\"}",
        syntax("a control character in a string", 11));
    row("raw NUL in a string", "{\"model\":\"m\0\"}"s,
        syntax("a control character in a string", 11));
    row("brace too many", R"({"model":"m"}})", syntax("more bytes after the end of the value", 13));
    row("text behind", R"({"model":"m"} x)", syntax("more bytes after the end of the value", 14));
    row("NUL behind", "{\"model\":\"m\"}\0"s, syntax("more bytes after the end of the value", 13));
    row("single quotes", "{'model':'m'}", syntax(unexpected, 1));
    row("comma at the end", R"({"model":"m",})", syntax(unexpected, 13));
    row("comma at the end of an array", R"({"model":"m","a":[1,]})", syntax(unexpected, 20));
    row("comma at the front", R"({,"model":"m"})", syntax(unexpected, 1));
    row("two commas", R"({"model":"m",,"a":1})", syntax(unexpected, 13));
    row("no comma", R"({"model":"m" "a":1})", syntax(unexpected, 13));
    row("no colon", R"({"model" "m"})", syntax(unexpected, 9));
    row("wrong bracket", R"({"model":"m","a":[1}})", syntax(unexpected, 19));
    row("bare key", R"({model:"m"})", syntax(unexpected, 1));
    row("comment", R"({"model":"m"/* */})", syntax(unexpected, 12));
    row("NaN", R"({"model":"m","a":NaN})", syntax(unexpected, 17));
    row("Infinity", R"({"model":"m","a":-Infinity})", syntax(unexpected, 18));
    row("capital literal", R"({"model":"m","a":True})", syntax(unexpected, 17));
    row("misspelt literal", R"({"model":"m","a":nulL})", syntax(unexpected, 20));
    row("longer literal", R"({"model":"m","a":truee})", syntax(unexpected, 21));
    row("leading zero", R"({"model":"m","a":01})", syntax(unexpected, 18));
    row("leading plus", R"({"model":"m","a":+1})", syntax(unexpected, 17));
    row("minus alone", R"({"model":"m","a":-})", syntax(unexpected, 18));
    row("point without digits", R"({"model":"m","a":1.})", syntax(unexpected, 19));
    row("point at the front", R"({"model":"m","a":.5})", syntax(unexpected, 17));
    row("exponent without digits", R"({"model":"m","a":1e})", syntax(unexpected, 19));
    row("exponent with sign only", R"({"model":"m","a":1e+})", syntax(unexpected, 20));
    row("two exponents", R"({"model":"m","a":1e5e5})", syntax(unexpected, 20));
    row("hexadecimal", R"({"model":"m","a":0x1})", syntax(unexpected, 18));
    row("unknown escape", R"({"model":"m","a":"\x41"})",
        syntax("an unknown escape in a string", 19));
    row("short escape", R"({"model":"m","a":"\u12"})", syntax("an unknown escape in a string", 22));
    row("part of a byte order mark", "\xef\xbb{\"model\":\"m\"}", syntax(unexpected, 0));
    row("two byte order marks", "\xef\xbb\xbf\xef\xbb\xbf{\"model\":\"m\"}", syntax(unexpected, 3));
    row("byte order mark behind a space", " \xef\xbb\xbf{\"model\":\"m\"}", syntax(unexpected, 1));
    row("byte order mark inside", "{\xef\xbb\xbf\"model\":\"m\"}", syntax(unexpected, 1));
    row("byte order mark of UTF-16", "\xff\xfe{\"model\":\"m\"}", syntax(unexpected, 0));
    row("fault behind a byte order mark", "\xef\xbb\xbf{'model':1}", syntax(unexpected, 4));
    row("form feed", "{\"model\":\"m\"\f}", syntax(unexpected, 12));
    row("UTF-8: stray continuation", "{\"model\":\"\x80\"}", syntax("text that is not UTF-8", 10));
    row("UTF-8: overlong", "{\"model\":\"\xc0\x80\"}", syntax("text that is not UTF-8", 10));
    row("UTF-8: overlong in three bytes", "{\"model\":\"\xe0\x80\x80\"}",
        syntax("text that is not UTF-8", 11));
    row("UTF-8: surrogate", "{\"model\":\"\xed\xa0\x80\"}", syntax("text that is not UTF-8", 11));
    row("UTF-8: beyond Unicode", "{\"model\":\"\xf4\x90\x80\x80\"}",
        syntax("text that is not UTF-8", 11));
    row("UTF-8: cut by the quote", "{\"model\":\"\xe4\xb8\"}",
        syntax("text that is not UTF-8", 12));
}

void TestRequestFacts::refuses()
{
    QFETCH(std::string, body);
    QFETCH(std::string, message);

    const auto whole = factsOf(body);
    QVERIFY(!whole);
    QCOMPARE(whole.error().message, message);
    QCOMPARE(whole.error().kind, ErrorKind::InvalidRequest);
    for (const auto &pieces : everySplit(body))
        QVERIFY(factsOf(pieces) == whole);
}

void TestRequestFacts::limitsDepth_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("isAccepted");
    QTest::newRow("200") << 200 << true;
    QTest::newRow("as deep as allowed") << 511 << true;
    QTest::newRow("one too deep") << 512 << false;
    QTest::newRow("1000") << 1000 << false;
}

void TestRequestFacts::limitsDepth()
{
    QFETCH(int, levels);
    QFETCH(bool, isAccepted);

    const std::size_t count = std::size_t(levels);
    const std::string arrays
        = R"({"model":"m","x":)" + std::string(count, '[') + std::string(count, ']') + '}';
    std::string objects = R"({"model":"m","x":)";
    for (int level = 1; level < levels; ++level)
        objects += R"({"a":)";
    objects += "{}" + std::string(count - 1, '}') + '}';
    for (const std::string &body : {arrays, objects}) {
        QCOMPARE(factsOf(body).hasValue(), isAccepted);
        QVERIFY(factsOf(inPiecesOf(body, 7)) == factsOf(body));
    }
}

void TestRequestFacts::limitsLengthOfModel()
{
    const auto body
        = [](std::size_t length) { return R"({"model":")" + std::string(length, 'm') + R"("})"; };
    QVERIFY(factsOf(body(1024)));
    QVERIFY(!factsOf(body(1025)));
    QCOMPARE(factsOf(body(1000000)).error().message, "\"model\" is longer than 1024 bytes"s);
}

void TestRequestFacts::survivesDepthOf100000()
{
    constexpr std::size_t levels = 100000;
    const std::string body
        = R"({"model":"m","x":)" + std::string(levels, '[') + std::string(levels, ']') + '}';
    QCOMPARE(factsOf(body).error().message,
             "the body is not valid JSON: more than 512 levels of nesting at offset 528"s);
    QCOMPARE(factsOf(inPiecesOf(body, 1)), factsOf(body));
}

// cases.md A29: large images.
void TestRequestFacts::passesLargeImages()
{
    for (const std::size_t megabytes : {1, 5, 25}) {
        const std::string body = R"({"messages":[{"role":"user","content":[{"image_url":{"url":")"
            + std::string(megabytes << 20, 'A') + R"("}}]}],"model":"m"})";
        const auto facts = factsOf(inPiecesOf(body, 65536));
        QVERIFY(facts.hasValue());
        QCOMPARE(facts->modelSpans, (std::vector<Span>{{body.size() - 4, 3}}));
    }
}

void TestRequestFacts::namesNoTextOfTheBody()
{
    for (const char *body : {R"({"model":"m","messages":"my private words")",
                             R"({"model":"my private words\n"})", R"({"my private words":1})"}) {
        const auto facts = factsOf(body);
        QVERIFY(!facts);
        QVERIFY(facts.error().message.find("private") == std::string::npos);
    }
}

void TestRequestFacts::stopsEarly()
{
    RequestFactsReader reader;
    reader.feed(R"({"model":"m",)");
    QVERIFY(!reader.hasFailed());
    reader.feed("'");
    QVERIFY(reader.hasFailed());
    RequestFactsReader second;
    second.feed(R"({"model":7,)");
    QVERIFY(second.hasFailed());
}

void TestRequestFacts::agreesWithAnotherReader()
{
    JsonGenerator generator(20261130);
    int accepted = 0;
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string body = generator.body();
        if (round % 3 != 0)
            body = generator.mutated(std::move(body));
        const auto facts = factsOf(body);
        const auto context = QByteArray::fromStdString(body);
        for (const std::size_t size : {std::size_t(1), 1 + generator.below(20)})
            QVERIFY2(factsOf(inPiecesOf(body, size)) == facts, context);

        const auto answer = askOracle(body);
        if (!answer.isCertain)
            continue;
        QVERIFY2(facts.hasValue() == answer.isAccepted, context);
        ++(facts ? accepted : refused);
        if (!facts)
            continue;
        QCOMPARE(facts->model, answer.model);
        QCOMPARE(facts->modelSpans.size(), answer.modelCount);
        QCOMPARE(facts->isStream, answer.isStream);
        for (const Span span : facts->modelSpans) {
            const auto value = std::string_view(body).substr(span.offset, span.size);
            QVERIFY2(value.starts_with('"') && value.ends_with('"'), context);
        }
    }
    QVERIFY2(accepted > 3000 && refused > 3000, "both outcomes are common");
}

QTEST_APPLESS_MAIN(TestRequestFacts)
#include "tst_request_facts.moc"

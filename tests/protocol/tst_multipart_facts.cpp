// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/body_splice.h"
#include "protocol/multipart_facts.h"

#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;

using MaybeText = std::optional<std::string>;

class TestMultipartFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheBoundary_data();
    void readsTheBoundary();
    void findsModelAndStream_data();
    void findsModelAndStream();
    void refuses_data();
    void refuses();
    void changesTheModelOnly_data();
    void changesTheModelOnly();
    void splicesEveryModel();
    void noSplicedModelEndsItsField();
    void takesLargeFilesInSteps();
    void readsManySmallParts();
    void readsManyLineEnds();
};

namespace {

const std::string boundary = "b1";
/// The head of a form field that is plain text.
std::string field(const std::string &name, const std::string &content)
{
    return "--b1\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content
        + "\r\n";
}

/// A part with this field line, and `m` as its content.
std::string part(const std::string &line)
{
    return "--b1\r\n" + line + "\r\n\r\nm\r\n";
}

const std::string file = "--b1\r\nContent-Disposition: form-data; name=\"file\"; "
                         "filename=\"a.wav\"\r\nContent-Type: audio/wav\r\n\r\nRIFF\0\r\n\n--\r\n"s;
const std::string closing = "--b1--\r\n";

Result<RequestFacts> factsIn(std::string_view body, std::size_t stepBytes = 1 << 18)
{
    MultipartFactsReader reader(boundary, body);
    while (!reader.step(stepBytes)) { }
    return reader.finish();
}

/// The same, with every size of a step that could matter.
Result<RequestFacts> factsInSteps(std::string_view body)
{
    const auto whole = factsIn(body);
    for (std::size_t stepBytes = 1; stepBytes <= body.size(); ++stepBytes) {
        if (factsIn(body, stepBytes) != whole)
            return Error{ErrorKind::Internal, "another result in steps", {}};
    }
    return whole;
}

} // namespace

void TestMultipartFacts::readsTheBoundary_data()
{
    QTest::addColumn<std::string>("contentType");
    QTest::addColumn<MaybeText>("expected");

    const auto row = [](const char *name, std::string contentType, MaybeText expected) {
        QTest::newRow(name) << contentType << expected;
    };
    row("plain", "multipart/form-data; boundary=b1", "b1");
    row("no space", "multipart/form-data;boundary=b1", "b1");
    row("much space", "multipart/form-data ;\t boundary = b1 ", "b1");
    row("in another case", "Multipart/Form-DATA; BOUNDARY=aB", "aB");
    row("quoted", "multipart/form-data; boundary=\"a b;c=d:e?\"", "a b;c=d:e?");
    row("quoted with escapes", "multipart/form-data; boundary=\"a\\\"b\\c\"", "a\"bc");
    row("space behind the quotes", "multipart/form-data; boundary=\"b1\" ", "b1");
    row("another parameter first", "multipart/form-data; charset=utf-8; boundary=b1", "b1");
    row("one like it first", "multipart/form-data; xboundary=b0; boundary=b1", "b1");
    row("one inside a quoted value", "multipart/form-data; x=\"; boundary=b0\"; boundary=b1", "b1");
    row("another parameter behind", "multipart/form-data; boundary=\"b1\"; charset=utf-8", "b1");
    row("semicolon at the end", "multipart/form-data; boundary=b1;", "b1");
    row("of a browser", "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
        "----WebKitFormBoundary7MA4YWxkTrZu0gW");
    row("70 characters", "multipart/form-data; boundary=" + std::string(70, 'x'),
        std::string(70, 'x'));
    row("JSON", "application/json", {});
    row("JSON with a boundary", "application/json; boundary=b1", {});
    row("another multipart", "multipart/mixed; boundary=b1", {});
    row("a longer type", "multipart/form-data-x; boundary=b1", {});
    row("nothing", "", {});
    row("no boundary", "multipart/form-data", {});
    row("empty", "multipart/form-data; boundary=", {});
    row("empty in quotes", "multipart/form-data; boundary=\"\"", {});
    row("quotes not closed", "multipart/form-data; boundary=\"b1", {});
    row("quotes in the middle", "multipart/form-data; boundary=b\"1\"", {});
    row("something behind the quotes", "multipart/form-data; boundary=\"b1\"x", {});
    row("space inside", "multipart/form-data; boundary=b 1", {});
    row("space at its end", "multipart/form-data; boundary=\"b1 \"", {});
    row("two of them", "multipart/form-data; boundary=b1; Boundary=b2", {});
    row("a parameter without value", "multipart/form-data; x; boundary=b1", {});
    row("empty parameter", "multipart/form-data;; boundary=b1", {});
    row("too long", "multipart/form-data; boundary=" + std::string(201, 'x'), {});
}

void TestMultipartFacts::readsTheBoundary()
{
    QFETCH(std::string, contentType);
    QFETCH(MaybeText, expected);
    QCOMPARE(multipartBoundary(contentType), expected);
}

void TestMultipartFacts::findsModelAndStream_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("model");
    QTest::addColumn<bool>("isStream");

    const auto row
        = [](const char *name, std::string body, std::string model = "m", bool isStream = false) {
              QTest::newRow(name) << body << model << isStream;
          };
    const std::string model = field("model", "m");
    row("model only", model + closing);
    row("file first", file + model + closing);
    row("file last", model + file + closing);
    row("stream", model + field("stream", "true") + closing, "m", true);
    row("stream first", field("stream", "true") + file + model + closing, "m", true);
    row("stream in another case", model + field("stream", "True") + closing, "m", true);
    row("no stream", model + field("stream", "false") + closing);
    row("empty stream", model + field("stream", "") + closing);
    row("the last stream counts",
        model + field("stream", "true") + field("stream", "false") + closing);
    row("empty parts", field("prompt", "") + model + field("x", "") + closing);
    row("no line end at the end", model + "--b1--");
    row("spaces behind the end", model + "--b1-- \t");
    row("preamble", "Read this with a mail program.\r\n" + model + closing);
    row("preamble of one line end", "\r\n" + model + closing);
    row("preamble with dashes", "--b\r\n--b2\r\n" + model + closing);
    row("epilogue", model + closing + field("model", "x") + "anything");
    row("spaces behind a boundary",
        "--b1 \t\r\n" + model.substr(6) + "--b1 \r\n" + file.substr(6) + closing);
    row("another case in the head", part("CONTENT-disposition:FORM-DATA;NAME=model") + closing);
    row("other fields in the head",
        part("Content-Type: text/plain; charset=utf-8\r\nX-A: b\r\n"
             "Content-Disposition: form-data; name=\"model\"\r\nContent-Transfer-Encoding: 8bit")
            + closing);
    row("escape in the name", part(R"(Content-Disposition: form-data; name="mode\l")") + closing);
    row("no head", "--b1\r\n\r\nm\r\n" + model + closing);
    row("file without head", "--b1\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n" + model + closing);
    row("names like it",
        field("models", "x") + field("Model", "y") + field("model[]", "z") + model + closing);
    row("a file's name",
        "--b1\r\nContent-Disposition: form-data; name=\"file\"; "
        "filename=\"; name=\\\"model\\\"\"\r\n\r\nx\r\n"
            + model + closing);
    row("not a form field",
        "--b1\r\nContent-Disposition: attachment; name=\"model\"\r\n\r\nx\r\n" + model + closing);
    row("space around is kept", field("model", " m ") + closing, " m ");
    row("characters beyond ASCII", field("model", "한국어 😀") + closing, "한국어 😀");
    row("slashes and quotes", field("model", R"(org/"name":8b)") + closing, R"(org/"name":8b)");
    row("dashes", field("model", "-b1--") + closing, "-b1--");
    row("twice the same", model + file + model + closing);
    row("half a boundary in a file",
        field("x", "\r\n--b\r\n--\r\n-b1\n--b1--\r--b1") + model + closing);
}

void TestMultipartFacts::findsModelAndStream()
{
    QFETCH(std::string, body);
    QFETCH(std::string, model);
    QFETCH(bool, isStream);

    const auto facts = factsInSteps(body);
    QVERIFY2(facts.hasValue(), facts ? "" : facts.error().message.c_str());
    QCOMPARE(facts->model, model);
    QCOMPARE(facts->isStream, isStream);
    for (const Span &span : facts->modelSpans)
        QCOMPARE(body.substr(span.offset, span.size), model);
}

void TestMultipartFacts::refuses_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("message");

    const auto row = [](const char *name, std::string body, std::string message) {
        QTest::newRow(name) << body << message;
    };
    const auto form
        = [](const char *problem) { return "the multipart body is not valid: "s + problem; };
    const std::string open = form("its closing boundary is missing");
    const std::string behind = form("something stands behind a boundary");
    const std::string noEnd = form("the head of a part does not end");
    const std::string noField = form("the head of a part has a line that is no field");
    const std::string unclear = form("the Content-Disposition of a part is not clear");
    const std::string missing = "the form field \"model\" is missing";
    const std::string model = field("model", "m");

    row("nothing", "", open);
    row("JSON", R"({"model":"m"})", open);
    row("no closing boundary", model, open);
    row("cut inside a part", model.substr(0, model.size() - 3), open);
    row("cut inside the closing boundary", model + "--b", open);
    row("one dash only", model + "--b1-", behind);
    row("cut behind a boundary", model + "--b1", behind);
    row("cut behind its CR", model + "--b1\r", behind);
    row("cut in a head", model + "--b1\r\nContent-Dis", noEnd);
    row("cut behind a head", model + "--b1\r\nX-A: b\r\n", noEnd);
    row("longer boundary", "--b12\r\n\r\n\r\n--b1--", behind);
    row("text behind the end", model + "--b1--x\r\n", behind);
    row("LF for line ends", "--b1\nContent-Disposition: form-data; name=\"model\"\n\nm\n--b1--\n",
        behind);
    row("no empty line", "--b1\r\nContent-Disposition: form-data; name=\"model\"\r\n" + closing,
        noField);
    row("folded line", part("Content-Disposition: form-data;\r\n name=\"model\"") + closing,
        noField);
    row("space before the colon", part("Content-Disposition : form-data; name=\"model\"") + closing,
        noField);
    row("endless head", "--b1\r\nX: " + std::string(20000, 'x') + "\r\n\r\n\r\n" + closing, noEnd);
    row("no parts", closing, missing);
    row("no model", file + field("stream", "true") + closing, missing);
    row("model in the preamble only",
        "Content-Disposition: form-data; name=\"model\"\r\n\r\nm\r\n" + file + closing, missing);
    row("model in the epilogue only", closing + model + closing, missing);
    row("empty model", field("model", "") + closing,
        "\"model\" is empty; name a model that GET /v1/models lists");
    row("only space", field("model", "  ") + closing,
        "\"model\" is only space; name a model that GET /v1/models lists");
    row("line end in it", field("model", "m\r\n") + closing, "\"model\" has a control character");
    row("not UTF-8", field("model", "m\xff") + closing, "\"model\" is not UTF-8");
    row("too long", field("model", std::string(1025, 'm')) + closing,
        "\"model\" is longer than 1024 bytes");
    row("a boundary in it", field("model", "--b1--") + closing,
        "\"model\" is empty; name a model that GET /v1/models lists");
    row("different ones", model + field("model", "n") + closing,
        "the form has more than one \"model\", and they differ");
    std::string many;
    for (int i = 0; i < 17; ++i)
        many += model;
    row("too many", many + closing, "the form repeats \"model\" too often");
    row("as a file",
        part("Content-Disposition: form-data; name=\"model\"; filename=\"a\"") + closing,
        "the form field \"model\" is sent as a file; send it as plain text");
    row("as a file with a coded name",
        part("Content-Disposition: form-data; name=model; filename*=utf-8''a") + closing,
        "the form field \"model\" is sent as a file; send it as plain text");
    for (const char *coding : {"base64", "quoted-printable", "x; y"}) {
        row(coding,
            part("Content-Disposition: form-data; name=model\r\nContent-Transfer-Encoding: "s
                 + coding)
                + closing,
            "the form field \"model\" is sent encoded; send it as plain text");
    }
    row("two names", part("Content-Disposition: form-data; name=x; name=model") + closing, unclear);
    row("a coded name", part("Content-Disposition: form-data; name*=utf-8''model") + closing,
        unclear);
    row("two dispositions",
        part("Content-Disposition: form-data; name=x\r\nContent-Disposition: form-data; name=model")
            + closing,
        unclear);
    row("a parameter without value",
        part("Content-Disposition: form-data; x; name=model") + closing, unclear);
    row("quotes not closed", part("Content-Disposition: form-data; name=\"model") + closing,
        unclear);
}

void TestMultipartFacts::refuses()
{
    QFETCH(std::string, body);
    QFETCH(std::string, message);

    const auto facts = body.size() > 10000 ? factsIn(body) : factsInSteps(body);
    QVERIFY(!facts);
    QCOMPARE(facts.error().message, message);
    QCOMPARE(facts.error().kind, ErrorKind::InvalidRequest);
}

void TestMultipartFacts::changesTheModelOnly_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("behind");
    QTest::newRow("alone") << ""s
                           << ""s;
    QTest::newRow("file before") << file << ""s;
    QTest::newRow("file behind") << ""s << file;
    QTest::newRow("preamble, epilogue")
        << "a\r\n"s + file << file + field("x", "m") + closing + "z";
}

void TestMultipartFacts::changesTheModelOnly()
{
    QFETCH(std::string, before);
    QFETCH(std::string, behind);

    const std::string body = before + field("model", "m") + behind + closing;
    const auto facts = factsIn(body);
    QVERIFY(facts);
    const auto value = formModelValue("another/모델");
    QVERIFY(value);
    QCOMPARE(spliced(body, facts->modelSpans, *value),
             before + field("model", "another/모델") + behind + closing);
}

void TestMultipartFacts::splicesEveryModel()
{
    std::string body = field("model", "m") + file + field("model", "m") + closing;
    const auto facts = factsIn(body);
    QVERIFY(facts);
    splice(body, facts->modelSpans, "another");
    QCOMPARE(body, field("model", "another") + file + field("model", "another") + closing);
    const auto spans = splicedSpans(facts->modelSpans, 7);
    QCOMPARE(factsIn(body)->modelSpans, spans);
}

void TestMultipartFacts::noSplicedModelEndsItsField()
{
    for (const char *model : {"x\r\n--b1--", "x\n", "", "\x01", "\xff", "--b1--"})
        QVERIFY(!formModelValue(model));
    QVERIFY(formModelValue("-b1--"));
}

void TestMultipartFacts::takesLargeFilesInSteps()
{
    const std::string content(std::size_t(8) << 20, '\r');
    const std::string body = field("file", content) + field("model", "m") + closing;
    MultipartFactsReader reader(boundary, body);
    int steps = 1;
    while (!reader.step(std::size_t(1) << 18))
        ++steps;
    QVERIFY(reader.finish());
    QVERIFY(steps >= 32);
}

void TestMultipartFacts::readsManySmallParts()
{
    std::string body;
    for (int i = 0; i < 100000; ++i)
        body += "--b1\r\n\r\n\r\n";
    QCOMPARE(factsIn(body + field("model", "m") + closing)->model, "m"s);
}

/// Beginnings of a boundary must not make the search slow.
void TestMultipartFacts::readsManyLineEnds()
{
    std::string content;
    while (content.size() < std::size_t(4) << 20)
        content += "\r\n--b";
    QCOMPARE(factsIn(field("file", content) + field("model", "m") + closing)->model, "m"s);
}

QTEST_APPLESS_MAIN(TestMultipartFacts)
#include "tst_multipart_facts.moc"

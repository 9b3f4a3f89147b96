// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/answer_check.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;

class TestAnswerCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsPages_data();
    void knowsPages();
    void asksWhatTheClientAccepts_data();
    void asksWhatTheClientAccepts();
    void readsEveryAcceptField();
    void needsABody_data();
    void needsABody();
    void knowsThePaths_data();
    void knowsThePaths();
};

void TestAnswerCheck::knowsPages_data()
{
    QTest::addColumn<AnswerForm>("expected");
    QTest::addColumn<int>("status");
    QTest::addColumn<std::string>("type");
    QTest::addColumn<bool>("isProblem");
    const auto row
        = [](const char *name, AnswerForm expected, int status, const char *type, bool isProblem) {
              QTest::newRow(name) << expected << status << std::string(type) << isProblem;
          };
    const auto json = AnswerForm::Json;
    row("html", json, 200, "text/html", true);
    row("charset", json, 200, "text/html; charset=utf-8", true);
    row("charset without space", json, 200, "text/html;charset=utf-8", true);
    row("any case", json, 200, "Text/HTML ; Charset=UTF-8", true);
    row("xhtml", json, 200, "application/xhtml+xml", true);
    row("created", json, 201, "text/html", true);
    row("no content", json, 204, "text/html", false);
    row("redirection", json, 302, "text/html", false);
    row("client error", json, 404, "text/html", false);
    row("server error", json, 502, "text/html", false);
    row("json", json, 200, "application/json", false);
    row("event stream", json, 200, "text/event-stream", false);
    row("plain", json, 200, "text/plain", false);
    row("a longer type", json, 200, "text/html5", false);
    row("as a parameter", json, 200, "application/json; x=text/html", false);
    row("none", json, 200, "", false);
    row("bytes", AnswerForm::Bytes, 200, "text/html", false);
    row("any", AnswerForm::Any, 200, "text/html", false);
}

void TestAnswerCheck::knowsPages()
{
    QFETCH(AnswerForm, expected);
    QFETCH(int, status);
    QFETCH(std::string, type);
    HeaderList answer;
    if (!type.empty())
        answer.append("content-type", type);
    QTEST(problemOfHead(expected, {}, status, answer).has_value(), "isProblem");
}

void TestAnswerCheck::asksWhatTheClientAccepts_data()
{
    QTest::addColumn<std::string>("accept");
    QTest::addColumn<bool>("isProblem");
    QTest::newRow("anything") << std::string("*/*") << true;
    QTest::newRow("json") << std::string("application/json") << true;
    QTest::newRow("html") << std::string("text/html") << false;
    QTest::newRow("a browser") << std::string("application/xml, Text/HTML;q=0.9,*/*;q=0.8")
                               << false;
    QTest::newRow("another text") << std::string("text/*, text/html5") << true;
    QTest::newRow("empty items") << std::string(",, ,") << true;
}

void TestAnswerCheck::asksWhatTheClientAccepts()
{
    QFETCH(std::string, accept);
    HeaderList request;
    request.append("accept", accept);
    HeaderList answer;
    answer.append("Content-Type", "text/html");
    QTEST(problemOfHead(AnswerForm::Json, request, 200, answer).has_value(), "isProblem");
}

void TestAnswerCheck::readsEveryAcceptField()
{
    HeaderList request;
    request.append("Accept", "application/json");
    request.append("Accept", "text/html");
    HeaderList answer;
    answer.append("Content-Type", "text/html");
    QVERIFY(!problemOfHead(AnswerForm::Json, request, 200, answer));
}

void TestAnswerCheck::needsABody_data()
{
    QTest::addColumn<AnswerForm>("expected");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("isProblem");
    QTest::newRow("json") << AnswerForm::Json << 200 << true;
    QTest::newRow("bytes") << AnswerForm::Bytes << 200 << true;
    QTest::newRow("any") << AnswerForm::Any << 200 << false;
    for (const int status : {201, 202, 204, 304, 400, 500})
        QTest::newRow(std::to_string(status).c_str()) << AnswerForm::Json << status << false;
}

void TestAnswerCheck::needsABody()
{
    QFETCH(AnswerForm, expected);
    QFETCH(int, status);
    QTEST(problemOfEmptyBody(expected, status).has_value(), "isProblem");
}

void TestAnswerCheck::knowsThePaths_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<AnswerForm>("form");
    for (const char *path :
         {"chat/completions", "completions", "embeddings", "responses", "messages",
          "messages/count_tokens", "rerank", "moderations", "images/generations", "images/edits"})
        QTest::newRow(path) << std::string(path) << AnswerForm::Json;
    QTest::newRow("speech") << std::string("audio/speech") << AnswerForm::Bytes;
    QTest::newRow("transcriptions") << std::string("audio/transcriptions") << AnswerForm::Any;
    QTest::newRow("translations") << std::string("audio/translations") << AnswerForm::Any;
    QTest::newRow("unknown") << std::string("something/else") << AnswerForm::Any;
}

void TestAnswerCheck::knowsThePaths()
{
    QFETCH(std::string, path);
    for (const std::string prefix : {"/v1/", "/api/v1/inference/", "/api/v1/inference/v1/"}) {
        const auto known = inferencePathFromTarget(prefix + path);
        QVERIFY(known.has_value());
        QTEST(known->answer, "form");
    }
}

QTEST_APPLESS_MAIN(TestAnswerCheck)
#include "tst_answer_check.moc"

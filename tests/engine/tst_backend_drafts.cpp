// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/json_fields.h"
#include "engine/backend_drafts.h"

#include <QTest>

using namespace homeward;
using namespace homeward::engine;

namespace {

/// The name of the field that the message is about, or empty for what is accepted.
std::string refusedField(const std::string &call, const std::string &body)
{
    const Result<nlohmann::json> json = jsonObjectFrom(body);
    if (!json)
        return "body";
    std::optional<Error> error;
    const auto take = [&error](const auto &result) {
        if (!result)
            error = result.error();
    };
    if (call == "node")
        take(nodeDraftFromJson(*json));
    else if (call == "node patch")
        take(nodePatchFromJson(*json));
    else if (call == "server")
        take(localServerDraftFromJson(*json));
    else if (call == "server patch")
        take(localServerPatchFromJson(*json));
    else if (call == "balancing")
        take(loadBalancingPatchFromJson(*json));
    else
        take(nodeOrderFromJson(*json));
    if (error && error->message.find(error->parameter) == std::string::npos)
        return "message does not name the field";
    return error ? error->parameter : std::string();
}

} // namespace

class TestBackendDrafts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void readsANode();
    void tellsRemovalFromAbsence();
};

void TestBackendDrafts::names_data()
{
    QTest::addColumn<std::string>("call");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("field");
    const auto row = [](const char *call, const char *body, const char *field) {
        QTest::addRow("%s %s", call, body)
            << std::string(call) << std::string(body) << std::string(field);
    };
    row("node", R"({"baseUrl":"http://a:1"})", "");
    row("node", R"({"baseUrl":"a:1","apiKey":null,"tls":null})", "");
    row("node", "{", "body");
    row("node", "[]", "body");
    row("node", "7", "body");
    row("node", "", "baseUrl");
    row("node", R"({"baseUrl":7})", "baseUrl");
    row("node", R"({"baseUrl":"ftp://a"})", "baseUrl");
    row("node", R"({"baseUrl":"http://u:p@a"})", "baseUrl");
    row("node", R"({"baseUrl":"a:1","surprise":1})", "surprise");
    row("node", R"({"baseUrl":"a:1","name":""})", "name");
    row("node", R"({"baseUrl":"a:1","name":"a\nb"})", "name");
    row("node", R"({"baseUrl":"a:1","apiKey":"a b"})", "apiKey");
    row("node", R"({"baseUrl":"a:1","apiKey":"a\r\nX: y"})", "apiKey");
    row("node", R"({"baseUrl":"a:1","enabled":"yes"})", "enabled");
    row("node", R"({"baseUrl":"a:1","tls":{"pinnedSha256":"ab"}})", "tls");
    row("node", R"({"baseUrl":"a:1","tls":{"other":1}})", "tls");
    row("node patch", "{}", "");
    row("node patch", R"({"priority":1})", "");
    row("node patch", R"({"priority":255})", "");
    row("node patch", R"({"priority":7.0})", "");
    row("node patch", R"({"priority":7e0})", "");
    for (const char *value :
         {"0", "256", "1.5", "-7", "1e400", "99999999999999999999", "\"7\"", "true", "null"}) {
        const std::string fields = std::string(R"("priority":)") + value;
        row("node patch", ('{' + fields + '}').c_str(), "priority");
        row("balancing", (R"({"nodeConfigs":{"fp_1":{)" + fields + "}}}").c_str(),
            "nodeConfigs.fp_1.priority");
    }
    row("node patch", R"({"fingerprint":"x"})", "fingerprint");
    row("server", R"({"baseUrl":"a:1","kind":"ollama"})", "");
    row("server", R"({"baseUrl":"a:1","kind":"toaster"})", "kind");
    row("server", R"({"baseUrl":"a:1","id":"node-1"})", "id");
    row("server", R"({"baseUrl":"a:1","id":"appproxy-1"})", "id");
    row("server", R"({"baseUrl":"a:1","id":"A"})", "id");
    row("server patch", R"({"id":"a"})", "id");
    row("balancing", R"({"strategy":"least-loaded"})", "");
    row("balancing", R"({"strategy":"random"})", "strategy");
    row("balancing", R"({"enabled":1})", "enabled");
    row("balancing", R"({"failoverEnabled":null})", "failoverEnabled");
    // The file may have set such a one; whether it may be new is decided where it is known.
    row("balancing", R"({"healthCheckIntervalSecs":0.2})", "");
    for (const char *value : {"3601", "0", "0.1", "-30", "1e400", "99999999999999999999", "\"5\"",
                              "true", "null", "[30]"}) {
        row("balancing", (std::string(R"({"healthCheckIntervalSecs":)") + value + '}').c_str(),
            "healthCheckIntervalSecs");
    }
    row("balancing", R"({"nodeConfigs":[]})", "nodeConfigs");
    row("balancing", R"({"nodeConfigs":{"fp_1":7}})", "nodeConfigs.fp_1");
    row("balancing", R"({"nodeConfigs":{"fp_1":{"priority":0}}})", "nodeConfigs.fp_1.priority");
    row("balancing", R"({"nodeConfigs":{"fp_1":{"other":0}}})", "nodeConfigs.fp_1.other");
    row("order", R"({"fingerprints":["a","b"]})", "");
    row("order", R"({"fingerprints":"a"})", "fingerprints");
    row("order", R"({"fingerprints":[1]})", "fingerprints");
    row("order", "{}", "fingerprints");
}

void TestBackendDrafts::names()
{
    QFETCH(std::string, call);
    QFETCH(std::string, body);
    QFETCH(std::string, field);
    QCOMPARE(refusedField(call, body), field);
}

void TestBackendDrafts::readsANode()
{
    const auto draft = nodeDraftFromJson(nlohmann::json::parse(
        R"({"name":"gpu","baseUrl":"HTTPS://Gpu.example/v1/","apiKey":"sk","enabled":false,
            "tls":{"caFile":"/ca.pem"}})"));
    QVERIFY(draft);
    const NodeDraft expected{.name = "gpu",
                             .baseUrl = {.isTls = true, .host = "gpu.example", .port = 443},
                             .apiKey = Secret("sk"),
                             .isEnabled = false,
                             .tls = {.caFile = "/ca.pem", .pinnedSha256 = {}}};
    QVERIFY(*draft == expected);
}

void TestBackendDrafts::tellsRemovalFromAbsence()
{
    const auto key
        = [](const char *body) { return nodePatchFromJson(nlohmann::json::parse(body))->apiKey; };
    QVERIFY(!key("{}").has_value());
    QVERIFY(key(R"({"apiKey":null})") == Secret());
    QVERIFY(key(R"({"apiKey":"a"})") == Secret("a"));
}

QTEST_APPLESS_MAIN(TestBackendDrafts)
#include "tst_backend_drafts.moc"

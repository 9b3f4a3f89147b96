// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rule_json.h"

#include "base/iso_time.h"
#include "rules.h"

#include <QTest>

using namespace homeward;
using namespace homeward::rewrite;
using nlohmann::json;

namespace {

domain::RewriteRule savedRule()
{
    return {.id = "r1",
            .sourceModel = "a",
            .targetModel = "b",
            .isActive = false,
            .isForced = true,
            .note = "why",
            .createdAt = *wallTimeFromIso("2026-01-02T03:04:05.678Z"),
            .updatedAt = *wallTimeFromIso("2026-02-03T04:05:06.000Z")};
}

constexpr const char *savedText
    = R"({"id":"r1","source_model":"a","target_model":"b","is_active":false,"force":true,)"
      R"("note":"why","created_at":"2026-01-02T03:04:05.678Z",)"
      R"("updated_at":"2026-02-03T04:05:06.000Z"})";

/// The rule as one line, or the parameter and the message of the error.
template <typename T, typename ToText>
QString textOf(const Result<T> &result, ToText toText)
{
    if (!result)
        return QString::fromStdString(result.error().parameter + ": " + result.error().message);
    return QString::fromStdString(toText(*result));
}

std::string ruleText(const domain::RewriteRule &rule)
{
    return toJson(rule).dump();
}

std::string newRuleText(const domain::RewriteRule &rule)
{
    return rule.sourceModel + (rule.isForced ? "=>" : "->") + rule.targetModel
        + (rule.isActive ? " active " : " inactive ") + rule.note;
}

std::string previewText(const PreviewRequest &request)
{
    std::string text = request.model;
    if (request.draftRules)
        text += " draft";
    for (const auto &rule : request.draftRules.value_or(std::vector<domain::RewriteRule>()))
        text += ' ' + newRuleText(rule);
    return text;
}

} // namespace

class TestRuleJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesRules();
    void readsWhatItWrites();
    void readsNewRules_data();
    void readsNewRules();
    void changesRules_data();
    void changesRules();
    void readsPreviews_data();
    void readsPreviews();
    void describesOutcomes_data();
    void describesOutcomes();
};

void TestRuleJson::writesRules()
{
    const std::vector<domain::RewriteRule> none;
    const std::vector<domain::RewriteRule> one{savedRule()};

    QCOMPARE(toJson(none).dump(), std::string(R"({"rewrites":[]})"));
    QCOMPARE(toJson(one).dump(), std::string(R"({"rewrites":[)") + savedText + "]}");
}

void TestRuleJson::readsWhatItWrites()
{
    const auto rule = ruleFromJson(json::parse(savedText));

    QVERIFY(rule.hasValue());
    QVERIFY(*rule == savedRule());
}

void TestRuleJson::readsNewRules_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *name, const char *body, const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(body) << QString::fromUtf8(expected);
    };
    row("names only", R"({"source_model":"a","target_model":"b"})", "a->b active ");
    row("trimmed", R"({"source_model":" a ","target_model":"\tb\n"})", "a->b active ");
    row("all",
        R"({"source_model":"a","target_model":"b","force":true,"is_active":false,)"
        R"("note":"why"})",
        "a=>b inactive why");
    row("no note", R"({"source_model":"a","target_model":"b","note":null})", "a->b active ");
    row("empty object", "{}", "source_model: \"source_model\" is missing");
    row("no target", R"({"source_model":"a"})", "target_model: \"target_model\" is missing");
    row("empty source", R"({"source_model":"","target_model":"b"})",
        "source_model: \"source_model\" must not be empty; name a model");
    row("target of spaces", R"({"source_model":"a","target_model":"  "})",
        "target_model: \"target_model\" must not be empty; name a model");
    row("number for a name", R"({"source_model":1,"target_model":"b"})",
        "source_model: \"source_model\" must be a string");
    row("null for a name", R"({"source_model":null,"target_model":"b"})",
        "source_model: \"source_model\" must be a string");
    row("number for force", R"({"source_model":"a","target_model":"b","force":1})",
        "force: \"force\" must be true or false");
    row("text for is_active", R"({"source_model":"a","target_model":"b","is_active":"yes"})",
        "is_active: \"is_active\" must be true or false");
    row("number for note", R"({"source_model":"a","target_model":"b","note":1})",
        "note: \"note\" must be a string");
    row("bad time", R"({"source_model":"a","target_model":"b","created_at":"today"})",
        "created_at: \"created_at\" must be a time in UTC such as 2030-01-31T00:00:00Z");
    row("unknown field, before what it left out", R"({"extra":1})",
        "extra: \"extra\" is not a field of this call; check its spelling");
}

void TestRuleJson::readsNewRules()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);

    QCOMPARE(textOf(ruleFromJson(json::parse(body.toStdString())), newRuleText), expected);
}

void TestRuleJson::changesRules_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");

    QTest::newRow("nothing") << "{}"
                             << ""
                             << "";
    QTest::newRow("itself") << savedText << ""
                            << "";
    QTest::newRow("source") << R"({"source_model":" c "})"
                            << R"("a")"
                            << R"("c")";
    QTest::newRow("target") << R"({"target_model":"c"})"
                            << R"("b")"
                            << R"("c")";
    QTest::newRow("enabled") << R"({"is_active":true})"
                             << R"("is_active":false)"
                             << R"("is_active":true)";
    QTest::newRow("force") << R"({"force":false})"
                           << R"("force":true)"
                           << R"("force":false)";
    QTest::newRow("note") << R"({"note":"x"})"
                          << R"("why")"
                          << R"("x")";
    QTest::newRow("note removed") << R"({"note":null})"
                                  << R"("why")"
                                  << R"("")";
    QTest::newRow("times stay") << R"({"updated_at":"2030-01-01T00:00:00Z"})"
                                << ""
                                << "";
    const auto refusal = [](const char *name, const char *body, const char *error) {
        QTest::newRow(name) << body << savedText << error;
    };
    refusal("empty name", R"({"target_model":" "})",
            "target_model: \"target_model\" must not be empty; name a model");
    refusal("null for a name", R"({"source_model":null})",
            "source_model: \"source_model\" must be a string");
    refusal("another id", R"({"id":"r2"})", "id: \"id\" cannot be changed; leave it out");
    refusal("unknown field", R"({"target":"c"})",
            "target: \"target\" is not a field of this call; check its spelling");
}

void TestRuleJson::changesRules()
{
    QFETCH(QString, body);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QString expected = QString::fromLatin1(savedText);
    if (!from.isEmpty())
        expected.replace(from, to);

    const auto changed = changedRule(savedRule(), json::parse(body.toStdString()));

    QCOMPARE(textOf(changed, ruleText), expected);
}

void TestRuleJson::readsPreviews_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *name, const char *body, const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(body) << QString::fromUtf8(expected);
    };
    row("saved rules", R"({"model":" m "})", "m");
    row("null for the rules", R"({"model":"m","rules":null})", "m");
    row("no draft rules", R"({"model":"m","rules":[]})", "m draft");
    row("draft rules",
        R"({"model":"m","rules":[{"source_model":"a","target_model":"b","force":true}]})",
        "m draft a=>b active ");
    row("no model", "{}", "model: \"model\" is missing");
    row("unknown field", R"({"model":"m","x":1})",
        "x: \"x\" is not a field of this call; check its spelling");
    row("rules of a wrong type", R"({"model":"m","rules":{}})",
        "rules: \"rules\" must be a list of rules");
    row("rule of a wrong type", R"({"model":"m","rules":["a"]})",
        "rules[0]: \"rules[0]\" must be an object");
    row("rule without a target", R"({"model":"m","rules":[{"source_model":"a"}]})",
        "rules[0].target_model: \"rules[0].target_model\" is missing");
    row("two rules for a source",
        R"({"model":"m","rules":[{"source_model":"a","target_model":"b"},)"
        R"({"source_model":" a","target_model":"c"}]})",
        "rules[1].source_model: \"rules[1].source_model\" has a rule earlier in the list");
}

void TestRuleJson::readsPreviews()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);

    QCOMPARE(textOf(previewFromJson(json::parse(body.toStdString())), previewText), expected);
}

void TestRuleJson::describesOutcomes_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("router");
    QTest::addColumn<QString>("cycle");

    QTest::newRow("none") << "a->b"
                          << R"({"requested_model":"a","routed_model":"a","was_rewritten":false,)"
                             R"("rule_type":"none","rewrite_path":[]})"
                          << "";
    QTest::newRow("force")
        << "a=>b"
        << R"({"requested_model":"a","routed_model":"b","was_rewritten":true,"rule_type":"force",)"
           R"("rewrite_path":[{"source_model":"a","target_model":"b","mode":"force"}]})"
        << "";
    QTest::newRow("chain")
        << "a=>b b->c"
        << R"({"requested_model":"a","routed_model":"c","was_rewritten":true,"rule_type":"chain",)"
           R"("rewrite_path":[{"source_model":"a","target_model":"b","mode":"force"},)"
           R"({"source_model":"b","target_model":"c","mode":"fallback"}]})"
        << "";
    QTest::newRow("cycle")
        << "a=>a"
        << R"({"requested_model":"a","routed_model":"a","was_rewritten":true,"rule_type":"force",)"
           R"("rewrite_path":[{"source_model":"a","target_model":"a","mode":"force"}]})"
        << R"(,"cycle":["a","a"]})";
}

void TestRuleJson::describesOutcomes()
{
    QFETCH(QString, rules);
    QFETCH(QString, router);
    QFETCH(QString, cycle);
    const RewriteTable table(rulesFrom(rules.toStdString()));
    const auto outcome = rewritten("a", table, [](std::string_view name) { return name == "a"; });

    QCOMPARE(QString::fromStdString(routerJson(outcome).dump()), router);
    const QString preview = cycle.isEmpty() ? router : router.chopped(1) + cycle;
    QCOMPARE(QString::fromStdString(previewJson(outcome).dump()), preview);
}

QTEST_APPLESS_MAIN(TestRuleJson)
#include "tst_rule_json.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rule_json.h"

#include "base/iso_time.h"
#include "base/json_fields.h"
#include "rewrite/name_check.h"

#include <set>
#include <utility>

namespace homeward::rewrite {

namespace {

constexpr std::string_view noPlace;

void readTime(JsonFields &fields, std::string_view field, WallTime &time)
{
    const auto text = fields.text(field);
    if (!text)
        return;
    if (const auto read = wallTimeFromIso(*text))
        time = *read;
    else
        fields.refuse(field, "must be a time in UTC such as 2030-01-31T00:00:00Z");
}

/// What a rule says beyond its two names.
void readDetails(JsonFields &fields, domain::RewriteRule &rule)
{
    rule.isActive = fields.boolean("is_active").value_or(rule.isActive);
    rule.isForced = fields.boolean("force").value_or(rule.isForced);
    if (fields.isNull("note"))
        rule.note.clear();
    else if (auto note = fields.text("note"))
        rule.note = *std::move(note);
}

Result<domain::RewriteRule> ruleAt(std::string_view place, const nlohmann::json &object)
{
    JsonFields fields(object, std::string(place));
    domain::RewriteRule rule;
    rule.id = fields.text("id").value_or("");
    rule.sourceModel = requiredName(fields, "source_model");
    rule.targetModel = requiredName(fields, "target_model");
    readDetails(fields, rule);
    readTime(fields, "created_at", rule.createdAt);
    readTime(fields, "updated_at", rule.updatedAt);
    if (const auto read = fields.finish(); !read)
        return read.error();
    return rule;
}

Error badRules(const std::string &field, const std::string &problem)
{
    return Error{ErrorKind::InvalidRequest, '"' + field + "\" " + problem, field};
}

Result<std::vector<domain::RewriteRule>> draftRulesFromJson(const nlohmann::json &list)
{
    if (!list.is_array())
        return badRules("rules", "must be a list of rules");
    std::vector<domain::RewriteRule> rules;
    std::set<std::string> takenSources;
    for (const nlohmann::json &item : list) {
        const std::string place = "rules[" + std::to_string(rules.size()) + ']';
        if (!item.is_object())
            return badRules(place, "must be an object");
        auto rule = ruleAt(place + '.', item);
        if (!rule)
            return rule.error();
        if (!takenSources.insert(rule->sourceModel).second)
            return badRules(place + ".source_model", "has a rule earlier in the list");
        rules.push_back(std::move(rule).value());
    }
    return rules;
}

} // namespace

nlohmann::ordered_json toJson(const domain::RewriteRule &rule)
{
    return {{"id", rule.id},
            {"source_model", rule.sourceModel},
            {"target_model", rule.targetModel},
            {"is_active", rule.isActive},
            {"force", rule.isForced},
            {"note", rule.note},
            {"created_at", toIsoTime(rule.createdAt)},
            {"updated_at", toIsoTime(rule.updatedAt)}};
}

nlohmann::ordered_json toJson(std::span<const domain::RewriteRule> rules)
{
    auto list = nlohmann::ordered_json::array();
    for (const domain::RewriteRule &rule : rules)
        list.push_back(toJson(rule));
    return {{"rewrites", std::move(list)}};
}

Result<domain::RewriteRule> ruleFromJson(const nlohmann::json &object)
{
    return ruleAt(noPlace, object);
}

Result<domain::RewriteRule> changedRule(const domain::RewriteRule &saved,
                                        const nlohmann::json &object)
{
    JsonFields fields(object);
    domain::RewriteRule rule = saved;
    if (fields.text("id").value_or(saved.id) != saved.id)
        fields.refuse("id", "cannot be changed; leave it out");
    if (object.contains("source_model"))
        rule.sourceModel = requiredName(fields, "source_model");
    if (object.contains("target_model"))
        rule.targetModel = requiredName(fields, "target_model");
    readDetails(fields, rule);
    WallTime ignored{};
    readTime(fields, "created_at", ignored);
    readTime(fields, "updated_at", ignored);
    if (const auto read = fields.finish(); !read)
        return read.error();
    return rule;
}

Result<PreviewRequest> previewFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    PreviewRequest request{.model = requiredName(fields, "model")};
    const bool hasDraft = !fields.isNull("rules") && object.contains("rules");
    if (const auto read = fields.finish(); !read)
        return read.error();
    if (!hasDraft)
        return request;
    auto rules = draftRulesFromJson(object["rules"]);
    if (!rules)
        return rules.error();
    request.draftRules = std::move(rules).value();
    return request;
}

nlohmann::ordered_json previewJson(const ChainOutcome &outcome)
{
    auto object = routerJson(outcome);
    if (outcome.hasCycle())
        object["cycle"] = outcome.cycle;
    return object;
}

nlohmann::ordered_json routerJson(const ChainOutcome &outcome)
{
    auto path = nlohmann::ordered_json::array();
    for (const Hop &hop : outcome.path) {
        path.push_back({{"source_model", hop.source},
                        {"target_model", hop.target},
                        {"mode", toText(hop.mode)}});
    }
    return {{"requested_model", outcome.requestedModel},
            {"routed_model", outcome.routedModel()},
            {"was_rewritten", !outcome.path.empty()},
            {"rule_type", toText(outcome.ruleKind())},
            {"rewrite_path", std::move(path)}};
}

} // namespace homeward::rewrite

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "domain/rewrite_rule.h"
#include "rewrite/rewrite_chain.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

/// The bodies of the calls under /admin/model-rewrites (rewrites.md, Administration).

namespace homeward::rewrite {

nlohmann::ordered_json toJson(const domain::RewriteRule &rule);
/// `{"rewrites":[...]}`
nlohmann::ordered_json toJson(std::span<const domain::RewriteRule> rules);

/// A new rule: both names are needed, and it is an active fallback without a note unless it says
/// otherwise. What toJson() gives is understood; who saves the rule sets its id and times.
Result<domain::RewriteRule> ruleFromJson(const nlohmann::json &object);
/// The saved rule with the fields that the call gives; id and times stay as they are.
Result<domain::RewriteRule> changedRule(const domain::RewriteRule &saved,
                                        const nlohmann::json &object);

struct PreviewRequest
{
    std::string model;
    /// Absent: the saved ones.
    std::optional<std::vector<domain::RewriteRule>> draftRules;

    bool operator==(const PreviewRequest &) const = default;
};
Result<PreviewRequest> previewFromJson(const nlohmann::json &object);
/// The object `kyush_router`, and `cycle` with its names when the chain ran into one.
nlohmann::ordered_json previewJson(const ChainOutcome &outcome);

/// The object `kyush_router` of a listed model: applied hops only (rewrites.md, /v1/models).
nlohmann::ordered_json routerJson(const ChainOutcome &outcome);

} // namespace homeward::rewrite

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "domain/rewrite_rule.h"
#include "rewrite/rewrite_chain.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// Which rules may be saved (rewrites.md, Chain and Administration).

namespace homeward::rewrite {

/// Names of rules that lead to each other, the first one again at the end: A, B, A.
using Cycle = std::vector<std::string>;

struct RuleProblem
{
    /// InvalidRequest for a bad name; Conflict for a source that has a rule; RewriteCycle for a
    /// cycle, which is 409 here and not 500 as at run time.
    Error error;
    Cycle cycle;

    bool operator==(const RuleProblem &) const = default;
};

/// What stands in the way of saving the rule, be it new, changed or enabled. A saved rule with the
/// same id is the one that it replaces; inactive rules hold their sources and close no cycles.
std::optional<RuleProblem> ruleProblem(const domain::RewriteRule &rule,
                                       std::span<const domain::RewriteRule> savedRules);

/// The cycles among the active rules, each once and from its first rule on, for a warning at load.
std::vector<Cycle> cyclesOf(const RewriteTable &table);
std::set<std::string, std::less<>> namesOnCycles(const RewriteTable &table);
/// `"A" -> "B" -> "A"`, for messages.
std::string cycleText(const Cycle &cycle);

} // namespace homeward::rewrite

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rule_check.h"

#include "base/outer_space.h"
#include "rewrite/name_check.h"

#include <algorithm>
#include <utility>

namespace homeward::rewrite {

namespace {

std::optional<RuleProblem> badName(std::string_view field, std::string_view name)
{
    const std::string_view problem = nameProblem(name);
    if (problem.empty())
        return std::nullopt;
    return RuleProblem{Error{ErrorKind::InvalidRequest,
                             '"' + std::string(field) + "\" " + std::string(problem),
                             std::string(field)},
                       {}};
}

std::vector<domain::RewriteRule> othersThan(const domain::RewriteRule &rule,
                                            std::span<const domain::RewriteRule> savedRules)
{
    std::vector<domain::RewriteRule> others;
    for (const domain::RewriteRule &saved : savedRules) {
        if (rule.id.empty() || saved.id != rule.id)
            others.push_back(saved);
    }
    return others;
}

std::optional<RuleProblem> takenSource(std::string_view source,
                                       std::span<const domain::RewriteRule> others)
{
    const bool isTaken = std::any_of(others.begin(), others.end(), [&](const auto &other) {
        return withoutOuterSpace(other.sourceModel) == source;
    });
    if (!isTaken)
        return std::nullopt;
    return RuleProblem{
        Error{ErrorKind::Conflict,
              "the model \"" + std::string(source) + "\" has a rule already; change that one",
              "source_model"},
        {}};
}

/// The names from `source` over `target` back to `source`; empty when the rules do not lead back.
Cycle cycleClosedBy(std::string_view source, std::string_view target, const RewriteTable &others)
{
    Cycle names{std::string(source), std::string(target)};
    // Others may run in a cycle of their own, without the source; then they never end.
    while (names.back() != source) {
        const std::size_t place = others.placeOf(names.back());
        if (place == RewriteTable::noRule || names.size() > others.rules().size() + 1)
            return {};
        names.push_back(others.rules()[place].targetModel);
    }
    return names;
}

} // namespace

std::optional<RuleProblem> ruleProblem(const domain::RewriteRule &rule,
                                       std::span<const domain::RewriteRule> savedRules)
{
    if (auto problem = badName("source_model", rule.sourceModel))
        return problem;
    if (auto problem = badName("target_model", rule.targetModel))
        return problem;
    const std::string_view source = withoutOuterSpace(rule.sourceModel);
    const auto others = othersThan(rule, savedRules);
    if (auto problem = takenSource(source, others))
        return problem;
    if (!rule.isActive)
        return std::nullopt;
    Cycle cycle = cycleClosedBy(source, withoutOuterSpace(rule.targetModel), RewriteTable(others));
    if (cycle.empty())
        return std::nullopt;
    return RuleProblem{Error{ErrorKind::RewriteCycle,
                             "the rule would close a cycle: " + cycleText(cycle), "target_model"},
                       std::move(cycle)};
}

std::vector<Cycle> cyclesOf(const RewriteTable &table)
{
    const auto &rules = table.rules();
    constexpr std::size_t never = RewriteTable::noRule;
    // The walk in which a rule was first met: meeting it again in the same walk closes a cycle.
    std::vector<std::size_t> walkOf(rules.size(), never);
    std::vector<Cycle> cycles;
    for (std::size_t start = 0; start < rules.size(); ++start) {
        std::size_t place = start;
        while (place != RewriteTable::noRule && walkOf[place] == never) {
            walkOf[place] = start;
            place = table.placeOf(rules[place].targetModel);
        }
        if (place == RewriteTable::noRule || walkOf[place] != start)
            continue;
        std::vector<std::size_t> places;
        for (std::size_t next = place; places.empty() || next != place;
             next = table.placeOf(rules[next].targetModel))
            places.push_back(next);
        std::rotate(places.begin(), std::min_element(places.begin(), places.end()), places.end());
        places.push_back(places.front());
        Cycle cycle;
        for (const std::size_t next : places)
            cycle.push_back(rules[next].sourceModel);
        cycles.push_back(std::move(cycle));
    }
    return cycles;
}

std::set<std::string, std::less<>> namesOnCycles(const RewriteTable &table)
{
    std::set<std::string, std::less<>> names;
    for (const Cycle &cycle : cyclesOf(table))
        names.insert(cycle.begin(), cycle.end());
    return names;
}

std::string cycleText(const Cycle &cycle)
{
    std::string text;
    for (const std::string &name : cycle)
        text += (text.empty() ? "\"" : " -> \"") + name + '"';
    return text;
}

} // namespace homeward::rewrite

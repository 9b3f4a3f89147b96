// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rewrite_chain.h"

#include "base/outer_space.h"

#include <algorithm>
#include <utility>

namespace homeward::rewrite {

namespace {

/// The names from the hop that left `repeated` on.
std::vector<std::string> cycleIn(const std::vector<Hop> &path, std::string_view repeated)
{
    std::vector<std::string> names;
    const auto first = std::find_if(path.begin(), path.end(),
                                    [&](const Hop &hop) { return hop.source == repeated; });
    for (auto hop = first; hop != path.end(); ++hop)
        names.push_back(hop->source);
    names.emplace_back(repeated);
    return names;
}

} // namespace

RewriteTable::RewriteTable(std::span<const domain::RewriteRule> rules)
{
    for (const domain::RewriteRule &given : rules) {
        if (!given.isActive)
            continue;
        domain::RewriteRule rule = given;
        rule.sourceModel = withoutOuterSpace(given.sourceModel);
        rule.targetModel = withoutOuterSpace(given.targetModel);
        if (m_places.emplace(rule.sourceModel, m_rules.size()).second)
            m_rules.push_back(std::move(rule));
    }
}

std::size_t RewriteTable::placeOf(std::string_view source) const
{
    const auto found = m_places.find(source);
    return found == m_places.end() ? noRule : found->second;
}

std::string_view toText(HopMode mode)
{
    switch (mode) {
    case HopMode::Force:
        return "force";
    case HopMode::Fallback:
        return "fallback";
    }
    return "force";
}

std::string_view toText(RuleKind kind)
{
    switch (kind) {
    case RuleKind::None:
        return "none";
    case RuleKind::Force:
        return "force";
    case RuleKind::Fallback:
        return "fallback";
    case RuleKind::Chain:
        return "chain";
    }
    return "none";
}

std::string_view ChainOutcome::routedModel() const
{
    return path.empty() ? requestedModel : std::string_view(path.back().target);
}

RuleKind ChainOutcome::ruleKind() const
{
    if (path.empty())
        return RuleKind::None;
    if (path.size() > 1)
        return RuleKind::Chain;
    return path.front().mode == HopMode::Force ? RuleKind::Force : RuleKind::Fallback;
}

ChainOutcome rewritten(std::string_view requested, const RewriteTable &table,
                       const HasCandidate &hasCandidate)
{
    ChainOutcome outcome{.requestedModel = withoutOuterSpace(requested)};
    if (table.isEmpty())
        return outcome;
    // Only a name with a rule can come twice, so rules are marked, not names. A name that comes
    // twice ends the chain before it would be asked for again: candidates need no memo.
    std::vector<bool> isSeen;
    std::string_view current = outcome.requestedModel;
    while (true) {
        const std::size_t place = table.placeOf(current);
        if (place == RewriteTable::noRule)
            return outcome;
        if (!isSeen.empty() && isSeen[place]) {
            outcome.cycle = cycleIn(outcome.path, current);
            return outcome;
        }
        const domain::RewriteRule &rule = table.rules()[place];
        if (!rule.isForced && hasCandidate(current))
            return outcome;
        isSeen.resize(table.rules().size());
        isSeen[place] = true;
        outcome.path.push_back(Hop{.source = rule.sourceModel,
                                   .target = rule.targetModel,
                                   .mode = rule.isForced ? HopMode::Force : HopMode::Fallback});
        current = rule.targetModel;
    }
}

} // namespace homeward::rewrite

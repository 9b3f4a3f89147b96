// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/model_index.h"
#include "domain/rewrite_rule.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Step 4 of product.md: which name a requested name becomes (rewrites.md, Chain).

namespace homeward::rewrite {

/// The active rules by their sources, made once from the list. Of two rules for one source the
/// first counts. Names are trimmed.
class RewriteTable
{
public:
    RewriteTable() = default;
    explicit RewriteTable(std::span<const domain::RewriteRule> rules);

    bool isEmpty() const { return m_rules.empty(); }
    /// The active rules in the order of the list.
    const std::vector<domain::RewriteRule> &rules() const { return m_rules; }
    static constexpr std::size_t noRule = static_cast<std::size_t>(-1);
    /// The place in rules() of the rule for a trimmed name, or noRule.
    std::size_t placeOf(std::string_view source) const;

private:
    std::vector<domain::RewriteRule> m_rules;
    std::unordered_map<std::string, std::size_t, domain::TextHash, std::equal_to<>> m_places;
};

enum class HopMode { Force, Fallback };
std::string_view toText(HopMode mode);

/// What was done to a name: the one hop's mode, or a chain of two or more.
enum class RuleKind { None, Force, Fallback, Chain };
std::string_view toText(RuleKind kind);

struct Hop
{
    std::string source;
    std::string target;
    HopMode mode = HopMode::Force;

    bool operator==(const Hop &) const = default;
};

struct ChainOutcome
{
    /// The trimmed name: a view of what the caller asked with, so that no rule means no copy.
    std::string_view requestedModel;
    /// The hops that were made.
    std::vector<Hop> path;
    /// The names of the cycle that the chain ran into, the first one again at the end; else empty.
    std::vector<std::string> cycle;

    bool hasCycle() const { return !cycle.empty(); }
    /// The last name. Valid as long as the outcome and the text it was asked with.
    std::string_view routedModel() const;
    RuleKind ruleKind() const;

    bool operator==(const ChainOutcome &) const = default;
};

/// True when a backend that the caller may use serves the name (rewrites.md, Candidate).
using HasCandidate = std::function<bool(std::string_view)>;

/// `hasCandidate` is asked at most once a name, and only where a fallback rule asks.
ChainOutcome rewritten(std::string_view requested, const RewriteTable &table,
                       const HasCandidate &hasCandidate);

} // namespace homeward::rewrite

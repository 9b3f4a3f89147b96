// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/listed_names.h"

#include <algorithm>
#include <unordered_map>

namespace homeward::rewrite {

namespace {

/// Many chains end at the same few names; each is looked up once a list.
class CandidateMemo
{
public:
    explicit CandidateMemo(const HasCandidate &hasCandidate) : m_hasCandidate(hasCandidate) { }

    bool has(std::string_view name)
    {
        const auto known = m_known.find(name);
        if (known != m_known.end())
            return known->second;
        const bool isThere = m_hasCandidate(name);
        m_known.emplace(name, isThere);
        return isThere;
    }

private:
    const HasCandidate &m_hasCandidate;
    std::unordered_map<std::string, bool, domain::TextHash, std::equal_to<>> m_known;
};

} // namespace

std::vector<std::string> listedNames(const ListedNamesInput &input)
{
    CandidateMemo memo(input.hasCandidate);
    const HasCandidate hasCandidate = [&memo](std::string_view name) { return memo.has(name); };
    std::vector<std::string> names(input.publications.begin(), input.publications.end());
    const auto addIfServed = [&](std::string_view name) {
        const ChainOutcome outcome = rewritten(name, input.table, hasCandidate);
        if (!outcome.hasCycle() && memo.has(outcome.routedModel()))
            names.emplace_back(outcome.requestedModel);
    };
    for (const std::string_view name : input.indexNames)
        addIfServed(name);
    for (const domain::RewriteRule &rule : input.table.rules())
        addIfServed(rule.sourceModel);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

} // namespace homeward::rewrite

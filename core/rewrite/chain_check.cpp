// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/chain_check.h"

#include "base/json_fields.h"
#include "base/outer_space.h"
#include "rewrite/name_check.h"

#include <set>
#include <string>
#include <utility>

namespace homeward::rewrite {

namespace {

/// The substitutes of one model; refuses what stands in their way.
std::vector<std::string> substitutes(JsonFields &chains, const std::string &key)
{
    const std::string_view model = withoutOuterSpace(key);
    if (const auto problem = nameProblem(model); !problem.empty())
        chains.refuse(key, "is not the name of a model, which " + std::string(problem));
    const auto given = chains.texts(key);
    if (!given)
        return {};
    if (given->empty())
        chains.refuse(key, "must name a model; leave it out to have no chain");
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const std::string &text : *given) {
        const std::string name(withoutOuterSpace(text));
        if (const auto problem = nameProblem(name); !problem.empty())
            chains.refuse(key, "has an entry that " + std::string(problem));
        else if (name == model)
            chains.refuse(key, "must not contain itself");
        else if (!taken.insert(name).second)
            chains.refuse(key, "has \"" + name + "\" twice");
        names.push_back(name);
    }
    return names;
}

} // namespace

nlohmann::ordered_json toJson(const domain::FallbackChains &chains)
{
    auto byModel = nlohmann::ordered_json::object();
    for (const auto &[model, names] : chains) {
        if (!names.empty())
            byModel[model] = names;
    }
    return {{"chains", std::move(byModel)}};
}

Result<domain::FallbackChains> fallbackChainsFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    const nlohmann::json *given = fields.object("chains");
    if (!given)
        fields.refuse("chains", "is missing");
    if (const auto read = fields.finish(); !read)
        return read.error();
    JsonFields entries(*given, "chains.");
    domain::FallbackChains chains;
    for (const auto &[key, list] : given->items()) {
        auto names = substitutes(entries, key);
        if (!chains.emplace(withoutOuterSpace(key), std::move(names)).second)
            entries.refuse(key, "is there twice, with and without outer spaces");
    }
    if (const auto read = entries.finish(); !read)
        return read.error();
    return chains;
}

} // namespace homeward::rewrite

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rewrite/rewrite_chain.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::rewrite {

struct ListedNamesInput
{
    std::span<const std::string_view> indexNames;
    const RewriteTable &table;
    /// Listed with or without live backends, until they are unpublished.
    std::span<const std::string_view> publications;
    const HasCandidate &hasCandidate;
};

/// The names that /v1/models has for a caller, sorted, each once (rewrites.md, /v1/models). Names
/// whose chains run into a cycle are left out.
std::vector<std::string> listedNames(const ListedNamesInput &input);

} // namespace homeward::rewrite

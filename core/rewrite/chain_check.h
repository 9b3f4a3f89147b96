// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "domain/fallback_chains.h"

#include <nlohmann/json.hpp>

/// The bodies of /api/v1/fallback-chains (http-api.md, section 5).

namespace homeward::rewrite {

/// `{"chains":{"model":["a","b"]}}`; a chain of no names is no chain, and left out.
nlohmann::ordered_json toJson(const domain::FallbackChains &chains);
/// Refuses a chain that contains itself, is empty, or has a name twice; names are trimmed.
Result<domain::FallbackChains> fallbackChainsFromJson(const nlohmann::json &object);

} // namespace homeward::rewrite

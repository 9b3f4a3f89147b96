// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <map>
#include <string>
#include <vector>

namespace homeward::domain {

/// For each model the substitutes, in the order in which they are tried while nothing serves it
/// (http-api.md, section 5, fallback-chains).
using FallbackChains = std::map<std::string, std::vector<std::string>>;

} // namespace homeward::domain

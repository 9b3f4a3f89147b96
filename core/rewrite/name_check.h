// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/json_fields.h"

#include <string>
#include <string_view>

namespace homeward::rewrite {

/// What is wrong with the name of a model in a rule or a chain, as the end of a sentence about the
/// field; empty when it is good. JSON and YAML readers have seen to it that it is UTF-8.
std::string_view nameProblem(std::string_view name);

/// Reads a name that must be there, trimmed; refuses a bad one and gives an empty one instead.
std::string requiredName(JsonFields &fields, std::string_view field);

} // namespace homeward::rewrite

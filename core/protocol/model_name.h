// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace homeward::protocol {

inline constexpr std::size_t modelNameLimit = 1024;

/// What is wrong with the name of a model that a request gives; nothing when it is good: UTF-8
/// without control characters, neither empty nor only space, at most modelNameLimit bytes. The
/// error does not repeat the name.
std::optional<Error> modelNameProblem(std::string_view name);

/// Without the space around it, as model names are compared (rewrites.md, Data).
std::string_view withoutOuterSpace(std::string_view name);

} // namespace homeward::protocol

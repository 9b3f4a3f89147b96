// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// The known path that a caller who wrote `path` most likely meant: with a slip of the pen, in
/// another case, with a slash too many, with `/v1` missing or doubled, or behind a prefix of
/// another server. Nothing when none is near.
std::optional<std::string_view> nearestPath(std::string_view path,
                                            std::span<const std::string> known);

/// The error for a path that nobody knows. It names the nearest one, and repeats nothing of what
/// the caller wrote.
Error unknownPath(std::string_view path, std::span<const std::string> known);

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace homeward::config {

/// The known key that somebody who wrote `key` most likely meant: the one with the fewest
/// insertions, deletions, replacements and swaps of neighbours between them. Case, and `-` for `_`,
/// do not count. Nothing when none is near.
std::optional<std::string_view> nearestKey(std::string_view key,
                                           std::span<const std::string_view> known);

} // namespace homeward::config

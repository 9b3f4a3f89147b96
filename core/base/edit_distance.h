// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// How near two words are, for messages that name what was most likely meant.

namespace homeward {

/// In lower case, and with `_` for `-`: people mix these up without noticing.
std::string looselyWritten(std::string_view word);

/// The fewest insertions, deletions, replacements and swaps of neighbours that make one of the
/// other (the distance of Damerau and Levenshtein, each part being changed once at most).
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace homeward

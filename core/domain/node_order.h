// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <vector>

namespace homeward::domain {

inline constexpr int lowestPriority = 1;
inline constexpr int highestPriority = 255;

/// Priorities for `count` nodes in their order: the first the highest, the last 1. Beyond 255 the
/// rest share the lowest value (config.md, Ranges).
std::vector<int> prioritiesInOrder(std::size_t count);

/// Priorities as they are, if all differ; else told apart by the earlier order and renumbered.
/// `wanted[i]` is what node i should have, the nodes standing in their earlier order.
std::vector<int> distinctPriorities(std::span<const int> wanted);

/// Where a new node goes, which is last: the priorities of those before it (some may have to move
/// up to make room), and as the last value its own.
std::vector<int> prioritiesWithNewcomer(std::span<const int> present);

} // namespace homeward::domain

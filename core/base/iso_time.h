// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <optional>
#include <string>
#include <string_view>

namespace homeward {

/// `2026-11-30T22:36:44.123Z`: ISO 8601 in UTC with milliseconds, as every answer gives times.
std::string toIsoTime(WallTime time);

/// Reads what toIsoTime() writes; the fraction may have 1 to 9 digits or be missing. A time beyond
/// what WallTime can hold (years 1677 to 2262) becomes the last, or first, that it can.
std::optional<WallTime> wallTimeFromIso(std::string_view text);

} // namespace homeward

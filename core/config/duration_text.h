// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace homeward::config {

/// The unit of a bare number, which the name of its key tells: `_ms` or `_s`.
enum class DurationUnit { Milliseconds, Seconds };

/// Milliseconds from `10s`, `500ms`, `1m`, `2h` or a bare number; fractions and a sign are read,
/// so that a caller can tell what is out of range from what is no time at all.
std::optional<double> millisecondsFromText(std::string_view text, DurationUnit unit);

/// Rounded to whole milliseconds. What is more than nothing stays at least one, because 0 means
/// "no limit" where it is allowed.
std::chrono::milliseconds wholeMilliseconds(double milliseconds);

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/duration_text.h"

#include "config/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace homeward::config {

namespace {

/// In this order, so that `ms` is not taken for `s`.
constexpr std::array<std::pair<std::string_view, double>, 4> suffixes{{
    {"ms", 1.0},
    {"s", 1000.0},
    {"m", 60'000.0},
    {"h", 3'600'000.0},
}};

/// About 31 years: beyond every range, and far from where a conversion overflows.
constexpr double longest = 1e12;

} // namespace

std::optional<double> millisecondsFromText(std::string_view text, DurationUnit unit)
{
    double factor = unit == DurationUnit::Seconds ? 1000.0 : 1.0;
    for (const auto &[suffix, milliseconds] : suffixes) {
        if (text.ends_with(suffix)) {
            text.remove_suffix(suffix.size());
            factor = milliseconds;
            break;
        }
    }
    const auto number = decimalNumberFromText(text);
    if (!number)
        return std::nullopt;
    return *number * factor;
}

std::chrono::milliseconds wholeMilliseconds(double milliseconds)
{
    const double clamped = std::clamp(milliseconds, -longest, longest);
    const auto rounded = std::chrono::milliseconds(std::llround(clamped));
    if (clamped > 0.0 && rounded.count() == 0)
        return std::chrono::milliseconds(1);
    return rounded;
}

} // namespace homeward::config

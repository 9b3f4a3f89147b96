// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string_view>

/// What a plain (unquoted) scalar means under the core schema of YAML 1.2, section 10.3.

namespace homeward::config {

/// `true`, `True`, `TRUE` and the same of false; `yes` and `on` are text.
std::optional<bool> booleanFromText(std::string_view text);

/// Digits with an optional sign.
bool isIntegerText(std::string_view text);

/// A finite decimal number with an optional sign, fraction and exponent.
std::optional<double> decimalNumberFromText(std::string_view text);

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_scalar.h"

#include <QByteArrayView>

#include <algorithm>
#include <cmath>

namespace homeward::config {

namespace {

std::string_view withoutSign(std::string_view text)
{
    if (text.starts_with('+') || text.starts_with('-'))
        text.remove_prefix(1);
    return text;
}

/// Cuts the digits at the front, and says how many there were.
std::size_t cutDigits(std::string_view &text)
{
    const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
}

bool isDecimalNumber(std::string_view text)
{
    text = withoutSign(text);
    std::size_t digits = cutDigits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        digits += cutDigits(text);
    }
    if (digits == 0)
        return false;
    if (text.starts_with('e') || text.starts_with('E')) {
        text = withoutSign(text.substr(1));
        if (cutDigits(text) == 0)
            return false;
    }
    return text.empty();
}

} // namespace

std::optional<bool> booleanFromText(std::string_view text)
{
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    return std::nullopt;
}

bool isIntegerText(std::string_view text)
{
    text = withoutSign(text);
    return cutDigits(text) > 0 && text.empty();
}

std::optional<double> decimalNumberFromText(std::string_view text)
{
    if (!isDecimalNumber(text))
        return std::nullopt;
    bool isRead = false;
    // Reads as in the C locale whatever the user's is; std::from_chars for double is missing in
    // libc++.
    const double number = QByteArrayView(text.data(), qsizetype(text.size())).toDouble(&isRead);
    if (!isRead || !std::isfinite(number))
        return std::nullopt;
    return number;
}

} // namespace homeward::config

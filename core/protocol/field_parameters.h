// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::protocol {

/// One parameter of a field: its name as it is written, its value without quotes and escapes.
struct FieldParameter
{
    std::string name;
    std::string value;

    bool operator==(const FieldParameter &) const = default;
};

/// A field such as Content-Type or Content-Disposition: `essence; name=value; name="value"`
/// (RFC 9110, section 5.6.6).
struct ParameterizedField
{
    std::string_view essence;
    std::vector<FieldParameter> parameters;

    /// Names are compared without regard to case.
    std::size_t count(std::string_view name) const;
    /// The value of the first one of this name.
    std::optional<std::string_view> find(std::string_view name) const;

    bool operator==(const ParameterizedField &) const = default;
};

/// Nothing for a field that is not of this form: what one reader skips, another takes for a name.
std::optional<ParameterizedField> parameterizedFieldFromText(std::string_view text);

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/field_parameters.h"

#include "base/header_list.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Takes a quoted string, at whose first quote the text begins, off the text.
std::optional<std::string> takeQuoted(std::string_view &text)
{
    std::string content;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return content;
        }
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        content += text[i];
    }
    return std::nullopt;
}

/// Takes a value without quotes off the text, up to the next semicolon.
std::optional<std::string> takePlain(std::string_view &text)
{
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view value = trimmed(text.substr(0, end));
    if (value.find_first_of(" \t\"") != std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(end);
    return std::string(value);
}

/// Takes `name=value` off the text, which begins with its name.
std::optional<FieldParameter> takeParameter(std::string_view &text)
{
    const std::size_t equals = text.find_first_of("=;");
    if (equals == std::string_view::npos || text[equals] == ';')
        return std::nullopt;
    const std::string_view name = trimmed(text.substr(0, equals));
    if (name.empty() || name.find_first_of(" \t\"") != std::string_view::npos)
        return std::nullopt;
    text = trimmed(text.substr(equals + 1));
    auto value = text.starts_with('"') ? takeQuoted(text) : takePlain(text);
    if (!value)
        return std::nullopt;
    return FieldParameter{.name = std::string(name), .value = std::move(*value)};
}

} // namespace

std::size_t ParameterizedField::count(std::string_view name) const
{
    return std::size_t(
        std::count_if(parameters.begin(), parameters.end(), [name](const FieldParameter &one) {
            return equalsIgnoringCase(one.name, name);
        }));
}

std::optional<std::string_view> ParameterizedField::find(std::string_view name) const
{
    for (const FieldParameter &parameter : parameters) {
        if (equalsIgnoringCase(parameter.name, name))
            return parameter.value;
    }
    return std::nullopt;
}

std::optional<ParameterizedField> parameterizedFieldFromText(std::string_view text)
{
    const std::size_t end = std::min(text.find(';'), text.size());
    ParameterizedField field{.essence = trimmed(text.substr(0, end)), .parameters = {}};
    text.remove_prefix(end);
    while (!text.empty()) {
        // At a semicolon; the last one may have nothing behind it.
        text = trimmed(text.substr(1));
        if (text.empty())
            break;
        auto parameter = takeParameter(text);
        if (!parameter)
            return std::nullopt;
        field.parameters.push_back(std::move(*parameter));
        text = trimmed(text);
        if (!text.empty() && text.front() != ';')
            return std::nullopt;
    }
    return field;
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/environment_text.h"

#include "config/excerpt.h"

#include <QUtf8StringView>

#include <algorithm>

namespace homeward::config {

namespace {

bool isVariableName(std::string_view name)
{
    const auto isLetter
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return !name.empty() && isLetter(name.front())
        && std::all_of(name.begin(), name.end(), [&](char c) { return isLetter(c) || isDigit(c); });
}

/// Takes over the value of one variable, or notes why that is not possible.
void appendVariable(ExpandedText &result, std::string_view name,
                    const EnvironmentLookup &environment)
{
    result.hasReference = true;
    // A name and nothing else: what stands between the braces by mistake may be part of a secret.
    if (!isVariableName(name)) {
        result.problems.emplace_back(
            "has a ${...} that holds no variable's name; a literal ${ is written $${");
        return;
    }
    const auto value = environment ? environment(name) : std::nullopt;
    const auto quotedName = quotedExcerpt(name);
    if (!value) {
        result.problems.push_back("needs the environment variable " + quotedName
                                  + ", which is not set");
        return;
    }
    if (!QUtf8StringView(value->data(), qsizetype(value->size())).isValidUtf8()) {
        result.problems.push_back("needs the environment variable " + quotedName
                                  + ", which is not valid UTF-8");
        return;
    }
    result.text += *value;
}

} // namespace

ExpandedText expandedText(std::string_view text, const EnvironmentLookup &environment)
{
    ExpandedText result;
    while (true) {
        const auto dollar = text.find('$');
        result.text += text.substr(0, dollar);
        if (dollar == std::string_view::npos)
            return result;
        text.remove_prefix(dollar);
        if (text.starts_with("$${")) {
            result.text += "${";
            text.remove_prefix(3);
        } else if (text.starts_with("${")) {
            const auto end = text.find('}');
            const bool isClosed = end != std::string_view::npos;
            appendVariable(result, isClosed ? text.substr(2, end - 2) : std::string_view(),
                           environment);
            text.remove_prefix(isClosed ? end + 1 : text.size());
        } else {
            result.text += '$';
            text.remove_prefix(1);
        }
    }
}

} // namespace homeward::config

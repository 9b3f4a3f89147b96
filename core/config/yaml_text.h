// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/config_problem.h"

#include <yaml-cpp/mark.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace homeward::config {

/// The bytes of a YAML text with what yaml-cpp leaves to its caller: characters that it must not
/// see, columns in characters, and quotes that are still open at the end.
class YamlText
{
public:
    /// A byte order mark at the front is left out.
    explicit YamlText(std::string_view bytes);

    std::string_view text() const { return m_text; }
    TextPosition positionOf(const YAML::Mark &mark) const;
    /// The first character that is not UTF-8, or a control character. yaml-cpp would end the text
    /// at some of them without a word.
    std::optional<TextPosition> firstForeignCharacter() const;
    /// yaml-cpp takes the end of the text for the end of a quoted scalar. `offset` is where the
    /// last quoted scalar begins (its tag or anchor included), or nothing.
    std::optional<TextPosition> unclosedQuote(std::optional<std::size_t> offset) const;

    /// The tab among the spaces that a line begins with. yaml-cpp says of it what it likes.
    std::optional<TextPosition> tabInIndentation(int line) const;

private:
    TextPosition positionAt(std::size_t offset) const;

    std::string_view m_text;
    std::vector<std::size_t> m_lineStarts;
};

} // namespace homeward::config

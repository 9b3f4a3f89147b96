// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_text.h"

#include <QUtf8StringView>

#include <algorithm>

namespace homeward::config {

namespace {

/// How many bytes the character that begins with this one should have; 1 for what begins none.
std::size_t characterLength(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    if (byte >= 0xf0)
        return 4;
    if (byte >= 0xe0)
        return 3;
    return byte >= 0xc0 ? 2 : 1;
}

bool isReadable(std::string_view character)
{
    const auto byte = static_cast<unsigned char>(character.front());
    if (byte < 0x20)
        return byte == '\t' || byte == '\n' || byte == '\r';
    if (byte < 0x80)
        return byte != 0x7f;
    return QUtf8StringView(character.data(), qsizetype(character.size())).isValidUtf8();
}

/// Where a node's own text begins, after its tag and its anchor.
std::size_t startOfContent(std::string_view text, std::size_t offset)
{
    constexpr std::string_view spaces = " \t\r\n";
    while (offset < text.size() && (text[offset] == '!' || text[offset] == '&')) {
        offset = text.find_first_of(spaces, offset);
        offset = std::min(text.find_first_not_of(spaces, offset), text.size());
    }
    return offset;
}

} // namespace

YamlText::YamlText(std::string_view bytes) : m_text(bytes)
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (m_text.starts_with(byteOrderMark))
        m_text.remove_prefix(byteOrderMark.size());
    m_lineStarts.push_back(0);
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        if (m_text[i] == '\n')
            m_lineStarts.push_back(i + 1);
    }
}

TextPosition YamlText::positionOf(const YAML::Mark &mark) const
{
    if (mark.is_null())
        return {};
    return positionAt(std::size_t(mark.pos));
}

std::optional<TextPosition> YamlText::tabInIndentation(int line) const
{
    if (line < 1 || std::size_t(line) > m_lineStarts.size())
        return std::nullopt;
    std::size_t offset = m_lineStarts[std::size_t(line) - 1];
    while (offset < m_text.size() && m_text[offset] == ' ')
        ++offset;
    if (offset == m_text.size() || m_text[offset] != '\t')
        return std::nullopt;
    return positionAt(offset);
}

TextPosition YamlText::positionAt(std::size_t offset) const
{
    offset = std::min(offset, m_text.size());
    const auto next = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    const std::size_t start = *std::prev(next);
    const auto before = m_text.substr(start, offset - start);
    const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
    return TextPosition{.line = int(next - m_lineStarts.begin()), .column = int(characters) + 1};
}

std::optional<TextPosition> YamlText::firstForeignCharacter() const
{
    for (std::size_t i = 0; i < m_text.size();) {
        const auto character = m_text.substr(i, characterLength(m_text[i]));
        if (!isReadable(character))
            return positionAt(i);
        i += character.size();
    }
    return std::nullopt;
}

std::optional<TextPosition> YamlText::unclosedQuote(std::optional<std::size_t> offset) const
{
    if (!offset)
        return std::nullopt;
    const std::size_t opening = startOfContent(m_text, *offset);
    const char quote = opening < m_text.size() ? m_text[opening] : ' ';
    // A block scalar (| or >) has no end to miss.
    if (quote != '"' && quote != '\'')
        return std::nullopt;
    for (std::size_t i = opening + 1; i < m_text.size(); ++i) {
        const bool isEscape = quote == '"' ? m_text[i] == '\\' : m_text.substr(i, 2) == "''";
        if (isEscape)
            ++i;
        else if (m_text[i] == quote)
            return std::nullopt;
    }
    return positionAt(opening);
}

} // namespace homeward::config

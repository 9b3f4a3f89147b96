// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/line_reader.h"

namespace homeward {

void LineReader::restart(std::size_t byteLimit)
{
    m_line.clear();
    m_isGiven = false;
    m_bytesLeft = byteLimit;
}

LineReader::Step LineReader::next(std::string_view piece)
{
    if (m_isGiven) {
        m_line.clear();
        m_isGiven = false;
    }
    const auto lineFeed = piece.find('\n');
    const std::size_t consumed = lineFeed == std::string_view::npos ? piece.size() : lineFeed + 1;
    if (consumed > m_bytesLeft)
        return Step{.consumed = m_bytesLeft, .problem = Problem::TooLong};
    m_bytesLeft -= consumed;
    std::string_view line = piece.substr(0, consumed);
    if (lineFeed == std::string_view::npos || !m_line.empty()) {
        m_line.append(line);
        line = m_line;
    }
    if (lineFeed == std::string_view::npos)
        return Step{.consumed = consumed};
    m_isGiven = true;
    if (!line.ends_with("\r\n"))
        return Step{.consumed = consumed, .problem = Problem::BareLineFeed};
    line.remove_suffix(2);
    return Step{.consumed = consumed, .hasLine = true, .line = line};
}

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/event_stream_reader.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

} // namespace

void EventStreamReader::keep(std::string_view bytes)
{
    m_lineSize += bytes.size();
    m_kept += bytes.substr(0, keptBytes - std::min(keptBytes, m_kept.size()));
}

bool EventStreamReader::next(std::string_view &piece, EventStreamLine &line)
{
    if (m_isLineGiven) {
        m_kept.clear();
        m_lineSize = 0;
        m_isLineGiven = false;
    }
    if (m_endedWithReturn && !piece.empty()) {
        // The second half of a CRLF belongs to the line that has ended.
        if (piece.front() == '\n')
            piece.remove_prefix(1);
        m_endedWithReturn = false;
    }
    if (piece.empty())
        return false;
    std::size_t end = piece.find('\n');
    const std::size_t carriageReturn = piece.substr(0, end).find('\r');
    end = std::min(end, carriageReturn);
    keep(piece.substr(0, end));
    if (end == std::string_view::npos) {
        piece = {};
        return false;
    }
    m_endedWithReturn = piece[end] == '\r';
    piece.remove_prefix(end + 1);
    std::string_view text = m_kept;
    if (m_isAtStart && text.starts_with(byteOrderMark)) {
        text.remove_prefix(byteOrderMark.size());
        m_lineSize -= byteOrderMark.size();
    }
    m_isAtStart = false;
    line = {.text = text, .isWhole = text.size() == m_lineSize};
    m_isInEvent = m_lineSize > 0;
    m_isLineGiven = true;
    return true;
}

EventStreamLine EventStreamReader::unfinished() const
{
    if (m_isLineGiven)
        return {};
    return {.text = m_kept, .isWhole = m_kept.size() == m_lineSize};
}

std::string_view EventStreamReader::closingBytes() const
{
    if (!m_isLineGiven && m_lineSize > 0)
        return "\n\n";
    if (!m_isInEvent)
        return {};
    // After a bare CR the first LF would be taken for the other half of its line end.
    return m_endedWithReturn ? "\n\n" : "\n";
}

} // namespace homeward::protocol

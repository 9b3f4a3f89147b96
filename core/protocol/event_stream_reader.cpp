// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/event_stream_reader.h"

#include "protocol/byte_scan.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

} // namespace

void EventStreamReader::keep(std::string_view bytes)
{
    m_added = bytes;
    m_lineSize += bytes.size();
    m_kept += bytes.substr(0, keptBytes - std::min(keptBytes, m_kept.size()));
}

bool EventStreamReader::next(std::string_view &piece, EventStreamLine &line)
{
    m_added = {};
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
    const char *const lineEnd = findLineEnd(piece.data(), piece.data() + piece.size());
    const auto size = std::size_t(lineEnd - piece.data());
    keep(piece.substr(0, size));
    piece.remove_prefix(size);
    if (piece.empty())
        return false;
    m_endedWithReturn = piece.front() == '\r';
    piece.remove_prefix(1);
    line = lineSoFar();
    m_isAtStart = false;
    m_isInEvent = !line.text.empty();
    m_isLineGiven = true;
    return true;
}

/// A byte order mark at the start of the stream is no part of its first line.
EventStreamLine EventStreamReader::lineSoFar() const
{
    std::string_view text = m_kept;
    const bool isWhole = text.size() == m_lineSize;
    std::size_t size = m_lineSize;
    if (m_isAtStart && text.starts_with(byteOrderMark)) {
        text.remove_prefix(byteOrderMark.size());
        size -= byteOrderMark.size();
    }
    return {.text = text, .isWhole = isWhole, .size = size};
}

EventStreamLine EventStreamReader::unfinished() const
{
    return m_isLineGiven ? EventStreamLine{} : lineSoFar();
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

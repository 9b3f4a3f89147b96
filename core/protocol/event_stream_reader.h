// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// One line of an event stream, or as much of its beginning as is kept.
struct EventStreamLine
{
    /// Empty for the line that ends an event.
    std::string_view text;
    /// False when the line is longer than what is kept of it.
    bool isWhole = true;
    /// How long it is, or is so far.
    std::size_t size = 0;
};

/// Cuts an event stream (HTML standard, 9.2.6) that comes in pieces of any size into its lines. A
/// line ends with CRLF, LF or CR. Keeps the beginning of a line only, so that its memory is
/// bounded.
class EventStreamReader
{
public:
    static constexpr std::size_t keptBytes = 512;

    /// Takes the piece up to the end of one line and returns true with that line; false when the
    /// piece is used up. The line holds until the next call.
    bool next(std::string_view &piece, EventStreamLine &line);

    /// What the last call took from the piece for the line; for who reads what is not kept as well.
    std::string_view added() const { return m_added; }
    /// The line whose end has not come.
    EventStreamLine unfinished() const;
    /// Bytes that bring the stream to the place where an event may begin.
    std::string_view closingBytes() const;

private:
    void keep(std::string_view bytes);
    EventStreamLine lineSoFar() const;

    std::string m_kept;
    std::string_view m_added;
    std::size_t m_lineSize = 0;
    bool m_isAtStart = true;
    bool m_endedWithReturn = false;
    /// Something of an event was sent since the last empty line.
    bool m_isInEvent = false;
    bool m_isLineGiven = false;
};

} // namespace homeward::protocol

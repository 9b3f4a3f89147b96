// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace homeward {

/// Cuts bytes that come in pieces into lines that end with CRLF, up to a limit of bytes for all of
/// them. A line that lies whole in its piece is not copied.
class LineReader
{
public:
    enum class Problem { None, BareLineFeed, TooLong };

    struct Step
    {
        /// Bytes of the piece that are done with.
        std::size_t consumed = 0;
        bool hasLine = false;
        /// Without its CRLF; holds until the next call and no longer than the piece.
        std::string_view line;
        Problem problem = Problem::None;
    };

    /// Begins anew; all lines together, with their ends, may have this many bytes.
    void restart(std::size_t byteLimit);
    Step next(std::string_view piece);
    /// The beginning of a line whose end has not come.
    std::string_view unfinished() const { return m_isGiven ? std::string_view() : m_line; }

private:
    std::string m_line;
    /// The last line that was given stands in m_line.
    bool m_isGiven = false;
    std::size_t m_bytesLeft = 0;
};

} // namespace homeward

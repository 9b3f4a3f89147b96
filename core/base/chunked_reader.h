// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/line_reader.h"

#include <cstdint>
#include <string_view>

namespace homeward {

/// Takes the framing off a chunked body (RFC 9112, section 7.1) that comes in pieces of any size.
/// Extensions and trailers are read strictly and dropped.
class ChunkedReader
{
public:
    enum class Event { NeedMore, Data, End, Failed };

    struct Step
    {
        Event event = Event::NeedMore;
        /// Bytes of the piece that are done with.
        std::size_t consumed = 0;
        /// For Data: a part of the piece.
        std::string_view data;
        /// For Failed.
        std::string_view problem;
    };

    void restart();
    /// The next event in this piece; after NeedMore all of it is consumed.
    Step next(std::string_view piece);

private:
    enum class State { SizeLine, Data, DataEnd, Trailers };

    Step readData(std::string_view piece);
    Step readLine(std::string_view piece);
    Step useLine(std::size_t consumed, std::string_view line);

    LineReader m_lines;
    State m_state = State::SizeLine;
    std::uint64_t m_bytesLeft = 0;
    std::size_t m_trailerCount = 0;
};

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/chunked_reader.h"

#include "base/http_syntax.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace homeward {

namespace {

/// For one chunk's line with its extensions, and for all trailers.
constexpr std::size_t lineLimit = 64 * 1024;
constexpr std::size_t trailerLimit = 200;
/// The CRLF behind the bytes of a chunk.
constexpr std::size_t dataEndLength = 2;
constexpr std::string_view badSize = "a bad chunk size";

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// `1*HEXDIG [BWS ";" extensions]`; 15 digits at most, so that nothing overflows.
std::optional<std::uint64_t> sizeFrom(std::string_view line)
{
    constexpr std::ptrdiff_t digitLimit = 15;
    std::uint64_t size = 0;
    const char *const end = line.data() + line.size();
    const auto read = std::from_chars(line.data(), end, size, 16);
    if (read.ec != std::errc() || read.ptr - line.data() > digitLimit)
        return std::nullopt;
    if (read.ptr == end)
        return size;
    const auto rest = std::string_view(read.ptr, std::size_t(end - read.ptr));
    const auto semicolon = rest.find_first_not_of(" \t");
    if (semicolon == std::string_view::npos || rest[semicolon] != ';' || !isFieldValue(rest))
        return std::nullopt;
    return size;
}

ChunkedReader::Step failed(std::size_t consumed, std::string_view problem)
{
    return ChunkedReader::Step{.event = ChunkedReader::Event::Failed,
                               .consumed = consumed,
                               .data = {},
                               .problem = problem};
}

} // namespace

void ChunkedReader::restart()
{
    m_lines.restart(lineLimit);
    m_state = State::SizeLine;
    m_bytesLeft = 0;
    m_trailerCount = 0;
}

ChunkedReader::Step ChunkedReader::next(std::string_view piece)
{
    std::size_t consumed = 0;
    while (consumed < piece.size()) {
        const auto rest = piece.substr(consumed);
        Step step = m_state == State::Data ? readData(rest) : readLine(rest);
        consumed += step.consumed;
        step.consumed = consumed;
        if (step.event != Event::NeedMore)
            return step;
    }
    return Step{.event = Event::NeedMore, .consumed = consumed, .data = {}, .problem = {}};
}

ChunkedReader::Step ChunkedReader::readData(std::string_view piece)
{
    const auto count = std::size_t(std::min<std::uint64_t>(piece.size(), m_bytesLeft));
    m_bytesLeft -= count;
    if (m_bytesLeft == 0) {
        m_state = State::DataEnd;
        m_lines.restart(dataEndLength);
    }
    return Step{
        .event = Event::Data, .consumed = count, .data = piece.substr(0, count), .problem = {}};
}

ChunkedReader::Step ChunkedReader::readLine(std::string_view piece)
{
    const LineReader::Step step = m_lines.next(piece);
    if (step.problem == LineReader::Problem::BareLineFeed)
        return failed(step.consumed, "a line feed without a carriage return in a chunked body");
    if (step.problem == LineReader::Problem::TooLong) {
        return failed(step.consumed,
                      m_state == State::DataEnd ? "a chunk that is longer than its size"
                                                : "chunk extensions or trailers that are too long");
    }
    if (!step.hasLine) {
        // A peer that sends no chunks at all may never send a line end either.
        if (m_state == State::SizeLine && !isHexDigit(m_lines.unfinished().front()))
            return failed(step.consumed, badSize);
        return Step{.consumed = step.consumed};
    }
    return useLine(step.consumed, step.line);
}

ChunkedReader::Step ChunkedReader::useLine(std::size_t consumed, std::string_view line)
{
    switch (m_state) {
    case State::SizeLine: {
        const auto size = sizeFrom(line);
        if (!size)
            return failed(consumed, badSize);
        m_bytesLeft = *size;
        m_state = *size == 0 ? State::Trailers : State::Data;
        m_lines.restart(lineLimit);
        break;
    }
    case State::DataEnd:
        m_state = State::SizeLine;
        m_lines.restart(lineLimit);
        break;
    case State::Trailers:
        if (line.empty())
            return Step{.event = Event::End, .consumed = consumed, .data = {}, .problem = {}};
        if (const auto field = fieldLineFrom(line); !field.problem.empty())
            return failed(consumed, field.problem);
        if (++m_trailerCount > trailerLimit)
            return failed(consumed, "too many trailers");
        break;
    case State::Data:
        break;
    }
    return Step{.consumed = consumed};
}

} // namespace homeward

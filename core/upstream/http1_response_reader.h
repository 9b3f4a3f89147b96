// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/chunked_reader.h"
#include "base/header_list.h"
#include "base/line_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::upstream {

/// What an upstream's answer says before its body.
struct ResponseHead
{
    int status = 0;
    std::string reason;
    HeaderList fields;
    /// The x of HTTP/1.x.
    int minorVersion = 1;
    /// Empty for a chunked body and for one that ends with the connection.
    std::optional<std::uint64_t> contentLength;
    bool isChunked = false;
    /// The connection may carry another request after this answer.
    bool isKeepAlive = false;

    bool operator==(const ResponseHead &) const = default;
};

/// An answer to HEAD has the fields of a body and no body.
enum class AnswerTo { Head, OtherMethod };

/// Reads answers of HTTP/1.1 strictly (http-api.md, section 6) from pieces of any size. Interim
/// answers are skipped; a body's bytes are views into the piece that they came with.
class Http1ResponseReader
{
public:
    enum class Event {
        /// All of the piece is read.
        NeedMore,
        /// head() is complete. Comes once.
        Head,
        /// body() holds the next bytes, never none.
        Body,
        /// The answer is complete; what is left of the piece does not belong to it.
        End,
        /// problem() says why this is no answer. Nothing follows.
        Failed,
    };

    /// Prepares for the answer to the next request; keeps its buffers.
    void restart(AnswerTo method);
    /// The piece must stay until next() has returned NeedMore, End or Failed.
    void feed(std::string_view piece) { m_rest = piece; }
    Event next();
    /// The connection was closed in order: true when that is a good end of the answer.
    bool finishByClose();

    const ResponseHead &head() const { return m_head; }
    std::string_view body() const { return m_body; }
    std::string_view problem() const { return m_problem; }
    bool isAtEnd() const { return m_state == State::Ended; }
    /// What is left of the piece.
    std::string_view rest() const { return m_rest; }
    /// True when bytes came after the end: the connection cannot be trusted any more.
    bool hasExcess() const { return isAtEnd() && !m_rest.empty(); }

private:
    enum class State {
        StatusLine,
        Fields,
        LengthBody,
        ChunkedBody,
        CloseBody,
        Ended,
        Broken,
    };

    Event readHeadLine();
    Event useStatusLine(std::string_view line);
    Event useFieldLine(std::string_view line);
    Event finishHead();
    void chooseBody();
    Event readLengthBody();
    Event readChunkedBody();
    Event readCloseBody();
    Event fail(std::string_view problem);

    ResponseHead m_head;
    State m_state = State::Ended;
    AnswerTo m_method = AnswerTo::OtherMethod;
    LineReader m_lines;
    ChunkedReader m_chunks;
    std::string_view m_rest;
    std::string_view m_body;
    std::string_view m_problem;
    std::uint64_t m_bytesLeft = 0;
    int m_interimCount = 0;
};

} // namespace homeward::upstream

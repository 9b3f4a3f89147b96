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

namespace homeward::http {

/// What a request says before its body.
struct RequestHead
{
    std::string method;
    /// Path and query, or `*`; an absolute form is cut to its path.
    std::string target;
    HeaderList fields;
    /// The x of HTTP/1.x.
    int minorVersion = 1;
    /// Empty for a chunked body, and where none is announced.
    std::optional<std::uint64_t> contentLength;
    bool isChunked = false;
    /// The client takes another answer on this connection.
    bool isKeepAlive = true;
    /// It waits for a word before it sends the body.
    bool expectsContinue = false;

    bool operator==(const RequestHead &) const = default;
};

/// What a message that is not accepted is answered with; the connection ends then.
struct GuardRefusal
{
    int status = 400;
    std::string_view code;
    std::string_view message;

    bool operator==(const GuardRefusal &) const = default;
};

/// Reads requests of HTTP/1.1 strictly (http-api.md, section 6) from pieces of any size, and stops
/// at the end of each. A body's bytes are views into the piece that they came with.
class Http1RequestReader
{
public:
    enum class Event {
        /// All of the piece is read.
        NeedMore,
        /// head() is complete. Comes once.
        Head,
        /// body() holds the next bytes, never none.
        Body,
        /// The request is complete; what is left of the piece belongs to the next one.
        End,
        /// refusal() says what is wrong. Nothing follows.
        Refused,
    };

    /// Prepares for the next request.
    void restart(std::uint64_t maxBodyBytes);
    /// The piece must stay until next() has returned NeedMore, End or Refused.
    void feed(std::string_view piece) { m_rest = piece; }
    Event next();

    /// May be moved from after Event::Head.
    RequestHead &head() { return m_head; }
    std::string_view body() const { return m_body; }
    const GuardRefusal &refusal() const { return m_refusal; }
    /// What is still to come of a body whose length was announced; 0 for any other state.
    std::uint64_t announcedBytesLeft() const
    {
        return m_state == State::LengthBody ? m_bytesLeft : 0;
    }
    /// So many of them were read by somebody else; true when the message is complete.
    bool skipBody(std::uint64_t count);
    /// What is left of the piece.
    std::string_view rest() const { return m_rest; }
    /// Nothing of the request has come yet.
    bool isAtStart() const { return m_state == State::RequestLine && !m_hasByte; }
    bool isInHead() const { return m_state == State::RequestLine || m_state == State::Fields; }

private:
    enum class State { RequestLine, Fields, LengthBody, ChunkedBody, Ended, Broken };

    Event readHeadLine();
    Event useRequestLine(std::string_view line);
    Event useFieldLine(std::string_view line);
    Event finishHead();
    Event useTarget(std::string_view target);
    Event useBody(std::string_view bytes);
    Event readLengthBody();
    Event readChunkedBody();
    Event refuse(const GuardRefusal &refusal);

    RequestHead m_head;
    State m_state = State::Ended;
    LineReader m_lines;
    ChunkedReader m_chunks;
    std::string_view m_rest;
    std::string_view m_body;
    GuardRefusal m_refusal;
    /// The authority of an absolute form, to be compared with Host.
    std::string m_authority;
    std::uint64_t m_maxBodyBytes = 0;
    std::uint64_t m_bytesLeft = 0;
    std::uint64_t m_bytesRead = 0;
    bool m_hasByte = false;
    bool m_hasSkippedLine = false;
};

} // namespace homeward::http

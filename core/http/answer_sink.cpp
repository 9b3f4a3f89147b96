// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/answer_sink.h"

#include "http/client_connection.h"

#include <array>
#include <charconv>
#include <utility>

namespace homeward::http {

namespace {

/// Up to this a chunk is put together in one buffer; beyond it, copying costs more than a call.
constexpr std::size_t smallChunk = 16 * 1024;
constexpr std::string_view lineEnd = "\r\n";

void appendChunkSize(std::string &text, std::size_t size)
{
    std::array<char, 16> digits;
    const auto result = std::to_chars(digits.begin(), digits.end(), size, 16);
    text.append(digits.data(), std::size_t(result.ptr - digits.data())).append(lineEnd);
}

} // namespace

AnswerSink::AnswerSink(ClientConnection &connection, std::unique_ptr<Request> request)
    : m_connection(&connection),
      m_request(std::move(request)),
      m_isLast(!m_request->isKeepAlive)
{ }

AnswerSink::~AnswerSink()
{
    // Nobody must take half an answer for a whole one.
    m_observer = nullptr;
    if (m_connection)
        abort();
}

bool AnswerSink::hasNoBody(int status) const
{
    return status == 204 || status == 304 || (status >= 100 && status < 200);
}

std::optional<AnswerFraming> AnswerSink::framing() const
{
    return m_isHeadSent ? std::optional(m_framing) : std::nullopt;
}

bool AnswerSink::isLastAnswer() const
{
    return m_isLast || m_connection->host().isStopping();
}

void AnswerSink::sendHead(int status, const HeaderList &fields,
                          std::optional<std::uint64_t> contentLength)
{
    if (!m_connection)
        return;
    m_isHeadSent = true;
    m_bytesLeft = contentLength.value_or(0);
    if (hasNoBody(status)) {
        m_framing = AnswerFraming::NoBody;
    } else if (contentLength) {
        m_framing = AnswerFraming::Length;
    } else if (m_request->minorVersion >= 1) {
        m_framing = AnswerFraming::Chunked;
    } else {
        m_framing = AnswerFraming::Close;
        m_isLast = true;
    }
    m_isLast = isLastAnswer();
    m_connection->cork(textOf({.status = status,
                               .fields = fields,
                               .framing = m_framing,
                               .contentLength = m_bytesLeft,
                               .isClosing = m_isLast,
                               .date = m_connection->host().date()}));
    if (m_request->method == "HEAD")
        m_framing = AnswerFraming::NoBody;
}

void AnswerSink::sendBody(std::string_view bytes)
{
    if (!m_connection || bytes.empty())
        return;
    switch (m_framing) {
    case AnswerFraming::NoBody:
        return;
    case AnswerFraming::Chunked:
        sendChunk(bytes);
        return;
    case AnswerFraming::Length:
        bytes = bytes.substr(0, std::size_t(std::min<std::uint64_t>(bytes.size(), m_bytesLeft)));
        m_bytesLeft -= bytes.size();
        break;
    case AnswerFraming::Close:
        break;
    }
    const std::string head = m_connection->takeCorked();
    m_connection->output().write(head, bytes);
}

void AnswerSink::sendChunk(std::string_view bytes)
{
    std::string text = m_connection->takeCorked();
    net::ByteStream &stream = m_connection->output();
    if (bytes.size() <= smallChunk) {
        text.reserve(text.size() + bytes.size() + 24);
        appendChunkSize(text, bytes.size());
        text.append(bytes).append(lineEnd);
        stream.write(text);
        return;
    }
    appendChunkSize(text, bytes.size());
    stream.write(text, bytes);
    stream.write(lineEnd);
}

void AnswerSink::finish()
{
    if (!m_connection)
        return;
    if (m_framing == AnswerFraming::Length && m_bytesLeft > 0) {
        abort();
        return;
    }
    if (m_framing == AnswerFraming::Chunked) {
        const std::string head = m_connection->takeCorked();
        m_connection->output().write(head, "0\r\n\r\n");
    }
    ClientConnection *connection = std::exchange(m_connection, nullptr);
    m_observer = nullptr;
    connection->answered(m_isLast);
}

void AnswerSink::send(int status, const HeaderList &fields, SharedBytes body)
{
    if (!m_connection)
        return;
    m_isHeadSent = true;
    m_isLast = isLastAnswer();
    const bool isBodyless = hasNoBody(status);
    const std::string head
        = textOf({.status = status,
                  .fields = fields,
                  .framing = isBodyless ? AnswerFraming::NoBody : AnswerFraming::Length,
                  .contentLength = body.size(),
                  .isClosing = m_isLast,
                  .date = m_connection->host().date()});
    net::ByteStream &stream = m_connection->output();
    if (isBodyless || m_request->method == "HEAD" || body.isEmpty())
        stream.write(head);
    else
        stream.writeShared(head, std::move(body));
    ClientConnection *connection = std::exchange(m_connection, nullptr);
    m_observer = nullptr;
    connection->answered(m_isLast);
}

void AnswerSink::abort()
{
    if (!m_connection)
        return;
    ClientConnection *connection = std::exchange(m_connection, nullptr);
    m_observer = nullptr;
    connection->cut();
}

std::size_t AnswerSink::pendingOutput() const
{
    return m_connection ? m_connection->pendingOutput() : 0;
}

void AnswerSink::clientLeft()
{
    m_connection = nullptr;
    if (ExchangeObserver *observer = std::exchange(m_observer, nullptr))
        observer->clientLeft();
}

void AnswerSink::drained()
{
    if (m_observer)
        m_observer->outputDrained();
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/answer_relay.h"

#include "engine/message_fields.h"
#include "protocol/error_body.h"

namespace homeward::engine {

namespace {

/// Above this the backend is held back until the client has read what is there.
constexpr std::size_t maxPendingOutput = std::size_t(256) << 10;
/// What is kept of a first answer before its backend is held back.
constexpr std::size_t maxHeldBytes = std::size_t(512) << 10;

bool isCompressed(const HeaderList &fields)
{
    const auto coding = fields.find("Content-Encoding");
    return coding && !coding->empty() && !equalsIgnoringCase(*coding, "identity");
}

bool isWatchable(const upstream::ResponseHead &head)
{
    return head.status >= 200 && head.status < 300 && isEventStream(head.fields)
        && !isCompressed(head.fields);
}

} // namespace

AnswerRelay::AnswerRelay(http::Exchange &exchange, Attempt &attempt, protocol::Surface surface)
    : m_exchange(exchange),
      m_attempt(attempt),
      m_surface(surface)
{
    if (isWatchable(*attempt.head()))
        m_watch.emplace(surface);
}

void AnswerRelay::pass(std::string_view bytes)
{
    if (m_watch)
        m_watch->feed(bytes);
    m_exchange.sendBody(bytes);
    if (!m_isPaused && m_exchange.pendingOutput() > maxPendingOutput) {
        m_isPaused = true;
        m_attempt.setReading(false);
    }
}

void AnswerRelay::outputDrained()
{
    if (!m_isPaused)
        return;
    m_isPaused = false;
    m_attempt.setReading(true);
}

bool AnswerRelay::isComplete() const
{
    return !m_watch || m_watch->isTerminated();
}

void AnswerRelay::breakOff(const Error &error)
{
    // With a length that was announced, an event would not fit.
    if (!m_watch || m_attempt.head()->contentLength) {
        m_exchange.abort();
        return;
    }
    m_exchange.sendBody(m_watch->closingBytes() + protocol::streamErrorEvent(m_surface, error));
    m_exchange.finish();
}

void HeldAnswer::keep(std::string_view bytes)
{
    m_body += bytes;
    if (m_body.size() > maxHeldBytes)
        m_attempt->setReading(false);
}

} // namespace homeward::engine

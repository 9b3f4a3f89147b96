// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/attempt.h"
#include "http/exchange.h"
#include "protocol/stream_watch.h"
#include "protocol/surface.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::engine {

/// Passes the body of one answer on to the client, byte for byte and with back-pressure, and knows
/// whether an event stream has come to its end.
class AnswerRelay
{
public:
    AnswerRelay(http::Exchange &exchange, Attempt &attempt, protocol::Surface surface);

    void pass(std::string_view bytes);
    void outputDrained();
    /// The answer came to an end of its own: false for an event stream without its terminal event.
    bool isComplete() const;
    /// The client gets a last event that tells it, where the answer is a stream that can hold one;
    /// else the connection is cut.
    void breakOff(const Error &error);
    void finish() { m_exchange.finish(); }

private:
    http::Exchange &m_exchange;
    Attempt &m_attempt;
    protocol::Surface m_surface;
    /// Only for event streams that are not compressed.
    std::optional<protocol::StreamWatch> m_watch;
    bool m_isPaused = false;
};

/// An answer that is kept while another attempt looks for a better one.
class HeldAnswer
{
public:
    explicit HeldAnswer(std::unique_ptr<Attempt> attempt) : m_attempt(std::move(attempt)) { }

    bool isOf(const Attempt &attempt) const { return m_attempt.get() == &attempt; }
    void keep(std::string_view bytes);
    void setFinished() { m_isFinished = true; }
    void setBroken() { m_isBroken = true; }

    bool isFinished() const { return m_isFinished; }
    /// Its body ended too early: there is no answer to give.
    bool isBroken() const { return m_isBroken; }
    const std::string &body() const { return m_body; }
    std::unique_ptr<Attempt> takeAttempt() { return std::move(m_attempt); }

private:
    std::unique_ptr<Attempt> m_attempt;
    std::string m_body;
    bool m_isFinished = false;
    bool m_isBroken = false;
};

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/event_stream_reader.h"
#include "protocol/surface.h"

#include <string>
#include <string_view>

namespace homeward::protocol {

/// Watches an event stream that is passed on: whether its protocol's terminal event has come
/// (http-api.md, section 1, Errors). Changes nothing, and keeps a few bytes only.
class StreamWatch
{
public:
    explicit StreamWatch(Surface surface) : m_surface(surface) { }

    void feed(std::string_view bytes);
    /// True for a protocol that has no terminal event, too.
    bool isTerminated() const;
    /// To be sent before an event of our own.
    std::string closingBytes() const { return std::string(m_reader.closingBytes()); }

private:
    bool isTerminal(const EventStreamLine &line) const;

    Surface m_surface;
    EventStreamReader m_reader;
    bool m_isTerminated = false;
};

} // namespace homeward::protocol

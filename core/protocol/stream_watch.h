// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/choice_watch.h"
#include "protocol/event_stream_reader.h"
#include "protocol/surface.h"

#include <string>
#include <string_view>

namespace homeward::protocol {

/// Watches an event stream that is passed on: whether it would be whole if it ended here
/// (http-api.md, section 1, Errors), and whether the backend itself said in it that it failed.
/// Changes nothing, and keeps a few bytes only.
class StreamWatch
{
public:
    explicit StreamWatch(Surface surface) : m_surface(surface) { }

    void feed(std::string_view bytes);
    /// The protocol's terminal event has come, or what stands for it in a stream that has ended in
    /// order: true for a protocol that has no terminal event, too.
    bool isTerminated() const;
    /// True once there was an error event of the backend's own.
    bool hasError() const;
    /// To be sent before an event of our own.
    std::string closingBytes() const { return std::string(m_reader.closingBytes()); }

private:
    /// What was said so far of the event that is being read.
    struct Event
    {
        bool hasData = false;
        bool isNamedTerminal = false;
    };

    void readLine(const EventStreamLine &line);
    void watchChoices(const EventStreamLine &line, bool hasEnded);
    bool isTerminalName(std::string_view event) const;
    bool isDone(const EventStreamLine &line) const;
    bool isError(const EventStreamLine &line) const;

    Surface m_surface;
    EventStreamReader m_reader;
    Event m_event;
    /// Only of the streams that may end without `[DONE]`.
    ChoiceWatch m_choices;
    bool m_isTerminated = false;
    bool m_hasError = false;
};

} // namespace homeward::protocol

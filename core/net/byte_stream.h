// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/shared_bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::net {

/// Why no more bytes will come from a stream.
enum class StreamEnd {
    /// The peer closed its side in order.
    PeerClosed,
    /// The connection was reset or failed.
    Reset,
    /// TLS: a record that could not be read, or an end without a close notification.
    TlsBroken,
};

class StreamObserver
{
public:
    virtual ~StreamObserver() = default;
    /// Bytes or the end wait to be read. Called again until they are read or reading is paused.
    /// The observer may destroy the stream from inside any of these calls.
    virtual void streamReadable() = 0;
    /// All that was written has gone to the system.
    virtual void streamDrained() { }
    /// The peer closed its side or left while reading was paused. Unread bytes may remain.
    virtual void streamHungUp() { }
    /// The connection is gone, behind an end that was read or a hang-up that was told: nothing
    /// that is written now reaches anyone.
    virtual void streamBroke() { }
};

/// One connected, reliable byte stream on one thread: TCP, Unix or TLS.
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    void setObserver(StreamObserver *observer) { m_observer = observer; }

    /// Reads what is there, up to `capacity` bytes. 0 means nothing now, or the end: see end().
    virtual std::size_t read(char *buffer, std::size_t capacity) = 0;
    /// Set once read() has met the end.
    std::optional<StreamEnd> end() const { return m_end; }

    /// Sends at once what the system takes, and keeps the rest. The bytes are copied if need be.
    void write(std::string_view first) { write(first, std::string_view()); }
    virtual void write(std::string_view first, std::string_view second) = 0;
    /// As write(); the body is shared instead of copied.
    virtual void writeShared(std::string_view head, SharedBytes body) = 0;
    /// Bytes that the system has not taken yet.
    virtual std::size_t pendingOutput() const = 0;

    /// While paused the peer's flow stops at the system's buffers; its leaving is still noticed.
    virtual void setReading(bool isReading) = 0;

    /// Sends the rest and then our end of stream; the peer's side stays readable.
    virtual void finishWriting() = 0;
    /// Ends the connection at once; what was not sent is dropped. Nobody is called any more.
    virtual void abort() = 0;

protected:
    StreamObserver *m_observer = nullptr;
    std::optional<StreamEnd> m_end;
};

} // namespace homeward::net

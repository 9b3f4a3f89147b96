// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"
#include "net/output_queue.h"
#include "net/poller.h"

namespace homeward::net {

/// A ByteStream on a connected, non-blocking socket of the system's (TCP or Unix).
class TcpStream final : public ByteStream, private PollHandler
{
public:
    /// Takes the descriptor. Reading is on.
    TcpStream(Poller &poller, int descriptor);
    ~TcpStream() override;
    TcpStream(const TcpStream &) = delete;
    TcpStream &operator=(const TcpStream &) = delete;

    std::size_t read(char *buffer, std::size_t capacity) override;
    using ByteStream::write;
    void write(std::string_view first, std::string_view second) override;
    void writeShared(std::string_view head, SharedBytes body) override;
    std::size_t pendingOutput() const override { return m_output.size(); }
    void setReading(bool isReading) override;
    void finishWriting() override;
    void abort() override;

    /// Gives the descriptor away, unread bytes and all; the stream is dead afterwards.
    int releaseDescriptor();

private:
    void descriptorReady(unsigned readiness) override;
    /// How many bytes need no keeping: they are sent, or nobody will ever take them.
    std::size_t sendNow(std::string_view first, std::string_view second);
    /// True when everything waiting has gone.
    bool flush();
    void fail();
    void tellHangUp();
    void updateInterest();
    void close();

    Poller &m_poller;
    int m_descriptor;
    OutputQueue m_output;
    unsigned m_interest = Readable | HungUp;
    bool m_isReading = true;
    bool m_isFinishing = false;
    bool m_hasFailed = false;
    bool m_hasToldHangUp = false;
    bool m_hasToldBreak = false;
    bool m_isWatched = true;
};

} // namespace homeward::net

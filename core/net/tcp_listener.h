// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "net/deadline.h"
#include "net/ip_address.h"
#include "net/poller.h"

#include <functional>
#include <memory>

namespace homeward::net {

/// A connection that a listener took: a non-blocking descriptor, which the receiver owns.
struct Accepted
{
    int descriptor = -1;
    /// Empty (all zero) for a Unix socket.
    Endpoint peer;
    Endpoint local;
};

/// Accepts connections on one address of this machine.
class TcpListener final : private PollHandler
{
public:
    using Accept = std::function<void(const Accepted &)>;

    /// `endpoint` with port 0 takes a free one. The error's message names the address.
    static Result<std::unique_ptr<TcpListener>> listen(Poller &poller, DeadlineQueue &deadlines,
                                                       const Endpoint &endpoint, Accept accept);
    /// A Unix socket; a socket file that nobody listens on any more is replaced.
    static Result<std::unique_ptr<TcpListener>> listenUnix(Poller &poller, DeadlineQueue &deadlines,
                                                           const std::string &path, Accept accept);
    /// A descriptor that listens already (socket activation).
    static Result<std::unique_ptr<TcpListener>> adopt(Poller &poller, DeadlineQueue &deadlines,
                                                      int descriptor, Accept accept);
    ~TcpListener() override;
    TcpListener(const TcpListener &) = delete;
    TcpListener &operator=(const TcpListener &) = delete;

    /// What it listens on, with the real port.
    const Endpoint &endpoint() const { return m_endpoint; }
    const std::string &unixPath() const { return m_unixPath; }

private:
    TcpListener(Poller &poller, DeadlineQueue &deadlines, int descriptor, Accept accept);
    void descriptorReady(unsigned readiness) override;

    Poller &m_poller;
    int m_descriptor;
    Accept m_accept;
    Endpoint m_endpoint;
    std::string m_unixPath;
    /// Out of descriptors: look again a little later, for the system reports it without end.
    Deadline m_retry;
};

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "http/exchange.h"
#include "net/deadline.h"
#include "net/ip_address.h"
#include "net/poller.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::http {

/// What the listening side accepts (http-api.md, section 6). Durations of 0 mean no limit.
struct ServerLimits
{
    std::uint64_t maxBodyBytes = std::uint64_t(64) << 20;
    std::size_t maxConnections = 1024;
    std::size_t maxConnectionsPerAddress = 256;
    std::size_t maxPipelined = 16;
    Duration headTime = std::chrono::seconds(10);
    Duration bodyStallTime = std::chrono::seconds(30);
    Duration idleTime = std::chrono::seconds(75);
};

/// Listens, guards, and hands complete requests to the handler, on one thread. QHttpServer reads
/// each request that has passed the guard (architecture.md, The HTTP server).
class HttpServer
{
public:
    HttpServer(net::Poller &poller, net::DeadlineQueue &deadlines, RequestHandler &handler,
               ServerLimits limits);
    ~HttpServer();
    HttpServer(const HttpServer &) = delete;
    HttpServer &operator=(const HttpServer &) = delete;

    /// Port 0 takes a free one; the answer holds the real one. May be called for several addresses.
    Result<net::Endpoint> listen(const net::Endpoint &endpoint);
    Result<Done> listenUnix(const std::string &path);
    /// A descriptor that listens already (socket activation); the answer is its address, as
    /// `http://127.0.0.1:39080` or `unix:/path`.
    Result<std::string> adopt(int descriptor);
    /// The port of the first TCP address; 0 when there is none.
    std::uint16_t firstPort() const;

    /// Takes effect for connections and requests that begin afterwards.
    void setLimits(const ServerLimits &limits);

    /// No new connections; idle ones end, and every answer from now on is the last of its
    /// connection.
    void stopListening();
    /// Ends what is left at once.
    void abortAll();
    std::size_t connectionCount() const;
    /// Requests that were handed over and are not answered yet.
    std::size_t openExchangeCount() const;
    /// Called, later, each time the last open exchange has ended and its bytes have gone.
    void setIdleAction(std::function<void()> action);

private:
    class Core;
    net::Poller &m_poller;
    net::DeadlineQueue &m_deadlines;
    std::unique_ptr<Core> m_core;
};

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/bind_address.h"
#include "http/http_server.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::engine {

/// Where the router listens; can move to other addresses while requests are answered.
class Listening
{
public:
    Listening(net::Poller &poller, net::DeadlineQueue &deadlines, http::RequestHandler &handler);

    /// All of the addresses, or none. The error names the address and, where it can be found out,
    /// the process that holds it.
    Result<Done> listen(const std::vector<config::BindAddress> &addresses);
    Result<Done> adopt(const std::vector<int> &descriptors);
    /// Requests at the old addresses are answered to their end. On an error the old ones stay.
    Result<Done> moveTo(const std::vector<config::BindAddress> &addresses);
    void setLimits(const http::ServerLimits &limits);

    const std::vector<std::string> &addresses() const { return m_addresses; }
    /// The first TCP port; 0 when there is only a Unix socket.
    std::uint16_t port() const { return m_port; }

    /// No new connections; calls back, later, when the last answer has gone out.
    void stop(std::function<void()> stopped);
    void abortAll();

private:
    Result<std::unique_ptr<http::HttpServer>>
    serverAt(const std::vector<config::BindAddress> &addresses);
    void checkStopped();

    net::Poller &m_poller;
    net::DeadlineQueue &m_deadlines;
    http::RequestHandler &m_handler;
    http::ServerLimits m_limits;
    std::unique_ptr<http::HttpServer> m_server;
    /// Those that do not listen any more but have answers open.
    std::vector<std::unique_ptr<http::HttpServer>> m_leaving;
    std::vector<config::BindAddress> m_wanted;
    std::vector<std::string> m_addresses;
    std::uint16_t m_port = 0;
    std::function<void()> m_stopped;
};

} // namespace homeward::engine

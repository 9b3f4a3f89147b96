// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/line_reader.h"
#include "net/poller.h"
#include "net/proxy_settings.h"
#include "net/tcp_stream.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace homeward::net {

/// Asks a forward proxy, to which a connection stands, for a tunnel to a host (CONNECT; RFC 9110,
/// section 9.3.6).
class ProxyTunnel final : private StreamObserver
{
public:
    /// Called once, never from the constructor: `problem` is empty when the tunnel stands. May
    /// destroy the tunnel.
    using Finish = std::function<void(const std::string &problem)>;

    ProxyTunnel(Poller &poller, int descriptor, const ForwardProxy &proxy, std::string_view host,
                std::uint16_t port, Finish finish);

    /// The connection, which is one to the host now.
    int releaseDescriptor() { return m_stream.releaseDescriptor(); }

private:
    void streamReadable() override;
    /// Reads lines of the answer's head; true when the answer is complete or bad.
    bool readHead(std::string_view piece);
    void finish();

    Poller &m_poller;
    TcpStream m_stream;
    Finish m_finish;
    LineReader m_lines;
    int m_status = 0;
    std::string m_problem;
};

} // namespace homeward::net

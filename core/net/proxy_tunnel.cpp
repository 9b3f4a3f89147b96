// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/proxy_tunnel.h"

#include <QByteArray>

#include <charconv>

namespace homeward::net {

namespace {

constexpr std::size_t headLimit = 16 * 1024;

std::string requestFor(const ForwardProxy &proxy, std::string_view host, std::uint16_t port)
{
    const bool isIpv6 = host.find(':') != std::string_view::npos;
    const std::string authority
        = (isIpv6 ? '[' + std::string(host) + ']' : std::string(host)) + ':' + std::to_string(port);
    std::string request = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n";
    if (!proxy.user.empty() || !proxy.password.empty()) {
        const auto credentials = QByteArray::fromStdString(proxy.user + ':' + proxy.password);
        request += "Proxy-Authorization: Basic " + credentials.toBase64().toStdString() + "\r\n";
    }
    return request + "\r\n";
}

/// The status of `HTTP/1.x NNN ...`; 0 for anything else.
int statusFrom(std::string_view line)
{
    constexpr std::string_view version = "HTTP/1.x ";
    if (!line.starts_with("HTTP/1.") || line.size() < version.size() + 3)
        return 0;
    int status = 0;
    const char *const digits = line.data() + version.size();
    const auto read = std::from_chars(digits, digits + 3, status);
    return read.ptr == digits + 3 ? status : 0;
}

} // namespace

ProxyTunnel::ProxyTunnel(Poller &poller, int descriptor, const ForwardProxy &proxy,
                         std::string_view host, std::uint16_t port, Finish finish)
    : m_poller(poller),
      m_stream(poller, descriptor),
      m_finish(std::move(finish))
{
    m_lines.restart(headLimit);
    m_stream.setObserver(this);
    m_stream.write(requestFor(proxy, host, port));
}

void ProxyTunnel::streamReadable()
{
    auto &buffer = m_poller.scratch();
    const std::size_t count = m_stream.read(buffer.data(), buffer.size());
    if (m_stream.end())
        m_problem = "the proxy closed the connection";
    if (m_stream.end() || readHead(std::string_view(buffer.data(), count)))
        finish();
}

bool ProxyTunnel::readHead(std::string_view piece)
{
    while (!piece.empty()) {
        const LineReader::Step step = m_lines.next(piece);
        piece.remove_prefix(step.consumed);
        if (step.problem != LineReader::Problem::None) {
            m_problem = "the proxy does not answer as a proxy does";
            return true;
        }
        if (!step.hasLine)
            return false;
        if (m_status == 0) {
            m_status = statusFrom(step.line);
            if (m_status == 407)
                m_problem = "the proxy refuses its credentials (407)";
            else if (m_status < 200 || m_status > 299)
                m_problem = "the proxy opens no tunnel (" + std::to_string(m_status) + ")";
            if (!m_problem.empty())
                return true;
        } else if (step.line.empty()) {
            // Whom we speak to waits for our first byte: these are not the host's.
            if (!piece.empty())
                m_problem = "the proxy sent bytes ahead of the tunnel";
            return true;
        }
    }
    return false;
}

void ProxyTunnel::finish()
{
    m_stream.setObserver(nullptr);
    // The receiver may destroy this, the problem included.
    const std::string problem = std::move(m_problem);
    const auto receiver = std::move(m_finish);
    receiver(problem);
}

} // namespace homeward::net

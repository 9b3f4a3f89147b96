// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/listening.h"

#include "base/log.h"
#include "net/ip_address.h"
#include "net/port_holder.h"

#include <algorithm>
#include <utility>

namespace homeward::engine {

namespace {

net::Endpoint endpointOf(const config::BindAddress &address)
{
    // The address was checked when the configuration was read.
    return {.address = net::ipAddressFromText(address.address).value_or(net::IpAddress{}),
            .port = address.port};
}

Error withHolder(const Error &error, const net::Endpoint &endpoint)
{
    const std::string holder = net::holderOfPort(endpoint);
    if (holder.empty())
        return error;
    return {error.kind,
            error.message + "; " + holder + "; stop it, or choose another port with --port",
            error.parameter};
}

} // namespace

Listening::Listening(net::Poller &poller, net::DeadlineQueue &deadlines,
                     http::RequestHandler &handler)
    : m_poller(poller),
      m_deadlines(deadlines),
      m_handler(handler)
{ }

Result<std::unique_ptr<http::HttpServer>>
Listening::serverAt(const std::vector<config::BindAddress> &addresses)
{
    auto server = std::make_unique<http::HttpServer>(m_poller, m_deadlines, m_handler, m_limits);
    std::vector<std::string> texts;
    std::uint16_t port = 0;
    for (const config::BindAddress &address : addresses) {
        if (!address.unixPath.empty()) {
            if (const auto done = server->listenUnix(address.unixPath); !done)
                return done.error();
            texts.push_back("unix:" + address.unixPath);
            continue;
        }
        const net::Endpoint endpoint = endpointOf(address);
        const Result<net::Endpoint> real = server->listen(endpoint);
        if (!real)
            return withHolder(real.error(), endpoint);
        texts.push_back("http://" + net::toText(*real));
        if (port == 0)
            port = real->port;
    }
    m_addresses = std::move(texts);
    m_port = port;
    return server;
}

Result<Done> Listening::listen(const std::vector<config::BindAddress> &addresses)
{
    auto server = serverAt(addresses);
    if (!server)
        return server.error();
    m_server = std::move(*server);
    m_wanted = addresses;
    return Done{};
}

Result<Done> Listening::adopt(const std::vector<int> &descriptors)
{
    auto server = std::make_unique<http::HttpServer>(m_poller, m_deadlines, m_handler, m_limits);
    for (const int descriptor : descriptors) {
        const Result<std::string> address = server->adopt(descriptor);
        if (!address)
            return address.error();
        m_addresses.push_back(*address);
    }
    m_port = server->firstPort();
    m_server = std::move(server);
    return Done{};
}

Result<Done> Listening::moveTo(const std::vector<config::BindAddress> &addresses)
{
    // An address may stay, and no two servers can have it.
    m_leaving.push_back(std::move(m_server));
    m_leaving.back()->stopListening();
    if (auto moved = listen(addresses); !moved) {
        const std::vector<config::BindAddress> before = m_wanted;
        if (const auto back = listen(before); !back)
            qCCritical(logRouter).noquote()
                << "Could not listen on the old address again:" << utf8(back.error().message);
        return moved;
    }
    return Done{};
}

void Listening::setLimits(const http::ServerLimits &limits)
{
    m_limits = limits;
    if (m_server)
        m_server->setLimits(limits);
}

void Listening::stop(std::function<void()> stopped)
{
    m_stopped = std::move(stopped);
    if (m_server) {
        m_server->stopListening();
        m_leaving.push_back(std::move(m_server));
    }
    for (const auto &server : m_leaving)
        server->setIdleAction([this] { checkStopped(); });
    m_poller.defer([this] { checkStopped(); });
}

void Listening::abortAll()
{
    for (const auto &server : m_leaving)
        server->abortAll();
    checkStopped();
}

void Listening::checkStopped()
{
    const auto isBusy = [](const auto &server) { return server->openExchangeCount() > 0; };
    if (std::any_of(m_leaving.begin(), m_leaving.end(), isBusy))
        return;
    if (const auto stopped = std::exchange(m_stopped, {}))
        stopped();
}

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/connection_pool.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace homeward::upstream {

bool isSameOrigin(const Origin &a, const Origin &b)
{
    return a.address.port == b.address.port && a.address.host == b.address.host
        && a.authority == b.authority && a.address.tls == b.address.tls;
}

std::size_t OriginHash::operator()(const Origin &origin) const
{
    const std::size_t host = std::hash<std::string_view>()(origin.address.host);
    return host ^ (std::size_t(origin.address.port) * 0x9e3779b97f4a7c15U);
}

Connection::Connection(ConnectionPool &pool, Origin origin, std::unique_ptr<net::ByteStream> stream)
    : m_pool(pool),
      m_origin(std::move(origin)),
      m_stream(std::move(stream)),
      m_idleLimit(pool.environment().deadlines, [this] { m_pool.drop(*this); })
{ }

void Connection::beginIdle(Duration limit)
{
    m_isReused = true;
    m_stream->setObserver(this);
    m_stream->setReading(true);
    m_idleLimit.setAfter(limit);
}

bool Connection::endIdle()
{
    m_idleLimit.clear();
    m_stream->setObserver(nullptr);
    // The news of its end, or of an answer that nobody asked for (408), may be on the way to us.
    char unexpected = 0;
    return m_stream->read(&unexpected, 1) == 0 && !m_stream->end();
}

void Connection::streamReadable()
{
    m_pool.drop(*this);
}

void Connection::streamHungUp()
{
    m_pool.drop(*this);
}

ConnectionPool::ConnectionPool(const net::ConnectEnvironment &environment, PoolLimits limits)
    : m_environment(environment),
      m_limits(limits)
{ }

std::unique_ptr<Connection> ConnectionPool::take(const Origin &origin)
{
    const auto found = m_idle.find(origin);
    if (found == m_idle.end())
        return nullptr;
    auto &idle = found->second;
    while (!idle.empty()) {
        std::unique_ptr<Connection> connection = std::move(idle.back());
        idle.pop_back();
        m_idleCount -= 1;
        if (connection->endIdle())
            return connection;
    }
    return nullptr;
}

void ConnectionPool::giveBack(std::unique_ptr<Connection> connection)
{
    if (m_idleCount >= m_limits.idleTotal)
        return;
    auto &idle = m_idle[connection->origin()];
    if (idle.size() >= m_limits.idlePerOrigin)
        return;
    connection->beginIdle(m_limits.idleTime);
    idle.push_back(std::move(connection));
    m_idleCount += 1;
}

void ConnectionPool::clear()
{
    m_idle.clear();
    m_idleCount = 0;
}

void ConnectionPool::drop(Connection &connection)
{
    const auto found = m_idle.find(connection.origin());
    if (found == m_idle.end())
        return;
    auto &idle = found->second;
    const auto place = std::find_if(idle.begin(), idle.end(), [&](const auto &candidate) {
        return candidate.get() == &connection;
    });
    if (place == idle.end())
        return;
    const std::unique_ptr<Connection> dropped = std::move(*place);
    idle.erase(place);
    m_idleCount -= 1;
    // An origin that is not used any more leaves nothing behind.
    if (idle.empty())
        m_idle.erase(found);
}

} // namespace homeward::upstream

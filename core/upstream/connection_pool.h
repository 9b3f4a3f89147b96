// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"
#include "net/deadline.h"
#include "upstream/http1_response_reader.h"
#include "upstream/upstream_client.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace homeward::upstream {

bool isSameOrigin(const Origin &a, const Origin &b);

struct OriginHash
{
    std::size_t operator()(const Origin &origin) const;
};
struct OriginEqual
{
    bool operator()(const Origin &a, const Origin &b) const { return isSameOrigin(a, b); }
};

class ConnectionPool;

/// One connection to a server, with what was learned of it; idle in the pool, or in use by a call.
class Connection final : private net::StreamObserver
{
public:
    Connection(ConnectionPool &pool, Origin origin, std::unique_ptr<net::ByteStream> stream);

    net::ByteStream &stream() { return *m_stream; }
    Http1ResponseReader &reader() { return m_reader; }
    const Origin &origin() const { return m_origin; }
    /// It has carried an answer before: it may have been closed since.
    bool isReused() const { return m_isReused; }

private:
    friend class ConnectionPool;
    void beginIdle(Duration limit);
    /// False when it is of no use any more.
    bool endIdle();
    // Nothing may come while it is idle: it is closed, or cannot be trusted.
    void streamReadable() override;
    void streamHungUp() override;

    ConnectionPool &m_pool;
    Origin m_origin;
    std::unique_ptr<net::ByteStream> m_stream;
    Http1ResponseReader m_reader;
    bool m_isReused = false;
    net::Deadline m_idleLimit;
};

/// The idle connections of one thread, the last used first.
class ConnectionPool
{
public:
    ConnectionPool(const net::ConnectEnvironment &environment, PoolLimits limits);

    const net::ConnectEnvironment &environment() const { return m_environment; }
    /// Null when there is none.
    std::unique_ptr<Connection> take(const Origin &origin);
    void giveBack(std::unique_ptr<Connection> connection);
    void clear();
    std::size_t idleCount() const { return m_idleCount; }

private:
    friend class Connection;
    void drop(Connection &connection);

    net::ConnectEnvironment m_environment;
    PoolLimits m_limits;
    std::unordered_map<Origin, std::vector<std::unique_ptr<Connection>>, OriginHash, OriginEqual>
        m_idle;
    std::size_t m_idleCount = 0;
};

} // namespace homeward::upstream

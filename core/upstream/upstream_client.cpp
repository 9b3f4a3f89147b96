// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/upstream_client.h"

#include "upstream/connection_pool.h"
#include "upstream/http1_call.h"

#include <utility>

namespace homeward::upstream {

class UpstreamClient::Pool : public ConnectionPool
{
public:
    using ConnectionPool::ConnectionPool;
};

UpstreamClient::UpstreamClient(const net::ConnectEnvironment &environment, PoolLimits limits)
    : m_pool(std::make_unique<Pool>(environment, limits))
{ }

UpstreamClient::~UpstreamClient() = default;

std::unique_ptr<UpstreamCall> UpstreamClient::call(const Origin &origin, UpstreamRequest request,
                                                   const CallLimits &limits, CallObserver &observer)
{
    return std::make_unique<Http1Call>(*m_pool, origin, std::move(request), limits, observer);
}

void UpstreamClient::dropIdleConnections()
{
    m_pool->clear();
}

std::size_t UpstreamClient::idleConnectionCount() const
{
    return m_pool->idleCount();
}

} // namespace homeward::upstream

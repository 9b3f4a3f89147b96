// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/connector.h"
#include "upstream/upstream_call.h"

#include <memory>

namespace homeward::upstream {

struct PoolLimits
{
    /// Idle connections that are kept for one origin, and for all of them.
    std::size_t idlePerOrigin = 256;
    std::size_t idleTotal = 4096;
    /// After this an idle connection is closed.
    Duration idleTime = std::chrono::seconds(60);
};

/// Calls other servers over HTTP/1.1 (architecture.md, The upstream client). Lives on one thread.
///
/// Idle connections are reused. One that turns out to be stale, that is, ends before a byte of the
/// answer, is walked past: the request goes out again on a fresh connection, and nobody is told.
/// 307 and 308 to the same origin are followed once, with method and body (http-api.md, section 6).
class UpstreamClient
{
public:
    explicit UpstreamClient(const net::ConnectEnvironment &environment, PoolLimits limits = {});
    ~UpstreamClient();
    UpstreamClient(const UpstreamClient &) = delete;
    UpstreamClient &operator=(const UpstreamClient &) = delete;

    /// The observer must outlive the call. The client must outlive it too.
    std::unique_ptr<UpstreamCall> call(const Origin &origin, UpstreamRequest request,
                                       const CallLimits &limits, CallObserver &observer);

    /// Closes idle connections: after sleep, or when the network has changed.
    void dropIdleConnections();
    std::size_t idleConnectionCount() const;

private:
    class Pool;
    std::unique_ptr<Pool> m_pool;
};

} // namespace homeward::upstream

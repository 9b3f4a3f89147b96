// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"
#include "net/connector.h"
#include "net/deadline.h"
#include "upstream/connection_pool.h"
#include "upstream/upstream_call.h"

#include <memory>
#include <string>

namespace homeward::upstream {

/// A request on its way: connects or takes an idle connection, sends, and reads the answer.
class Http1Call final : public UpstreamCall, private net::StreamObserver
{
public:
    /// Begins at once; the observer is called from the event loop only.
    Http1Call(ConnectionPool &pool, const Origin &origin, UpstreamRequest request,
              const CallLimits &limits, CallObserver &observer);
    ~Http1Call() override;
    Http1Call(const Http1Call &) = delete;
    Http1Call &operator=(const Http1Call &) = delete;

    void setReading(bool isReading) override;

private:
    enum class Phase { Connecting, Sent, Body, Ended };

    void begin();
    void connected(std::unique_ptr<net::ByteStream> stream);
    void send(std::unique_ptr<Connection> connection);

    void streamReadable() override;
    void streamDrained() override;
    /// False when this object may not be touched any more, or has nothing more to do.
    bool usePiece(std::string_view piece);
    bool useHead();
    bool follow(const ResponseHead &head);
    void resume();
    void streamEnded();
    void finish();
    void fail(CallFailureKind kind, std::string reason,
              net::ConnectFailure::Stage connectStage = net::ConnectFailure::Stage::Connect);
    void phaseTimedOut();
    void totalTimedOut();
    void failToConnect();
    void waitForHead();
    void waitForBody();

    ConnectionPool &m_pool;
    Origin m_origin;
    UpstreamRequest m_request;
    CallLimits m_limits;
    CallObserver &m_observer;
    Phase m_phase = Phase::Connecting;
    std::unique_ptr<net::Connector> m_connector;
    std::unique_ptr<Connection> m_connection;
    bool m_hasByte = false;
    bool m_hasFollowed = false;
    bool m_isReading = true;
    /// What was read already when reading was paused; less than one read.
    std::string m_heldBack;
    /// How much was left to send when the wait for the head began.
    std::size_t m_unsent = 0;
    /// Set while the observer is called: tells that it has destroyed this call.
    bool *m_destroyed = nullptr;
    net::Deadline m_phaseLimit;
    net::Deadline m_totalLimit;
    net::Deadline m_resumption;
};

} // namespace homeward::upstream

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/upstream_client.h"

#include "upstream/connection_pool.h"
#include "upstream/redirect_target.h"

#include <optional>
#include <utility>

namespace homeward::upstream {

namespace {

CallFailureKind kindOf(const net::ConnectFailure &failure)
{
    switch (failure.stage) {
    case net::ConnectFailure::Stage::Resolve:
        return CallFailureKind::Resolve;
    case net::ConnectFailure::Stage::Connect:
        return failure.isRefused ? CallFailureKind::Refused : CallFailureKind::Connect;
    case net::ConnectFailure::Stage::Tls:
        return CallFailureKind::Tls;
    }
    return CallFailureKind::Connect;
}

std::string requestHead(const Origin &origin, const UpstreamRequest &request)
{
    std::string head;
    head.reserve(512);
    head.append(request.method).append(" ").append(request.target).append(" HTTP/1.1\r\nHost: ");
    head.append(origin.authority).append("\r\n");
    request.fields.appendTo(head);
    if (request.body)
        head.append("Content-Length: ").append(std::to_string(request.body->size())).append("\r\n");
    head.append("\r\n");
    return head;
}

bool isRedirect(int status)
{
    return status == 307 || status == 308;
}

} // namespace

class UpstreamClient::Pool : public ConnectionPool
{
public:
    using ConnectionPool::ConnectionPool;
};

/// A request on its way: connects or takes an idle connection, sends, and reads the answer.
class UpstreamClient::Call final : public UpstreamCall, private net::StreamObserver
{
public:
    Call(Pool &pool, const Origin &origin, UpstreamRequest request, const CallLimits &limits,
         CallObserver &observer)
        : m_pool(pool),
          m_origin(origin),
          m_request(std::move(request)),
          m_limits(limits),
          m_observer(observer),
          m_phaseLimit(pool.environment().deadlines, [this] { phaseTimedOut(); }),
          m_totalLimit(pool.environment().deadlines, [this] { totalTimedOut(); })
    {
        if (m_limits.total > Duration::zero())
            m_totalLimit.setAfter(m_limits.total);
        begin();
    }

    ~Call() override
    {
        if (m_destroyed)
            *m_destroyed = true;
    }

    void setReading(bool isReading) override;

private:
    enum class Phase { Connecting, Sent, Body, Ended };

    void begin();
    void connected(std::unique_ptr<net::ByteStream> stream);
    void send(std::unique_ptr<Connection> connection);

    void streamReadable() override;
    void streamDrained() override;
    void streamHungUp() override;
    /// False when this object may not be touched any more, or has nothing more to do.
    bool useEvents();
    bool useHead();
    void streamEnded();
    void finish();
    void fail(CallFailureKind kind, std::string reason,
              net::ConnectFailure::Stage connectStage = net::ConnectFailure::Stage::Connect);
    void totalTimedOut();
    void failToConnect();
    void phaseTimedOut();
    void waitForBody();

    Pool &m_pool;
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
    /// Set while the observer is called: tells that it has destroyed this call.
    bool *m_destroyed = nullptr;
    net::Deadline m_phaseLimit;
    net::Deadline m_totalLimit;
};

void UpstreamClient::Call::begin()
{
    m_phase = Phase::Connecting;
    m_hasByte = false;
    if (auto idle = m_pool.take(m_origin)) {
        send(std::move(idle));
        return;
    }
    m_phaseLimit.setAfter(m_limits.connect);
    m_connector = std::make_unique<net::Connector>(
        m_pool.environment(), m_origin.address,
        [this](std::unique_ptr<net::ByteStream> stream) { connected(std::move(stream)); },
        [this](const net::ConnectFailure &failure) { fail(kindOf(failure), failure.reason); });
}

void UpstreamClient::Call::connected(std::unique_ptr<net::ByteStream> stream)
{
    const std::unique_ptr<net::Connector> done = std::move(m_connector);
    send(std::make_unique<Connection>(m_pool, m_origin, std::move(stream)));
}

void UpstreamClient::Call::send(std::unique_ptr<Connection> connection)
{
    m_phase = Phase::Sent;
    m_connection = std::move(connection);
    m_connection->reader().restart(m_request.method == "HEAD" ? AnswerTo::Head
                                                              : AnswerTo::OtherMethod);
    net::ByteStream &stream = m_connection->stream();
    stream.setObserver(this);
    stream.setReading(true);
    m_phaseLimit.setAfter(m_limits.firstByte);
    const std::string head = requestHead(m_origin, m_request);
    if (m_request.body && !m_request.body->empty())
        stream.writeShared(head, m_request.body);
    else
        stream.write(head);
}

void UpstreamClient::Call::setReading(bool isReading)
{
    m_isReading = isReading;
    if (m_phase != Phase::Body)
        return;
    m_connection->stream().setReading(isReading);
    waitForBody();
}

/// The time between two pieces runs only while somebody wants them.
void UpstreamClient::Call::waitForBody()
{
    if (m_isReading)
        m_phaseLimit.setAfter(m_limits.idle);
    else
        m_phaseLimit.clear();
}

void UpstreamClient::Call::streamReadable()
{
    auto &buffer = m_pool.environment().poller.scratch();
    net::ByteStream &stream = m_connection->stream();
    const std::size_t count = stream.read(buffer.data(), buffer.size());
    if (count > 0) {
        m_hasByte = true;
        m_connection->reader().feed(std::string_view(buffer.data(), count));
        if (!useEvents())
            return;
    }
    if (stream.end())
        streamEnded();
}

void UpstreamClient::Call::streamDrained()
{
    // A long upload took its time; the answer's begins now.
    if (m_phase == Phase::Sent && !m_hasByte)
        m_phaseLimit.setAfter(m_limits.firstByte);
}

void UpstreamClient::Call::streamHungUp()
{
    // Reading is paused. What was received can still be read, and the end shows then.
}

bool UpstreamClient::Call::useEvents()
{
    bool isDestroyed = false;
    m_destroyed = &isDestroyed;
    for (;;) {
        Http1ResponseReader &reader = m_connection->reader();
        switch (reader.next()) {
        case Http1ResponseReader::Event::NeedMore:
            m_destroyed = nullptr;
            if (m_phase == Phase::Body)
                waitForBody();
            return true;
        case Http1ResponseReader::Event::Head:
            if (!useHead())
                return false;
            break;
        case Http1ResponseReader::Event::Body:
            m_observer.upstreamBody(reader.body());
            break;
        case Http1ResponseReader::Event::End:
            m_destroyed = nullptr;
            finish();
            return false;
        case Http1ResponseReader::Event::Failed:
            m_destroyed = nullptr;
            fail(CallFailureKind::InvalidAnswer, std::string(reader.problem()));
            return false;
        }
        if (isDestroyed)
            return false;
    }
}

bool UpstreamClient::Call::useHead()
{
    const ResponseHead &head = m_connection->reader().head();
    const auto location = head.fields.find("Location");
    if (isRedirect(head.status) && !m_hasFollowed && location) {
        if (auto target = sameOriginTarget(m_origin, m_request.target, *location)) {
            m_hasFollowed = true;
            m_destroyed = nullptr;
            m_request.target = std::move(*target);
            // Its body is of no interest, and reading it may take longer than a new connection.
            m_connection.reset();
            begin();
            return false;
        }
    }
    m_phase = Phase::Body;
    m_phaseLimit.setAfter(m_limits.idle);
    m_observer.upstreamHead(head);
    return true;
}

void UpstreamClient::Call::streamEnded()
{
    Http1ResponseReader &reader = m_connection->reader();
    const bool isOrderly = m_connection->stream().end() == net::StreamEnd::PeerClosed;
    if (m_phase == Phase::Sent) {
        if (!m_hasByte && m_connection->isReused()) {
            m_connection.reset();
            begin();
            return;
        }
        fail(CallFailureKind::NoAnswer,
             isOrderly ? "the connection was closed without an answer"
                       : "the connection was reset before an answer");
        return;
    }
    if (isOrderly && reader.finishByClose()) {
        finish();
        return;
    }
    fail(CallFailureKind::Cut,
         isOrderly ? "the connection was closed inside the answer"
                   : "the connection was reset inside the answer");
}

void UpstreamClient::Call::finish()
{
    m_phase = Phase::Ended;
    m_phaseLimit.clear();
    m_totalLimit.clear();
    const Http1ResponseReader &reader = m_connection->reader();
    net::ByteStream &stream = m_connection->stream();
    stream.setObserver(nullptr);
    const bool isReusable = reader.head().isKeepAlive && !reader.hasExcess() && !stream.end()
        && stream.pendingOutput() == 0;
    std::unique_ptr<Connection> connection = std::move(m_connection);
    if (isReusable)
        m_pool.giveBack(std::move(connection));
    connection.reset();
    m_observer.upstreamFinished();
}

void UpstreamClient::Call::fail(CallFailureKind kind, std::string reason,
                                net::ConnectFailure::Stage connectStage)
{
    m_phase = Phase::Ended;
    m_phaseLimit.clear();
    m_totalLimit.clear();
    const std::unique_ptr<net::Connector> connector = std::move(m_connector);
    const std::unique_ptr<Connection> connection = std::move(m_connection);
    m_observer.upstreamFailed({kind, std::move(reason), connectStage});
}

void UpstreamClient::Call::phaseTimedOut()
{
    switch (m_phase) {
    case Phase::Connecting:
        failToConnect();
        return;
    case Phase::Sent:
        fail(CallFailureKind::FirstByteTimeout, "no answer began in time");
        return;
    case Phase::Body:
        fail(CallFailureKind::IdleTimeout, "the answer stood still for too long");
        return;
    case Phase::Ended:
        return;
    }
}

void UpstreamClient::Call::totalTimedOut()
{
    if (m_phase == Phase::Connecting)
        failToConnect();
    else
        fail(CallFailureKind::TotalTimeout, "the whole answer took too long");
}

void UpstreamClient::Call::failToConnect()
{
    const auto stage = m_connector->stage();
    const bool isTls = stage == net::ConnectFailure::Stage::Tls;
    fail(CallFailureKind::ConnectTimeout,
         isTls ? "the TLS handshake was not answered in time" : "no connection came about in time",
         stage);
}

UpstreamClient::UpstreamClient(const net::ConnectEnvironment &environment, PoolLimits limits)
    : m_pool(std::make_unique<Pool>(environment, limits))
{ }

UpstreamClient::~UpstreamClient() = default;

std::unique_ptr<UpstreamCall> UpstreamClient::call(const Origin &origin, UpstreamRequest request,
                                                   const CallLimits &limits, CallObserver &observer)
{
    return std::make_unique<Call>(*m_pool, origin, std::move(request), limits, observer);
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

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/http1_call.h"

#include "upstream/redirect_target.h"

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
    if (!request.body.isNull())
        head.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
    head.append("\r\n");
    return head;
}

bool isRedirect(int status)
{
    return status == 307 || status == 308;
}

} // namespace

Http1Call::Http1Call(ConnectionPool &pool, const Origin &origin, UpstreamRequest request,
                     const CallLimits &limits, CallObserver &observer)
    : m_pool(pool),
      m_origin(origin),
      m_request(std::move(request)),
      m_limits(limits),
      m_observer(observer),
      m_phaseLimit(pool.environment().deadlines, [this] { phaseTimedOut(); }),
      m_totalLimit(pool.environment().deadlines, [this] { totalTimedOut(); }),
      m_resumption(pool.environment().deadlines, [this] { resume(); })
{
    m_totalLimit.setAfter(m_limits.total);
    begin();
}

Http1Call::~Http1Call()
{
    if (m_destroyed)
        *m_destroyed = true;
}

void Http1Call::begin()
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

void Http1Call::connected(std::unique_ptr<net::ByteStream> stream)
{
    const std::unique_ptr<net::Connector> done = std::move(m_connector);
    send(std::make_unique<Connection>(m_pool, m_origin, std::move(stream)));
}

void Http1Call::send(std::unique_ptr<Connection> connection)
{
    m_phase = Phase::Sent;
    m_connection = std::move(connection);
    m_connection->reader().restart(m_request.method == "HEAD" ? AnswerTo::Head
                                                              : AnswerTo::OtherMethod);
    net::ByteStream &stream = m_connection->stream();
    stream.setObserver(this);
    stream.setReading(true);
    const std::string head = requestHead(m_origin, m_request);
    if (!m_request.body.isEmpty())
        stream.writeShared(head, m_request.body);
    else
        stream.write(head);
    waitForHead();
}

void Http1Call::setReading(bool isReading)
{
    if (m_isReading == isReading)
        return;
    m_isReading = isReading;
    if (m_phase != Phase::Body)
        return;
    waitForBody();
    if (!isReading) {
        m_resumption.clear();
        m_connection->stream().setReading(false);
        return;
    }
    // Later, for the observer may be in the middle of something: what was held back comes first.
    net::DeadlineQueue &deadlines = m_pool.environment().deadlines;
    m_resumption.set(deadlines.clock().now());
}

void Http1Call::resume()
{
    // Set first: the piece may pause it again, or be the last one.
    m_connection->stream().setReading(true);
    const std::string piece = std::exchange(m_heldBack, std::string());
    usePiece(piece);
}

/// Runs anew for as long as the server takes in more of the request.
void Http1Call::waitForHead()
{
    m_unsent = m_connection->stream().pendingOutput();
    m_phaseLimit.setAfter(m_limits.firstByte);
}

/// The time between two pieces runs only while somebody wants them.
void Http1Call::waitForBody()
{
    if (m_isReading)
        m_phaseLimit.setAfter(m_limits.idle);
    else
        m_phaseLimit.clear();
}

void Http1Call::streamReadable()
{
    auto &buffer = m_pool.environment().poller.scratch();
    net::ByteStream &stream = m_connection->stream();
    const std::size_t count = stream.read(buffer.data(), buffer.size());
    if (count > 0) {
        m_hasByte = true;
        if (!usePiece(std::string_view(buffer.data(), count)))
            return;
    }
    if (stream.end())
        streamEnded();
}

void Http1Call::streamDrained()
{
    // A long upload took its time; the answer's begins now.
    if (m_phase == Phase::Sent && !m_hasByte)
        waitForHead();
}

bool Http1Call::usePiece(std::string_view piece)
{
    bool isDestroyed = false;
    m_destroyed = &isDestroyed;
    Http1ResponseReader &reader = m_connection->reader();
    reader.feed(piece);
    while (m_isReading || m_phase != Phase::Body) {
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
    // The piece lies in a buffer that others use next.
    m_destroyed = nullptr;
    m_heldBack = reader.rest();
    return true;
}

bool Http1Call::useHead()
{
    const ResponseHead &head = m_connection->reader().head();
    if (isRedirect(head.status) && follow(head))
        return false;
    m_phase = Phase::Body;
    waitForBody();
    if (!m_isReading)
        m_connection->stream().setReading(false);
    m_observer.upstreamHead(head);
    return true;
}

/// True when the request is on its way to where a redirection of the same origin leads.
bool Http1Call::follow(const ResponseHead &head)
{
    const auto location = head.fields.find("Location");
    if (m_hasFollowed || !location)
        return false;
    auto target = sameOriginTarget(m_origin, m_request.target, *location);
    if (!target)
        return false;
    m_hasFollowed = true;
    m_destroyed = nullptr;
    m_request.target = std::move(*target);
    // Its body is of no interest, and reading it may take longer than a new connection.
    m_connection.reset();
    begin();
    return true;
}

void Http1Call::streamEnded()
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

void Http1Call::finish()
{
    m_phase = Phase::Ended;
    m_phaseLimit.clear();
    m_totalLimit.clear();
    m_resumption.clear();
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

void Http1Call::fail(CallFailureKind kind, std::string reason,
                     net::ConnectFailure::Stage connectStage)
{
    m_phase = Phase::Ended;
    m_phaseLimit.clear();
    m_totalLimit.clear();
    m_resumption.clear();
    const std::unique_ptr<net::Connector> connector = std::move(m_connector);
    const std::unique_ptr<Connection> connection = std::move(m_connection);
    m_observer.upstreamFailed({kind, std::move(reason), connectStage});
}

void Http1Call::phaseTimedOut()
{
    switch (m_phase) {
    case Phase::Connecting:
        failToConnect();
        return;
    case Phase::Sent:
        if (m_connection->stream().pendingOutput() < m_unsent)
            return waitForHead();
        fail(CallFailureKind::FirstByteTimeout, "no answer began in time");
        return;
    case Phase::Body:
        fail(CallFailureKind::IdleTimeout, "the answer stood still for too long");
        return;
    case Phase::Ended:
        return;
    }
}

void Http1Call::totalTimedOut()
{
    if (m_phase == Phase::Connecting)
        failToConnect();
    else
        fail(CallFailureKind::TotalTimeout, "the whole answer took too long");
}

void Http1Call::failToConnect()
{
    const auto stage = m_connector->stage();
    const bool isTls = stage == net::ConnectFailure::Stage::Tls;
    fail(CallFailureKind::ConnectTimeout,
         isTls ? "the TLS handshake was not answered in time" : "no connection came about in time",
         stage);
}

} // namespace homeward::upstream

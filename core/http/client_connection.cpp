// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/client_connection.h"

#include "http/answer_head.h"
#include "http/answer_sink.h"
#include "http/peer_probe.h"
#include "http/qt_http_adapter.h"

#include <algorithm>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace homeward::http {

namespace {

/// What may wait behind an open answer, beside the number of requests.
constexpr std::size_t maxWaitingBytes = std::size_t(1) << 20;
/// What is read of a large body at a time.
constexpr std::size_t bodyStep = std::size_t(512) << 10;
/// A client that was refused may be sending still: it gets a little time, so that the answer
/// reaches it before a reset does.
constexpr auto lingerTime = std::chrono::seconds(2);
constexpr std::size_t lingerBytes = std::size_t(4) << 20;
/// How long an answer may stand still before a client that has closed its side is probed again.
/// Within one second the work for a client that left must have ended (http-api.md, Streaming).
constexpr auto probeTime = std::chrono::milliseconds(750);
constexpr std::string_view continueAnswer = "HTTP/1.1 100 Continue\r\n\r\n";

constexpr GuardRefusal slowHead{408, "request_timeout", "the head of the request took too long"};
constexpr GuardRefusal notUnderstood{400, "invalid_request", "the request line is not understood"};
constexpr GuardRefusal slowBody{408, "request_timeout", "the body of the request stood still"};

} // namespace

ClientConnection::ClientConnection(ConnectionHost &host, std::unique_ptr<net::TcpStream> stream,
                                   const net::Endpoint &peer, bool isUnix)
    : m_host(host),
      m_stream(std::move(stream)),
      m_peer(peer),
      m_isUnix(isUnix),
      m_limit(host.deadlines(), [this] { limitReached(); })
{
    m_stream->setObserver(this);
    m_reader.restart(host.limits().maxBodyBytes);
    updateLimit();
}

ClientConnection::~ClientConnection()
{
    if (m_sink)
        m_sink->connectionGone();
}

// Reading

void ClientConnection::streamReadable()
{
    if (m_phase == Phase::Closing) {
        discardInput();
        return;
    }
    auto &buffer = m_host.poller().scratch();
    if (m_reader.announcedBytesLeft() >= buffer.size()) {
        readBody();
    } else if (const std::size_t count = m_stream->read(buffer.data(), buffer.size()); count > 0) {
        readRequests(std::string_view(buffer.data(), count));
    }
    if (m_phase == Phase::Serving && m_stream->end())
        peerFinished();
}

void ClientConnection::readRequests(std::string_view bytes)
{
    while (!bytes.empty() && m_phase == Phase::Serving && !m_hasRefusal) {
        if (isFull()) {
            m_remembered += bytes;
            break;
        }
        m_reader.feed(bytes);
        Http1RequestReader::Event event = m_reader.next();
        while (event == Http1RequestReader::Event::Head
               || event == Http1RequestReader::Event::Body) {
            if (event == Http1RequestReader::Event::Body)
                m_incoming.append(m_reader.body());
            else
                useHead();
            event = m_reader.next();
        }
        bytes = m_reader.rest();
        if (event == Http1RequestReader::Event::End)
            useEnd();
        else if (event == Http1RequestReader::Event::Refused)
            useRefusal(m_reader.refusal());
        else
            break;
    }
    if (m_phase != Phase::Serving)
        return;
    updateReading();
    updateLimit();
}

/// Much of a body is to come: it goes to where it stays, in steps that hold nobody up.
void ClientConnection::readBody()
{
    const auto wanted
        = std::size_t(std::min<std::uint64_t>(m_reader.announcedBytesLeft(), bodyStep));
    const std::size_t count = m_stream->read(m_incoming.room(wanted).data(), wanted);
    if (count == 0)
        return;
    m_incoming.commit(count);
    if (m_reader.skipBody(count))
        useEnd();
    if (m_phase != Phase::Serving)
        return;
    updateReading();
    updateLimit();
}

void ClientConnection::useHead()
{
    RequestHead &head = m_reader.head();
    const bool isAwaited = head.expectsContinue && m_reader.rest().empty();
    m_incoming.begin(head, m_peer, m_isUnix, m_host.bodies());
    m_owesContinue = isAwaited && (head.isChunked || head.contentLength.value_or(0) > 0);
    sendContinue();
}

void ClientConnection::sendContinue()
{
    // Before the answers that are due it would be taken for a part of them.
    if (!m_owesContinue || !isServed())
        return;
    m_owesContinue = false;
    m_stream->write(continueAnswer);
}

void ClientConnection::useEnd()
{
    m_owesContinue = false;
    m_waiting.push_back(m_incoming.take());
    m_waitingBytes += m_waiting.back()->body.size();
    m_reader.restart(m_host.limits().maxBodyBytes);
    serveNext();
}

void ClientConnection::useRefusal(const GuardRefusal &refusal)
{
    m_hasRefusal = true;
    m_refusal = refusal;
    m_incoming.drop();
    m_owesContinue = false;
    serveNext();
}

bool ClientConnection::isFull() const
{
    return m_waiting.size() >= m_host.limits().maxPipelined || m_waitingBytes > maxWaitingBytes;
}

void ClientConnection::readRemembered()
{
    if (m_remembered.empty() || isFull())
        return;
    const std::string bytes = std::exchange(m_remembered, {});
    readRequests(bytes);
}

void ClientConnection::updateReading()
{
    m_stream->setReading(!isFull() && m_remembered.empty());
}

// Serving

void ClientConnection::serveNext()
{
    // An answer may be complete before handle() has returned.
    if (m_isServing)
        return;
    m_isServing = true;
    while (m_phase == Phase::Serving && !m_sink && !m_waiting.empty()) {
        std::unique_ptr<Request> request = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_waitingBytes -= request->body.size();
        if (m_host.parser().takes(*request)) {
            handOver(std::move(request));
        } else {
            m_waiting.clear();
            useRefusal(notUnderstood);
        }
    }
    m_isServing = false;
    if (m_phase == Phase::Serving && !m_sink && m_hasRefusal)
        sendRefusal();
}

void ClientConnection::handOver(std::unique_ptr<Request> request)
{
    auto sink = std::make_unique<AnswerSink>(*this, std::move(request));
    m_sink = sink.get();
    m_probeCount = 0;
    m_host.exchangeBegan();
    m_host.handler().handle(std::move(sink));
}

void ClientConnection::answered(bool isLast)
{
    flush();
    m_sink = nullptr;
    m_undelivered += 1;
    m_pendingSeen = m_stream->pendingOutput();
    if (m_pendingSeen == 0)
        countDelivered();
    if (m_phase != Phase::Serving)
        return;
    if (isLast) {
        beginClosing();
        return;
    }
    if (m_isServing)
        return;
    serveNext();
    if (m_phase == Phase::Serving)
        readRemembered();
    if (m_phase != Phase::Serving)
        return;
    if (m_stream->end() && isServed()) {
        beginClosing();
        return;
    }
    sendContinue();
    updateReading();
    updateLimit();
}

void ClientConnection::countDelivered()
{
    for (; m_undelivered > 0; --m_undelivered)
        m_host.exchangeEnded();
}

net::ByteStream &ClientConnection::output()
{
    m_probeCount = 0;
    if (m_hasPeerFinished)
        noteSentBehindEnd();
    return *m_stream;
}

void ClientConnection::cork(std::string head)
{
    m_corked = std::move(head);
    m_host.flushLater(*this);
}

std::string ClientConnection::takeCorked()
{
    return std::exchange(m_corked, {});
}

void ClientConnection::flush()
{
    if (!m_corked.empty() && m_phase != Phase::Ended)
        output().write(takeCorked());
}

void ClientConnection::streamDrained()
{
    countDelivered();
    if (m_phase == Phase::Closing) {
        if (m_stream->end())
            end();
        else
            m_limit.setAfter(lingerTime);
    } else if (m_sink) {
        if (m_hasPeerFinished)
            noteSentBehindEnd();
        m_sink->drained();
    } else {
        updateLimit();
    }
}

void ClientConnection::streamHungUp()
{
    if (m_phase == Phase::Serving) {
        m_hasPeerFinished = true;
        probePeer();
    } else {
        end();
    }
}

void ClientConnection::streamBroke()
{
    if (m_phase == Phase::Serving)
        peerLeft();
    else
        end();
}

void ClientConnection::peerFinished()
{
    if (m_stream->end() != net::StreamEnd::PeerClosed) {
        peerLeft();
        return;
    }
    m_incoming.drop();
    if (isServed()) {
        beginClosing();
        return;
    }
    // It may have been told before what stood in front of it was read.
    if (!std::exchange(m_hasPeerFinished, true))
        probePeer();
}

void ClientConnection::noteSentBehindEnd()
{
    m_hasSentBehindEnd = true;
    m_limit.setAfter(probeTime);
}

void ClientConnection::probePeer()
{
    if (m_sink) {
        const PeerProbe probe
            = probeFor({.minorVersion = m_sink->request().minorVersion,
                        .framing = m_sink->framing(),
                        .isOutputWaiting = !m_corked.empty() || m_stream->pendingOutput() > 0,
                        .probeCount = m_probeCount,
                        // Who leaves a Unix socket is reported apart from who only sends no more.
                        .hasStayed = m_isUnix || m_hasSentBehindEnd});
        m_probeCount += 1;
        switch (probe) {
        case PeerProbe::InterimAnswer:
            m_stream->write(continueAnswer);
            m_hasSentBehindEnd = true;
            break;
        case PeerProbe::ChunkSizeZero:
            m_stream->write("0");
            m_hasSentBehindEnd = true;
            break;
        case PeerProbe::None:
            break;
        case PeerProbe::GiveUp:
            peerLeft();
            return;
        }
    }
    updateLimit();
}

void ClientConnection::peerLeft()
{
    AnswerSink *sink = std::exchange(m_sink, nullptr);
    end();
    if (sink) {
        m_host.exchangeEnded();
        sink->clientLeft();
    }
}

// Ending

void ClientConnection::refuse(const GuardRefusal &refusal)
{
    m_hasRefusal = true;
    m_refusal = refusal;
    sendRefusal();
}

void ClientConnection::sendRefusal()
{
    const std::string body
        = m_host.handler().refusalBody(m_refusal.status, m_refusal.code, m_refusal.message);
    HeaderList fields;
    fields.append("Content-Type", "application/json");
    m_stream->write(textOf({.status = m_refusal.status,
                            .fields = fields,
                            .framing = AnswerFraming::Length,
                            .contentLength = body.size(),
                            .isClosing = true,
                            .date = m_host.date()}),
                    body);
    beginClosing();
}

void ClientConnection::beginClosing()
{
    m_phase = Phase::Closing;
    m_waiting.clear();
    m_remembered.clear();
    m_pendingSeen = m_stream->pendingOutput();
    if (m_pendingSeen == 0 && m_stream->end()) {
        end();
        return;
    }
    m_stream->finishWriting();
    m_stream->setReading(true);
    // As long as the client takes what is due to it, that may last.
    m_limit.setAfter(m_pendingSeen > 0 ? m_host.limits().bodyStallTime : lingerTime);
}

void ClientConnection::discardInput()
{
    auto &buffer = m_host.poller().scratch();
    m_discardedBytes += m_stream->read(buffer.data(), buffer.size());
    const auto streamEnd = m_stream->end();
    if (!streamEnd && m_discardedBytes <= lingerBytes)
        return;
    // A client that only closed its side still takes what is due to it.
    if (streamEnd != net::StreamEnd::PeerClosed || m_stream->pendingOutput() == 0)
        end();
}

void ClientConnection::endIfIdle()
{
    if (m_phase != Phase::Serving || !isServed() || !m_reader.isAtStart())
        return;
    if (m_stream->pendingOutput() > 0)
        beginClosing();
    else
        end();
}

void ClientConnection::abort()
{
    if (m_sink && m_sink->endsWithConnection())
        reset();
    peerLeft();
}

void ClientConnection::cut()
{
    if (m_sink->endsWithConnection())
        reset();
    m_sink = nullptr;
    m_host.exchangeEnded();
    end();
}

/// The client takes the end of the connection for the end of its answer, unless it is a reset.
void ClientConnection::reset()
{
    const int descriptor = m_stream->releaseDescriptor();
    if (descriptor < 0)
        return;
    const linger atOnce{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    ::close(descriptor);
}

void ClientConnection::end()
{
    if (m_phase == Phase::Ended)
        return;
    m_phase = Phase::Ended;
    m_limit.clear();
    m_stream->setObserver(nullptr);
    m_stream->abort();
    countDelivered();
    m_host.connectionEnded(*this);
}

// Limits in time

bool ClientConnection::isTakingOutput()
{
    const std::size_t pending = m_stream->pendingOutput();
    return pending < std::exchange(m_pendingSeen, pending);
}

void ClientConnection::updateLimit()
{
    const ServerLimits &limits = m_host.limits();
    if (m_hasPeerFinished && m_sink) {
        m_limit.setAfter(probeTime);
        return;
    }
    if (m_incoming.isOpen()) {
        m_limit.setAfter(limits.bodyStallTime);
        m_isHeadTimed = false;
    } else if (!m_reader.isAtStart() && !m_hasRefusal) {
        // All of a head has to come within its time, however it dribbles in.
        if (!m_isHeadTimed)
            m_limit.setAfter(limits.headTime);
        m_isHeadTimed = true;
    } else {
        m_isHeadTimed = false;
        if (m_sink)
            m_limit.clear();
        else
            m_limit.setAfter(limits.idleTime);
    }
}

void ClientConnection::limitReached()
{
    const bool hasTaken = isTakingOutput();
    if (m_phase == Phase::Closing) {
        if (hasTaken && m_pendingSeen > 0)
            m_limit.setAfter(m_host.limits().bodyStallTime);
        else
            end();
    } else if (m_hasPeerFinished && m_sink) {
        probePeer();
    } else if (!m_incoming.isOpen() && m_reader.isAtStart()) {
        if (hasTaken)
            updateLimit();
        else
            end();
    } else {
        useRefusal(m_incoming.isOpen() ? slowBody : slowHead);
    }
}

} // namespace homeward::http

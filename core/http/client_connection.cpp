// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/client_connection.h"

#include "http/answer_head.h"
#include "http/answer_sink.h"
#include "http/qt_http_adapter.h"

#include <algorithm>
#include <utility>

namespace homeward::http {

namespace {

/// What may wait behind an open answer, beside the number of requests.
constexpr std::size_t maxWaitingBytes = std::size_t(1) << 20;
/// A client that was refused may be sending still: it gets a little time, so that the answer
/// reaches it before a reset does.
constexpr auto lingerTime = std::chrono::seconds(2);
constexpr std::size_t lingerBytes = std::size_t(4) << 20;

constexpr GuardRefusal slowHead{408, "request_timeout", "the head of the request took too long"};
constexpr GuardRefusal slowBody{408, "request_timeout", "the body of the request stood still"};

} // namespace

ClientConnection::ClientConnection(ConnectionHost &host, std::unique_ptr<net::ByteStream> stream,
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
    const std::size_t count = m_stream->read(buffer.data(), buffer.size());
    if (count > 0)
        readRequests(std::string_view(buffer.data(), count));
    if (m_phase == Phase::Serving && m_stream->end())
        peerLeft();
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
                *m_incomingBody += m_reader.body();
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

void ClientConnection::useHead()
{
    RequestHead &head = m_reader.head();
    m_incoming = std::make_unique<Request>();
    m_incoming->method = std::move(head.method);
    m_incoming->target = std::move(head.target);
    m_incoming->fields = std::move(head.fields);
    m_incoming->hasBody = head.isChunked || head.contentLength.value_or(0) > 0;
    m_incoming->minorVersion = head.minorVersion;
    m_incoming->isKeepAlive = head.isKeepAlive;
    m_incoming->peer = m_peer;
    m_incoming->isUnix = m_isUnix;
    m_incomingBody = std::make_shared<std::string>();
    // Memory that is not written to costs nothing yet, so a length that is a lie does not either.
    m_incomingBody->reserve(std::size_t(head.contentLength.value_or(0)));
    const bool isTurn = !m_sink && m_waiting.empty();
    if (head.expectsContinue && m_incoming->hasBody && m_reader.rest().empty() && isTurn)
        m_stream->write("HTTP/1.1 100 Continue\r\n\r\n");
}

void ClientConnection::useEnd()
{
    m_incoming->body = std::move(m_incomingBody);
    m_waitingBytes += m_incoming->body->size();
    m_waiting.push_back(std::move(m_incoming));
    m_reader.restart(m_host.limits().maxBodyBytes);
    serveNext();
}

void ClientConnection::useRefusal(const GuardRefusal &refusal)
{
    m_hasRefusal = true;
    m_refusal = refusal;
    m_incoming.reset();
    m_incomingBody.reset();
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
        m_waitingBytes -= request->body->size();
        m_host.parser().pass(*this, std::move(request));
    }
    m_isServing = false;
    if (m_phase == Phase::Serving && !m_sink && m_hasRefusal)
        sendRefusal();
}

void ClientConnection::handOver(std::unique_ptr<Request> request)
{
    auto sink = std::make_unique<AnswerSink>(*this, std::move(request));
    m_sink = sink.get();
    m_host.exchangeBegan();
    m_host.handler().handle(std::move(sink));
}

void ClientConnection::sinkDestroyed()
{
    m_sink = nullptr;
    m_host.exchangeEnded();
}

void ClientConnection::answered(bool isLast)
{
    flush();
    m_sink = nullptr;
    m_host.exchangeEnded();
    if (m_phase != Phase::Serving)
        return;
    if (isLast) {
        beginClosing();
        return;
    }
    if (m_isServing)
        return;
    serveNext();
    if (m_phase != Phase::Serving)
        return;
    readRemembered();
    if (m_phase != Phase::Serving)
        return;
    updateReading();
    updateLimit();
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
        m_stream->write(takeCorked());
}

void ClientConnection::streamDrained()
{
    if (m_sink)
        m_sink->drained();
}

void ClientConnection::streamHungUp()
{
    if (m_phase == Phase::Serving)
        peerLeft();
}

/// The client has closed its side: nobody waits for an answer any more (nginx and others take it
/// so).
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
    m_stream->finishWriting();
    m_stream->setReading(true);
    m_limit.setAfter(lingerTime);
}

void ClientConnection::discardInput()
{
    auto &buffer = m_host.poller().scratch();
    m_discardedBytes += m_stream->read(buffer.data(), buffer.size());
    if (m_stream->end() || m_discardedBytes > lingerBytes)
        end();
}

void ClientConnection::endIfIdle()
{
    if (m_phase == Phase::Serving && !m_sink && m_waiting.empty() && m_reader.isAtStart())
        end();
}

void ClientConnection::abort()
{
    AnswerSink *sink = std::exchange(m_sink, nullptr);
    end();
    if (sink) {
        m_host.exchangeEnded();
        sink->clientLeft();
    }
}

void ClientConnection::end()
{
    if (m_phase == Phase::Ended)
        return;
    m_phase = Phase::Ended;
    m_limit.clear();
    m_stream->setObserver(nullptr);
    m_stream->abort();
    m_host.connectionEnded(*this);
}

// Limits in time

void ClientConnection::updateLimit()
{
    const ServerLimits &limits = m_host.limits();
    if (m_incoming) {
        m_limit.setAfter(limits.bodyStallTime);
        m_isHeadTimed = false;
    } else if (!m_reader.isAtStart()) {
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
    if (m_phase == Phase::Closing || (!m_incoming && m_reader.isAtStart())) {
        end();
        return;
    }
    useRefusal(m_incoming ? slowBody : slowHead);
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/exchange.h"
#include "http/http1_request_reader.h"
#include "http/http_server.h"
#include "http/incoming_request.h"
#include "net/deadline.h"
#include "net/tcp_stream.h"

#include <deque>
#include <memory>
#include <string>

namespace homeward::http {

class AnswerSink;
class ClientConnection;
class RequestParser;

/// What the connections of one server share.
class ConnectionHost
{
public:
    virtual ~ConnectionHost() = default;
    virtual const ServerLimits &limits() const = 0;
    virtual RequestHandler &handler() = 0;
    virtual net::Poller &poller() = 0;
    virtual net::DeadlineQueue &deadlines() = 0;
    virtual RequestParser &parser() = 0;
    virtual BodyStore &bodies() = 0;
    virtual const std::string &date() = 0;
    virtual bool isStopping() const = 0;
    /// Runs the connection's flush() at the end of this turn.
    virtual void flushLater(ClientConnection &connection) = 0;
    virtual void exchangeBegan() = 0;
    /// Its answer has gone to the system, or never will.
    virtual void exchangeEnded() = 0;
    /// The connection is over; it is destroyed when this turn has ended.
    virtual void connectionEnded(ClientConnection &connection) = 0;
};

/// The request guard (http-api.md, section 6): reads a client's bytes first and strictly, hands
/// over whole requests one after the other, and answers by itself what is not accepted.
class ClientConnection final : private net::StreamObserver
{
public:
    ClientConnection(ConnectionHost &host, std::unique_ptr<net::TcpStream> stream,
                     const net::Endpoint &peer, bool isUnix);
    ~ClientConnection() override;
    ClientConnection(const ClientConnection &) = delete;
    ClientConnection &operator=(const ClientConnection &) = delete;

    const net::Endpoint &peer() const { return m_peer; }
    bool isUnix() const { return m_isUnix; }

    /// Answers without having read anything, and ends: too many connections.
    void refuse(const GuardRefusal &refusal);
    /// The server stops: ends at once when nothing is under way.
    void endIfIdle();
    /// Ends at once, whatever is under way.
    void abort();
    void flush();

    // For the sink of the open exchange.
    ConnectionHost &host() { return m_host; }
    /// What is written of an answer goes through here, for it shows that the answer goes on.
    net::ByteStream &output();
    std::size_t pendingOutput() const { return m_stream->pendingOutput(); }
    /// The answer ends before it is complete.
    void cut();
    /// The answer is complete. `isLast`: the connection ends after it.
    void answered(bool isLast);
    void cork(std::string head);
    /// What was corked, to be sent before something else.
    std::string takeCorked();

private:
    enum class Phase { Serving, Closing, Ended };

    void streamReadable() override;
    void streamDrained() override;
    void streamHungUp() override;
    void streamBroke() override;

    void readRequests(std::string_view bytes);
    void readBody();
    void readRemembered();
    void useHead();
    void useEnd();
    void useRefusal(const GuardRefusal &refusal);
    void serveNext();
    /// The request has passed: it becomes an exchange.
    void handOver(std::unique_ptr<Request> request);
    void sendContinue();
    void sendRefusal();
    void countDelivered();
    void peerFinished();
    /// Bytes went to a client whose end has come: if it has left, that shows soon.
    void noteSentBehindEnd();
    /// Asks whether a client whose end has come is still there.
    void probePeer();
    void peerLeft();
    void beginClosing();
    void discardInput();
    void reset();
    void end();
    bool isFull() const;
    bool isServed() const { return !m_sink && m_waiting.empty(); }
    /// The client took bytes since the last time that this was asked.
    bool isTakingOutput();
    void updateReading();
    void updateLimit();
    void limitReached();

    ConnectionHost &m_host;
    std::unique_ptr<net::TcpStream> m_stream;
    net::Endpoint m_peer;
    bool m_isUnix = false;
    Phase m_phase = Phase::Serving;
    Http1RequestReader m_reader;
    IncomingRequest m_incoming;
    /// The client waits for a word before it sends the body.
    bool m_owesContinue = false;
    std::deque<std::unique_ptr<Request>> m_waiting;
    std::size_t m_waitingBytes = 0;
    /// Bytes that came behind what may wait.
    std::string m_remembered;
    AnswerSink *m_sink = nullptr;
    bool m_isServing = false;
    bool m_isHeadTimed = false;
    bool m_hasRefusal = false;
    GuardRefusal m_refusal;
    std::string m_corked;
    /// Answers that are complete and wait in the stream's output.
    int m_undelivered = 0;
    /// The client sends no more, and has left or still waits for what it asked. The end may stand
    /// behind bytes that are not read yet.
    bool m_hasPeerFinished = false;
    /// Probes since the answer went on.
    unsigned m_probeCount = 0;
    bool m_hasSentBehindEnd = false;
    std::size_t m_pendingSeen = 0;
    std::size_t m_discardedBytes = 0;
    net::Deadline m_limit;
};

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"

#include <QPointer>
#include <QSslConfiguration>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// An HTTP server on a loopback port of the test's own thread, which answers what the test says.

namespace homeward::testing {

class ServedConnection;

/// One request as it came in, to the byte.
struct RecordedRequest
{
    /// The number of its connection, from 1.
    int connection = 0;
    std::string method;
    std::string target;
    std::string version;
    HeaderList fields;
    /// The request line and the fields as they came, with the empty line.
    std::string head;
    std::string body;
    bool isComplete = false;
};

/// One request and the means to answer it, to be copied and kept for later. Once the connection is
/// gone, everything but the request does nothing.
class Exchange
{
public:
    Exchange() = default;
    Exchange(ServedConnection *connection, const RecordedRequest *request);

    const RecordedRequest &request() const { return *m_request; }
    bool isPeerGone() const;

    void send(std::string_view bytes) const;
    /// Sends each piece in a segment of its own, and then calls the function.
    void sendEach(std::vector<std::string> pieces, std::function<void()> then = {}) const;
    /// Not called when the connection goes before.
    void after(std::chrono::milliseconds delay, std::function<void()> action) const;
    /// Ends the connection in order, once what was sent has gone.
    void close() const;
    /// Ends our direction only.
    void finishWriting() const;
    void reset() const;
    /// Closes the connection below TLS: the end of the stream without a close notification.
    void cutTls() const;
    void setReading(bool isReading) const;
    /// What the peer's side does not take.
    std::size_t unsentBytes() const;

private:
    QPointer<ServedConnection> m_connection;
    const RecordedRequest *m_request = nullptr;
};

using Behaviour = std::function<void(const Exchange &)>;

struct ServerOptions
{
    std::string address = "127.0.0.1";
    /// 0 takes a free one.
    std::uint16_t port = 0;
    /// What the server shows to its clients; without it there is no TLS.
    std::optional<QSslConfiguration> tls;
    /// Answer as soon as the head is there instead of after the body.
    bool isAnsweringAtHead = false;
    /// False: reads nothing by itself.
    bool isReading = true;
};

class ScriptedServer
{
public:
    explicit ScriptedServer(ServerOptions options = {});
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer &) = delete;
    ScriptedServer &operator=(const ScriptedServer &) = delete;

    std::uint16_t port() const { return m_port; }
    /// `http://127.0.0.1:40001`
    std::string url() const;

    /// Each request takes the next behaviour that was queued, or else the standing one, which at
    /// first is an empty answer with status 200.
    void then(Behaviour behaviour);
    void always(Behaviour behaviour);

    const std::deque<RecordedRequest> &requests() const { return m_requests; }
    /// How many connections came so far, and how many of them are open.
    int connectionCount() const { return m_connectionCount; }
    int openConnectionCount() const { return int(m_connections.size()); }

    /// Ends every open connection, as a server does with idle ones.
    void dropConnections();
    void resetConnections();
    /// Refuses new connections and drops the old ones; the port stays its own.
    void refuse();
    void listenAgain();

private:
    friend class ServedConnection;
    class Listener;

    void listen(std::uint16_t port);
    void take(std::intptr_t descriptor);
    void forget(ServedConnection *connection);
    RecordedRequest &newRequest(int connection);
    void answer(const Exchange &exchange);

    ServerOptions m_options;
    std::unique_ptr<Listener> m_listener;
    std::uint16_t m_port = 0;
    std::deque<Behaviour> m_queue;
    Behaviour m_standing;
    std::deque<RecordedRequest> m_requests;
    std::vector<ServedConnection *> m_connections;
    int m_connectionCount = 0;
};

// Behaviours.

/// What follows when everything is sent.
enum class Then { Keep, Close, Reset, CutTls };

using FieldPairs = std::vector<std::pair<std::string, std::string>>;

/// An answer with its Content-Length.
Behaviour reply(int status, std::string body = {}, FieldPairs fields = {});
/// Exactly these bytes, each piece in a segment of its own.
Behaviour raw(std::vector<std::string> pieces, Then then = Then::Keep);
/// 200 with a chunked body, each piece a chunk in a segment of its own, and its end.
Behaviour chunked(std::vector<std::string> pieces);
/// Never answers.
Behaviour hang();
/// Ends the connection without a byte.
Behaviour closing();
Behaviour resetting();

/// A connection is not accepted here and not refused either: it hangs until a time limit ends it.
class SilentPort
{
public:
    SilentPort();
    ~SilentPort();
    SilentPort(const SilentPort &) = delete;
    SilentPort &operator=(const SilentPort &) = delete;

    std::uint16_t port() const { return m_port; }

private:
    int m_listener = -1;
    std::vector<int> m_fillers;
    std::uint16_t m_port = 0;
};

} // namespace homeward::testing

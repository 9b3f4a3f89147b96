// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/scripted_server.h"

#include "support/served_connection.h"

#include <QHostAddress>
#include <QSslSocket>
#include <QTcpServer>
#include <QTimer>

#include <algorithm>
#include <cstdio>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace homeward::testing {

namespace {

/// Long enough for the peer to read one segment before the next one is sent.
constexpr std::chrono::milliseconds segmentPause{2};

} // namespace

class ScriptedServer::Listener final : public QTcpServer
{
public:
    explicit Listener(ScriptedServer &server) : m_server(server) { }

private:
    void incomingConnection(qintptr descriptor) override { m_server.take(descriptor); }

    ScriptedServer &m_server;
};

Exchange::Exchange(ServedConnection *connection, const RecordedRequest *request)
    : m_connection(connection),
      m_request(request)
{ }

bool Exchange::isPeerGone() const
{
    return !m_connection || m_connection->socket().state() != QAbstractSocket::ConnectedState;
}

void Exchange::send(std::string_view bytes) const
{
    if (isPeerGone())
        return;
    m_connection->socket().write(bytes.data(), qint64(bytes.size()));
    m_connection->socket().flush();
}

void Exchange::sendEach(std::vector<std::string> pieces, std::function<void()> then) const
{
    if (pieces.empty()) {
        if (then)
            then();
        return;
    }
    send(pieces.front());
    pieces.erase(pieces.begin());
    after(segmentPause, [self = *this, pieces = std::move(pieces), then = std::move(then)] {
        self.sendEach(pieces, then);
    });
}

void Exchange::after(std::chrono::milliseconds delay, std::function<void()> action) const
{
    if (m_connection)
        QTimer::singleShot(delay, m_connection.data(), std::move(action));
}

void Exchange::close() const
{
    if (!isPeerGone())
        m_connection->close();
}

void Exchange::finishWriting() const
{
    if (!isPeerGone())
        m_connection->shutDown(SHUT_WR);
}

void Exchange::reset() const
{
    if (!isPeerGone())
        m_connection->reset();
}

void Exchange::cutTls() const
{
    if (!isPeerGone())
        m_connection->shutDown(SHUT_RDWR);
}

void Exchange::setReading(bool isReading) const
{
    if (!isPeerGone())
        m_connection->setReading(isReading);
}

std::size_t Exchange::unsentBytes() const
{
    return isPeerGone() ? 0 : std::size_t(m_connection->socket().bytesToWrite());
}

ScriptedServer::ScriptedServer(ServerOptions options)
    : m_options(std::move(options)),
      m_standing(reply(200))
{
    listen(m_options.port);
}

ScriptedServer::~ScriptedServer()
{
    for (ServedConnection *connection : m_connections)
        delete connection;
}

std::string ScriptedServer::url() const
{
    const bool isIpv6 = m_options.address.find(':') != std::string::npos;
    return (m_options.tls ? "https://" : "http://")
        + (isIpv6 ? '[' + m_options.address + ']' : m_options.address) + ':'
        + std::to_string(m_port);
}

void ScriptedServer::listen(std::uint16_t port)
{
    m_listener = std::make_unique<Listener>(*this);
    const QHostAddress address(QString::fromStdString(m_options.address));
    if (!m_listener->listen(address, port))
        std::fprintf(stderr, "no port to listen on: %s\n", qPrintable(m_listener->errorString()));
    m_port = m_listener->serverPort();
}

void ScriptedServer::take(std::intptr_t descriptor)
{
    auto socket = m_options.tls ? std::make_unique<QSslSocket>() : std::make_unique<QTcpSocket>();
    if (auto *tls = qobject_cast<QSslSocket *>(socket.get()))
        tls->setSslConfiguration(*m_options.tls);
    socket->setSocketDescriptor(descriptor);
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    QTcpSocket *const raw = socket.get();
    m_connections.push_back(
        new ServedConnection(*this, std::move(socket), ++m_connectionCount, m_options));
    if (auto *tls = qobject_cast<QSslSocket *>(raw))
        tls->startServerEncryption();
}

void ScriptedServer::forget(ServedConnection *connection)
{
    std::erase(m_connections, connection);
}

RecordedRequest &ScriptedServer::newRequest(int connection)
{
    RecordedRequest &request = m_requests.emplace_back();
    request.connection = connection;
    return request;
}

void ScriptedServer::then(Behaviour behaviour)
{
    m_queue.push_back(std::move(behaviour));
}

void ScriptedServer::always(Behaviour behaviour)
{
    m_standing = std::move(behaviour);
}

void ScriptedServer::answer(const Exchange &exchange)
{
    if (m_queue.empty())
        return m_standing(exchange);
    const Behaviour behaviour = std::move(m_queue.front());
    m_queue.pop_front();
    behaviour(exchange);
}

void ScriptedServer::dropConnections()
{
    for (ServedConnection *connection : std::vector(m_connections))
        connection->close();
}

void ScriptedServer::resetConnections()
{
    for (ServedConnection *connection : std::vector(m_connections))
        connection->reset();
}

void ScriptedServer::refuse()
{
    m_listener.reset();
    resetConnections();
}

void ScriptedServer::listenAgain()
{
    listen(m_port);
}

Behaviour reply(int status, std::string body, FieldPairs fields)
{
    std::string bytes = "HTTP/1.1 " + std::to_string(status) + " Status\r\n";
    for (const auto &[name, value] : fields)
        bytes += name + ": " + value + "\r\n";
    bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    return [bytes](const Exchange &exchange) { exchange.send(bytes); };
}

Behaviour raw(std::vector<std::string> pieces, Then then)
{
    return [pieces, then](const Exchange &exchange) {
        exchange.sendEach(pieces, [exchange, then] {
            switch (then) {
            case Then::Keep:
                return;
            case Then::Close:
                return exchange.close();
            case Then::Reset:
                return exchange.reset();
            case Then::CutTls:
                return exchange.cutTls();
            }
        });
    };
}

Behaviour chunked(std::vector<std::string> pieces)
{
    std::vector<std::string> bytes{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"};
    for (const std::string &piece : pieces) {
        char size[32];
        std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
        bytes.push_back(size + piece + "\r\n");
    }
    bytes.push_back("0\r\n\r\n");
    return raw(std::move(bytes));
}

Behaviour hang()
{
    return [](const Exchange &) {};
}

Behaviour closing()
{
    return [](const Exchange &exchange) { exchange.close(); };
}

Behaviour resetting()
{
    return [](const Exchange &exchange) { exchange.reset(); };
}

SilentPort::SilentPort() : m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *const generic = reinterpret_cast<sockaddr *>(&address);
    socklen_t length = sizeof address;
    ::bind(m_listener, generic, length);
    ::listen(m_listener, 0);
    ::getsockname(m_listener, generic, &length);
    m_port = ntohs(address.sin_port);
    // Once the queue of connections that wait for accept() is full, the system drops new ones.
    for (int i = 0; i < 4; ++i) {
        m_fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        ::connect(m_fillers.back(), generic, length);
    }
}

SilentPort::~SilentPort()
{
    for (const int filler : m_fillers)
        ::close(filler);
    ::close(m_listener);
}

} // namespace homeward::testing

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/http_server.h"

#include "http/answer_head.h"
#include "http/client_connection.h"
#include "http/qt_http_adapter.h"
#include "net/tcp_listener.h"
#include "net/tcp_stream.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace homeward::http {

namespace {

/// Beyond the limit, so many are told why; more are closed without a word.
constexpr std::size_t maxRefusedConnections = 64;

constexpr GuardRefusal tooMany{503, "too_many_connections",
                               "there are too many connections; close some, or try again later"};

} // namespace

class HttpServer::Core final : public ConnectionHost
{
public:
    Core(net::Poller &poller, net::DeadlineQueue &deadlines, RequestHandler &handler,
         const ServerLimits &limits)
        : serverLimits(limits),
          m_poller(poller),
          m_deadlines(deadlines),
          m_handler(handler)
    { }

    ~Core() override
    {
        *m_isAlive = false;
        listeners.clear();
        connections.clear();
    }

    const ServerLimits &limits() const override { return serverLimits; }
    RequestHandler &handler() override { return m_handler; }
    net::Poller &poller() override { return m_poller; }
    net::DeadlineQueue &deadlines() override { return m_deadlines; }
    RequestParser &parser() override { return m_parser; }
    BodyStore &bodies() override { return m_bodies; }
    bool isStopping() const override { return m_isStopping; }
    const std::string &date() override;
    void flushLater(ClientConnection &connection) override;
    void exchangeBegan() override { openExchanges += 1; }
    void exchangeEnded() override;
    void connectionEnded(ClientConnection &connection) override;

    void accept(const net::Accepted &accepted, bool isUnix);
    void stop();
    void abortAll();

    std::vector<std::unique_ptr<net::TcpListener>> listeners;
    std::unordered_map<ClientConnection *, std::unique_ptr<ClientConnection>> connections;
    std::size_t openExchanges = 0;
    ServerLimits serverLimits;
    std::function<void()> idleAction;

private:
    bool isOverLimit(const net::Endpoint &peer, bool isUnix) const;
    void runLater(void (Core::*action)());
    void endTurn();
    void tellIdle();

    net::Poller &m_poller;
    net::DeadlineQueue &m_deadlines;
    RequestHandler &m_handler;
    RequestParser m_parser;
    BodyStore m_bodies{m_deadlines};
    bool m_isStopping = false;
    std::unordered_map<net::IpAddress, std::size_t> m_perAddress;
    /// Those over the limit that are being told so.
    std::unordered_map<ClientConnection *, std::unique_ptr<ClientConnection>> m_refused;
    std::vector<std::unique_ptr<ClientConnection>> m_ended;
    std::vector<ClientConnection *> m_toFlush;
    bool m_isTurnEndDue = false;
    std::string m_date;
    std::int64_t m_dateSecond = 0;
    /// Deferred tasks may come after the end.
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

const std::string &HttpServer::Core::date()
{
    using std::chrono::duration_cast;
    const auto now = m_deadlines.clock().wallNow().time_since_epoch();
    const std::int64_t second = duration_cast<std::chrono::seconds>(now).count();
    if (second != m_dateSecond) {
        m_dateSecond = second;
        m_date = httpDate(second);
    }
    return m_date;
}

void HttpServer::Core::runLater(void (Core::*action)())
{
    m_poller.defer([this, action, isAlive = m_isAlive] {
        if (*isAlive)
            (this->*action)();
    });
}

void HttpServer::Core::flushLater(ClientConnection &connection)
{
    m_toFlush.push_back(&connection);
    if (!std::exchange(m_isTurnEndDue, true))
        runLater(&Core::endTurn);
}

void HttpServer::Core::connectionEnded(ClientConnection &connection)
{
    std::erase(m_toFlush, &connection);
    if (auto refused = m_refused.extract(&connection)) {
        m_ended.push_back(std::move(refused.mapped()));
    } else if (auto served = connections.extract(&connection)) {
        m_ended.push_back(std::move(served.mapped()));
        const auto count = m_perAddress.find(connection.peer().address);
        if (!connection.isUnix() && count != m_perAddress.end() && --count->second == 0)
            m_perAddress.erase(count);
    }
    if (!std::exchange(m_isTurnEndDue, true))
        runLater(&Core::endTurn);
}

void HttpServer::Core::endTurn()
{
    m_isTurnEndDue = false;
    const std::vector<ClientConnection *> toFlush = std::exchange(m_toFlush, {});
    for (ClientConnection *connection : toFlush)
        connection->flush();
    m_ended.clear();
}

void HttpServer::Core::exchangeEnded()
{
    openExchanges -= 1;
    if (openExchanges == 0 && idleAction)
        runLater(&Core::tellIdle);
}

void HttpServer::Core::tellIdle()
{
    if (openExchanges == 0 && idleAction)
        idleAction();
}

bool HttpServer::Core::isOverLimit(const net::Endpoint &peer, bool isUnix) const
{
    if (connections.size() >= serverLimits.maxConnections)
        return true;
    const auto count = m_perAddress.find(peer.address);
    return !isUnix && count != m_perAddress.end()
        && count->second >= serverLimits.maxConnectionsPerAddress;
}

void HttpServer::Core::accept(const net::Accepted &accepted, bool isUnix)
{
    auto stream = std::make_unique<net::TcpStream>(m_poller, accepted.descriptor);
    const bool isRefused = isOverLimit(accepted.peer, isUnix);
    if (isRefused && m_refused.size() >= maxRefusedConnections)
        return;
    auto connection
        = std::make_unique<ClientConnection>(*this, std::move(stream), accepted.peer, isUnix);
    ClientConnection *plain = connection.get();
    if (isRefused) {
        m_refused.emplace(plain, std::move(connection));
        plain->refuse(tooMany);
        return;
    }
    if (!isUnix)
        m_perAddress[accepted.peer.address] += 1;
    connections.emplace(plain, std::move(connection));
}

void HttpServer::Core::stop()
{
    m_isStopping = true;
    listeners.clear();
    std::vector<ClientConnection *> all;
    all.reserve(connections.size());
    for (const auto &[connection, owner] : connections)
        all.push_back(connection);
    for (ClientConnection *connection : all)
        connection->endIfIdle();
}

void HttpServer::Core::abortAll()
{
    while (!connections.empty())
        connections.begin()->first->abort();
}

HttpServer::HttpServer(net::Poller &poller, net::DeadlineQueue &deadlines, RequestHandler &handler,
                       ServerLimits limits)
    : m_poller(poller),
      m_deadlines(deadlines),
      m_core(std::make_unique<Core>(poller, deadlines, handler, limits))
{ }

HttpServer::~HttpServer() = default;

Result<net::Endpoint> HttpServer::listen(const net::Endpoint &endpoint)
{
    auto listener = net::TcpListener::listen(
        m_poller, m_deadlines, endpoint,
        [core = m_core.get()](const net::Accepted &accepted) { core->accept(accepted, false); });
    if (!listener)
        return listener.error();
    m_core->listeners.push_back(std::move(*listener));
    return m_core->listeners.back()->endpoint();
}

Result<Done> HttpServer::listenUnix(const std::string &path)
{
    auto listener = net::TcpListener::listenUnix(
        m_poller, m_deadlines, path,
        [core = m_core.get()](const net::Accepted &accepted) { core->accept(accepted, true); });
    if (!listener)
        return listener.error();
    m_core->listeners.push_back(std::move(*listener));
    return Done{};
}

Result<std::string> HttpServer::adopt(int descriptor)
{
    const auto isUnix = std::make_shared<bool>(false);
    auto listener
        = net::TcpListener::adopt(m_poller, m_deadlines, descriptor,
                                  [core = m_core.get(), isUnix](const net::Accepted &accepted) {
                                      core->accept(accepted, *isUnix);
                                  });
    if (!listener)
        return listener.error();
    const net::TcpListener &adopted = **listener;
    *isUnix = !adopted.unixPath().empty();
    std::string address
        = *isUnix ? "unix:" + adopted.unixPath() : "http://" + net::toText(adopted.endpoint());
    m_core->listeners.push_back(std::move(*listener));
    return address;
}

std::uint16_t HttpServer::firstPort() const
{
    for (const auto &listener : m_core->listeners) {
        if (listener->unixPath().empty())
            return listener->endpoint().port;
    }
    return 0;
}

void HttpServer::setLimits(const ServerLimits &limits)
{
    m_core->serverLimits = limits;
}

void HttpServer::stopListening()
{
    m_core->stop();
}

void HttpServer::abortAll()
{
    m_core->abortAll();
}

std::size_t HttpServer::connectionCount() const
{
    return m_core->connections.size();
}

std::size_t HttpServer::openExchangeCount() const
{
    return m_core->openExchanges;
}

void HttpServer::setIdleAction(std::function<void()> action)
{
    m_core->idleAction = std::move(action);
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/qt_http_adapter.h"

#include <QAbstractHttpServer>
#include <QHttpServerRequest>
#include <QHttpServerResponder>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace homeward::http {

namespace {

/// A socket without a network: QHttpServer reads from it what it is given. All connections share
/// one, because a request is read to its end at once.
class GuardedSocket final : public QTcpSocket
{
public:
    GuardedSocket()
    {
        setOpenMode(QIODevice::ReadWrite);
        setSocketState(QAbstractSocket::ConnectedState);
    }

    void deliver(std::string bytes)
    {
        m_bytes = std::move(bytes);
        m_place = 0;
        Q_EMIT readyRead();
    }

    bool isSequential() const override { return true; }
    qint64 bytesAvailable() const override
    {
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): QTcpSocket's own asks the network.
        return QIODevice::bytesAvailable() + qint64(m_bytes.size() - m_place);
    }
    bool canReadLine() const override
    {
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): QTcpSocket's own asks the network.
        return QIODevice::canReadLine() || m_bytes.find('\n', m_place) != std::string::npos;
    }
    void disconnectFromHost() override
    {
        setSocketState(QAbstractSocket::UnconnectedState);
        Q_EMIT disconnected();
    }
    void close() override { disconnectFromHost(); }

protected:
    qint64 readData(char *data, qint64 size) override
    {
        const std::size_t count = std::min(std::size_t(size), m_bytes.size() - m_place);
        std::memcpy(data, m_bytes.data() + m_place, count);
        m_place += count;
        return qint64(count);
    }
    qint64 readLineData(char *data, qint64 size) override
    {
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): QTcpSocket's own asks the network.
        return QIODevice::readLineData(data, size);
    }
    /// QHttpServer answers nothing by itself: the answer goes out by the sink.
    qint64 writeData(const char *data, qint64 size) override
    {
        Q_UNUSED(data)
        return size;
    }

private:
    std::string m_bytes;
    std::size_t m_place = 0;
};

/// Gives QHttpServer the sockets that we make; it listens only for the moment in which QHttpServer
/// insists on it.
class SocketSource final : public QTcpServer
{
public:
    void give(QTcpSocket *socket)
    {
        m_next = socket;
        // Only tells QHttpServer to look.
        addPendingConnection(socket);
    }

    bool hasPendingConnections() const override { return m_next != nullptr; }
    QTcpSocket *nextPendingConnection() override { return std::exchange(m_next, nullptr); }

private:
    QTcpSocket *m_next = nullptr;
};

} // namespace

class RequestParser::Server final : public QAbstractHttpServer
{
public:
    Server()
    {
        auto *source = new SocketSource;
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
        // Since 6.8 only a server that listens is taken. Nobody can connect in between.
        source->pauseAccepting();
        if (!source->listen(QHostAddress::LocalHost))
            qWarning("No socket for QHttpServer: %s", qPrintable(source->errorString()));
        if (!bind(source))
            qWarning("QHttpServer did not take the socket");
        source->close();
#else
        // It only warns of a server that does not listen, which this one never will.
        source->setParent(this);
        source->listen(QHostAddress::LocalHost);
        bind(source);
        source->close();
#endif
        m_source = source;
    }

    /// True when QHttpServer has read it as one request.
    bool read(std::string head)
    {
        // From 6.10 QHttpServer ends what it thinks to be idle.
        if (!m_socket || m_socket->state() == QAbstractSocket::UnconnectedState) {
            m_socket = new GuardedSocket;
            m_source->give(m_socket);
        }
        m_isRead = false;
        m_socket->deliver(std::move(head));
        if (!m_isRead && m_socket) {
            // What is left over must not stand before the next request.
            m_socket->disconnectFromHost();
            m_socket = nullptr;
        }
        return m_isRead;
    }

private:
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    bool handleRequest(const QHttpServerRequest &request, QHttpServerResponder &responder) override
    {
        Q_UNUSED(request)
        // Its end lets QHttpServer read the next request; the answer does not go through it.
        const QHttpServerResponder unused = std::move(responder);
        m_isRead = true;
        return true;
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    void missingHandler(const QHttpServerRequest &, QHttpServerResponder &) override
    { }
#else
    void missingHandler(const QHttpServerRequest &, QHttpServerResponder &&) override
    { }
#endif
#else
    bool handleRequest(const QHttpServerRequest &request, QTcpSocket *socket) override
    {
        Q_UNUSED(request)
        Q_UNUSED(socket)
        m_isRead = true;
        return true;
    }
    void missingHandler(const QHttpServerRequest &, QTcpSocket *) override
    { }
#endif

    SocketSource *m_source = nullptr;
    QPointer<GuardedSocket> m_socket;
    bool m_isRead = false;
};

RequestParser::RequestParser() : m_server(std::make_unique<Server>())
{ }

RequestParser::~RequestParser() = default;

bool RequestParser::takes(const Request &request)
{
    std::string head;
    head.reserve(request.method.size() + request.target.size() + 64);
    head.append(request.method).append(" ").append(request.target);
    // QHttpServer reads byte by byte: the fewer, the better.
    head.append(" HTTP/1.1\r\nHost:x\r\nContent-Length:0\r\n\r\n");
    return m_server->read(std::move(head));
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_socket_stream.h"

#include <QPointer>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

namespace homeward::net {

namespace {

/// What Qt reads ahead; beyond it the peer's flow stops.
constexpr qint64 readAhead = 128 * 1024;

} // namespace

QtSocketStream::QtSocketStream(std::unique_ptr<QTcpSocket> socket) : m_socket(std::move(socket))
{
    m_socket->setReadBufferSize(readAhead);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &QtSocketStream::noteReadable);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &QtSocketStream::noteBytesWritten);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &QtSocketStream::noteDisconnected);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &QtSocketStream::noteDisconnected);
    if (m_socket->bytesAvailable() > 0)
        announceLater();
}

QtSocketStream::~QtSocketStream()
{
    abort();
}

std::size_t QtSocketStream::read(char *buffer, std::size_t capacity)
{
    if (m_end)
        return 0;
    const qint64 count = m_socket->read(buffer, qint64(capacity));
    if (count > 0)
        return std::size_t(count);
    if (m_isDisconnected || m_socket->state() == QAbstractSocket::UnconnectedState) {
        const auto error = m_socket->error();
        const bool isOrderly = error == QAbstractSocket::RemoteHostClosedError
            || error == QAbstractSocket::UnknownSocketError;
        m_end = isOrderly ? StreamEnd::PeerClosed
            : error == QAbstractSocket::SslHandshakeFailedError
                || error == QAbstractSocket::SslInternalError
            ? StreamEnd::TlsBroken
            : StreamEnd::Reset;
    }
    return 0;
}

void QtSocketStream::write(std::string_view first, std::string_view second)
{
    if (m_isDisconnected)
        return;
    m_socket->write(first.data(), qint64(first.size()));
    if (!second.empty())
        m_socket->write(second.data(), qint64(second.size()));
}

void QtSocketStream::writeShared(std::string_view head, std::shared_ptr<const std::string> body)
{
    write(head, std::string_view(*body));
}

std::size_t QtSocketStream::pendingOutput() const
{
    std::size_t waiting = std::size_t(m_socket->bytesToWrite());
    if (const auto *tls = qobject_cast<const QSslSocket *>(m_socket.get()))
        waiting += std::size_t(tls->encryptedBytesToWrite());
    return waiting;
}

void QtSocketStream::setReading(bool isReading)
{
    if (m_isReading == isReading)
        return;
    m_isReading = isReading;
    if (isReading)
        announceLater();
}

void QtSocketStream::finishWriting()
{
    if (!m_isDisconnected)
        m_socket->disconnectFromHost();
}

void QtSocketStream::abort()
{
    m_socket->disconnect(this);
    m_isDisconnected = true;
    if (m_socket->state() != QAbstractSocket::UnconnectedState)
        m_socket->abort();
    // This may be inside a signal of the socket's: it must outlive the call.
    m_observer = nullptr;
    if (QTcpSocket *socket = m_socket.release()) {
        socket->deleteLater();
        m_socket = std::make_unique<QTcpSocket>();
    }
}

void QtSocketStream::noteReadable()
{
    if (m_isReading && m_observer)
        m_observer->streamReadable();
}

void QtSocketStream::noteBytesWritten()
{
    if (pendingOutput() == 0 && m_observer)
        m_observer->streamDrained();
}

void QtSocketStream::noteDisconnected()
{
    if (m_isDisconnected)
        return;
    m_isDisconnected = true;
    announceLater();
}

void QtSocketStream::announceLater()
{
    if (m_isAnnouncing)
        return;
    m_isAnnouncing = true;
    QTimer::singleShot(0, this, [this] {
        m_isAnnouncing = false;
        if (!m_observer)
            return;
        if (m_isReading && (m_isDisconnected || m_socket->bytesAvailable() > 0))
            m_observer->streamReadable();
        else if (m_isDisconnected)
            m_observer->streamHungUp();
    });
}

} // namespace homeward::net

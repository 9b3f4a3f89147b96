// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_socket_stream.h"

#include <QPointer>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

#include <utility>

namespace homeward::net {

namespace {

/// What Qt reads ahead; beyond it the peer's flow stops.
constexpr qint64 readAhead = 128 * 1024;
/// What the socket is given ahead of the system's taking it.
constexpr std::size_t writeAhead = 128 * 1024;

} // namespace

void QtSocketStream::DeleteLater::operator()(QTcpSocket *socket) const
{
    socket->deleteLater();
}

QtSocketStream::QtSocketStream(std::unique_ptr<QTcpSocket> socket) : m_socket(socket.release())
{
    m_socket->setReadBufferSize(readAhead);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &QtSocketStream::announce);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &QtSocketStream::noteProgress);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &QtSocketStream::noteError);
    connect(m_socket.get(), &QTcpSocket::disconnected, this,
            [this] { noteEnd(StreamEnd::PeerClosed); });
    watchTls();
    if (m_socket->state() == QAbstractSocket::UnconnectedState)
        noteError(m_socket->error());
    if (m_socket->bytesAvailable() > 0)
        announceLater();
}

QtSocketStream::~QtSocketStream()
{
    abort();
}

void QtSocketStream::watchTls()
{
    auto *tls = qobject_cast<QSslSocket *>(m_socket.get());
    m_hasCloseNotification
        = !tls || !QSslSocket::isFeatureSupported(QSsl::SupportedFeature::Alerts);
    if (!tls)
        return;
    connect(tls, &QSslSocket::encryptedBytesWritten, this, &QtSocketStream::noteProgress);
    connect(tls, &QSslSocket::alertReceived, this, [this](QSsl::AlertLevel, QSsl::AlertType type) {
        if (type == QSsl::AlertType::CloseNotify)
            m_hasCloseNotification = true;
    });
}

std::size_t QtSocketStream::read(char *buffer, std::size_t capacity)
{
    if (!m_socket || m_end)
        return 0;
    const qint64 count = m_socket->read(buffer, qint64(capacity));
    if (count > 0)
        return std::size_t(count);
    if (m_isEndDue)
        m_end = m_pendingEnd;
    return 0;
}

void QtSocketStream::write(std::string_view first, std::string_view second)
{
    if (!m_socket || m_pendingEnd)
        return;
    m_isDrainAwaited = true;
    m_output.append(first);
    m_output.append(second);
    feedSocket();
}

void QtSocketStream::writeShared(std::string_view head, SharedBytes body)
{
    if (!m_socket || m_pendingEnd)
        return;
    m_isDrainAwaited = true;
    m_output.append(head);
    m_output.append(std::move(body));
    feedSocket();
}

std::size_t QtSocketStream::pendingOutput() const
{
    return m_output.size() + pendingInSocket();
}

std::size_t QtSocketStream::pendingInSocket() const
{
    if (!m_socket)
        return 0;
    std::size_t waiting = std::size_t(m_socket->bytesToWrite());
    if (const auto *tls = qobject_cast<const QSslSocket *>(m_socket.get()))
        waiting += std::size_t(tls->encryptedBytesToWrite());
    return waiting;
}

void QtSocketStream::feedSocket()
{
    std::size_t waiting = pendingInSocket();
    while (!m_output.isEmpty() && waiting < writeAhead) {
        const std::string_view piece = m_output.front().substr(0, writeAhead - waiting);
        m_socket->write(piece.data(), qint64(piece.size()));
        waiting += piece.size();
        m_output.consume(piece.size());
    }
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
    if (!m_socket || m_pendingEnd)
        return;
    m_isFinishing = true;
    // Qt sends what it was given before it closes.
    if (m_output.isEmpty())
        m_socket->disconnectFromHost();
}

void QtSocketStream::abort()
{
    m_observer = nullptr;
    m_output.clear();
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    if (m_socket->state() != QAbstractSocket::UnconnectedState)
        m_socket->abort();
    m_socket.reset();
}

void QtSocketStream::noteError(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::RemoteHostClosedError:
        // RFC 8446, section 6.1: without the notification somebody may have cut the connection.
        noteEnd(m_hasCloseNotification ? StreamEnd::PeerClosed : StreamEnd::TlsBroken);
        break;
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        noteEnd(StreamEnd::TlsBroken);
        break;
    default:
        noteEnd(StreamEnd::Reset);
        break;
    }
}

/// The socket may still have bytes to decrypt, and it may be deep in its own functions: the end is
/// told from the event loop.
void QtSocketStream::noteEnd(StreamEnd end)
{
    if (m_pendingEnd)
        return;
    m_pendingEnd = end;
    m_output.clear();
    announceLater();
}

void QtSocketStream::noteProgress()
{
    if (m_pendingEnd)
        return;
    feedSocket();
    if (m_isFinishing && m_output.isEmpty())
        m_socket->disconnectFromHost();
    if (!m_isDrainAwaited || pendingOutput() > 0)
        return;
    // Later: QSslSocket goes on working after this signal, and the observer may destroy it.
    m_isDrainAwaited = false;
    m_isDrainDue = true;
    announceLater();
}

bool QtSocketStream::isAnythingToRead() const
{
    return m_socket && (m_socket->bytesAvailable() > 0 || (m_isEndDue && !m_end));
}

void QtSocketStream::announce()
{
    if (!m_observer)
        return;
    if (m_isReading && isAnythingToRead()) {
        const QPointer<QtSocketStream> self = this;
        m_observer->streamReadable();
        if (self && m_isReading && isAnythingToRead())
            announceLater();
    } else if (!m_isReading && m_isEndDue && !m_end && !m_hasToldHangUp) {
        m_hasToldHangUp = true;
        m_observer->streamHungUp();
    }
}

void QtSocketStream::announceLater()
{
    if (m_isAnnouncing)
        return;
    m_isAnnouncing = true;
    QTimer::singleShot(0, this, [this] {
        m_isAnnouncing = false;
        m_isEndDue = m_pendingEnd.has_value();
        if (announceDrain())
            announce();
    });
}

/// False when the observer has destroyed this.
bool QtSocketStream::announceDrain()
{
    // More may have been written, or the connection lost, since it was drained.
    const bool isDue = std::exchange(m_isDrainDue, false) && !m_pendingEnd && !m_isDrainAwaited;
    if (!isDue || !m_observer)
        return true;
    const QPointer<QtSocketStream> self = this;
    m_observer->streamDrained();
    return self;
}

} // namespace homeward::net

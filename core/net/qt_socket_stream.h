// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"
#include "net/output_queue.h"

#include <QAbstractSocket>
#include <QObject>

#include <memory>

class QTcpSocket;

namespace homeward::net {

/// A ByteStream on a connected socket of Qt's: TLS by QSslSocket.
///
/// Three things differ from a TcpStream. TLS as Qt has it knows no half-closed connection:
/// finishWriting() ends both directions once everything is sent. A peer that leaves while reading
/// is paused is noticed only when less than the read-ahead (128 KiB) waits. And without TLS a reset
/// looks like an end in order, for Qt calls both RemoteHostClosedError.
class QtSocketStream final : public QObject, public ByteStream
{
public:
    /// Takes the socket, which may still be in its TLS handshake: what is written waits for it.
    explicit QtSocketStream(std::unique_ptr<QTcpSocket> socket);
    ~QtSocketStream() override;

    std::size_t read(char *buffer, std::size_t capacity) override;
    using ByteStream::write;
    void write(std::string_view first, std::string_view second) override;
    void writeShared(std::string_view head, SharedBytes body) override;
    std::size_t pendingOutput() const override;
    void setReading(bool isReading) override;
    void finishWriting() override;
    void abort() override;

private:
    /// The socket may be in one of its own signals when it is given up.
    struct DeleteLater
    {
        void operator()(QTcpSocket *socket) const;
    };

    void watchTls();
    void noteError(QAbstractSocket::SocketError error);
    void noteEnd(StreamEnd end);
    void noteProgress();
    std::size_t pendingInSocket() const;
    /// Hands the socket as much as it should hold at a time: encrypting is work for this thread.
    void feedSocket();
    bool isAnythingToRead() const;
    /// Tells the observer of what waits, again and again as long as some is left.
    void announce();
    void announceLater();
    bool announceDrain();

    std::unique_ptr<QTcpSocket, DeleteLater> m_socket;
    OutputQueue m_output;
    /// How the connection ended; read() tells it once every byte that came before is read.
    std::optional<StreamEnd> m_pendingEnd;
    bool m_isReading = true;
    bool m_isFinishing = false;
    bool m_isDrainAwaited = false;
    bool m_isDrainDue = false;
    bool m_isEndDue = false;
    bool m_isAnnouncing = false;
    bool m_hasToldHangUp = false;
    /// TLS: the peer said that it closes, or this TLS library cannot tell.
    bool m_hasCloseNotification = false;
};

} // namespace homeward::net

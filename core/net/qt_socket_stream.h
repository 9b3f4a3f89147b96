// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"

#include <QObject>

#include <memory>

class QTcpSocket;

namespace homeward::net {

/// A ByteStream on a connected socket of Qt's: TLS by QSslSocket, and connections through a proxy.
class QtSocketStream final : public QObject, public ByteStream
{
public:
    /// Takes the socket, which may still be in its TLS handshake: what is written waits for it.
    explicit QtSocketStream(std::unique_ptr<QTcpSocket> socket);
    ~QtSocketStream() override;

    std::size_t read(char *buffer, std::size_t capacity) override;
    using ByteStream::write;
    void write(std::string_view first, std::string_view second) override;
    void writeShared(std::string_view head, std::shared_ptr<const std::string> body) override;
    std::size_t pendingOutput() const override;
    void setReading(bool isReading) override;
    void finishWriting() override;
    void abort() override;

private:
    void noteBytesWritten();
    void noteReadable();
    void noteDisconnected();
    /// Tells the observer once control is back in the event loop.
    void announceLater();

    std::unique_ptr<QTcpSocket> m_socket;
    bool m_isReading = true;
    bool m_isDisconnected = false;
    bool m_isAnnouncing = false;
};

} // namespace homeward::net

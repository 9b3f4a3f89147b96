// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/connector.h"
#include "net/qt_socket_stream.h"
#include "net/tcp_listener.h"
#include "net/tcp_stream.h"
#include "support/test_certificates.h"

#include <QSslSocket>
#include <QTest>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace homeward::net {

/// Reads a stream as soon as it can be read, and records what it is told.
class RecordingObserver final : public StreamObserver
{
public:
    RecordingObserver(Poller &poller, ByteStream &stream) : m_poller(poller), m_stream(stream)
    {
        m_stream.setObserver(this);
    }

    void streamReadable() override
    {
        readableCount += 1;
        const std::size_t count = m_stream.read(m_poller.scratch().data(), readLimit);
        received.append(m_poller.scratch().data(), count);
        end = m_stream.end();
        react("readable");
    }
    void streamDrained() override
    {
        drainedCount += 1;
        isDrainedEmpty = m_stream.pendingOutput() == 0;
        react("drained");
    }
    void streamHungUp() override
    {
        hungUpCount += 1;
        react("hung up");
    }
    void streamBroke() override
    {
        brokeCount += 1;
        react("broke");
    }

    std::size_t readLimit = 65536;
    std::string received;
    std::optional<StreamEnd> end;
    int readableCount = 0;
    int drainedCount = 0;
    int hungUpCount = 0;
    int brokeCount = 0;
    bool isDrainedEmpty = false;
    /// The last thing that is done in each call.
    std::function<void(std::string_view)> react = [](std::string_view) {};

private:
    Poller &m_poller;
    ByteStream &m_stream;
};

/// Two ends of one connection over loopback: `near` is what a test looks at.
class StreamPair
{
public:
    enum class Kind { Tcp, TcpByNotifiers, QtSocket, Tls };

    explicit StreamPair(Kind kind)
        : poller(Poller::create(kind == Kind::TcpByNotifiers ? Poller::Kind::Notifiers
                                                             : Poller::Kind::Best))
    {
        const bool isTls = kind == Kind::Tls;
        auto listener
            = TcpListener::listen(*poller, m_deadlines, {*ipAddressFromText("127.0.0.1"), 0},
                                  [&](const Accepted &accepted) {
                                      farDescriptor = accepted.descriptor;
                                      far = isTls
                                          ? tlsServer(farDescriptor)
                                          : std::make_unique<TcpStream>(*poller, farDescriptor);
                                  });
        QVERIFY(listener.hasValue());
        const ConnectTarget target{
            .host = "127.0.0.1",
            .port = (*listener)->endpoint().port,
            .tls
            = {.isTls = isTls, .caFile = isTls ? testing::certificateFile("authority.pem") : ""}};
        const Connector connector(
            ConnectEnvironment{*poller, m_deadlines, {}}, target,
            [&](std::unique_ptr<ByteStream> stream) { near = std::move(stream); },
            [](const ConnectFailure &failure) { QFAIL(failure.reason.c_str()); });
        QTRY_VERIFY(near && far);
        if (kind == Kind::QtSocket)
            near = overQtSocket(static_cast<TcpStream &>(*near).releaseDescriptor());
    }

    /// What is sent from now on is answered with a reset.
    void resetFar()
    {
        const linger atOnce{1, 0};
        ::setsockopt(farDescriptor, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        far->abort();
    }

    std::unique_ptr<Poller> poller;
    std::unique_ptr<ByteStream> near;
    std::unique_ptr<ByteStream> far;
    int farDescriptor = -1;

private:
    static std::unique_ptr<ByteStream> tlsServer(int descriptor)
    {
        auto socket = std::make_unique<QSslSocket>();
        socket->setSslConfiguration(testing::serverTls());
        socket->setSocketDescriptor(descriptor);
        socket->startServerEncryption();
        return std::make_unique<QtSocketStream>(std::move(socket));
    }
    static std::unique_ptr<ByteStream> overQtSocket(int descriptor)
    {
        auto socket = std::make_unique<QTcpSocket>();
        socket->setSocketDescriptor(descriptor);
        return std::make_unique<QtSocketStream>(std::move(socket));
    }

    SystemClock m_clock;
    DeadlineQueue m_deadlines{m_clock};
};

} // namespace homeward::net

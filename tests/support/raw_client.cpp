// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/raw_client.h"

#include <QTest>

#include <sys/socket.h>

namespace homeward::testing {

RawClient::RawClient(std::uint16_t port, const std::string &address)
{
    m_socket.connectToHost(QString::fromStdString(address), port);
    static_cast<void>(
        QTest::qWaitFor([this] { return m_socket.state() == QAbstractSocket::ConnectedState; }));
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
}

RawClient::~RawClient() = default;

void RawClient::send(std::string_view bytes)
{
    m_socket.write(bytes.data(), qint64(bytes.size()));
    m_socket.flush();
}

void RawClient::sendSplit(std::string_view bytes, std::size_t length)
{
    while (!bytes.empty()) {
        send(bytes.substr(0, length));
        bytes.remove_prefix(std::min(length, bytes.size()));
        QTest::qWait(1);
    }
}

void RawClient::close()
{
    m_socket.disconnectFromHost();
}

void RawClient::finishWriting()
{
    m_socket.flush();
    ::shutdown(int(m_socket.socketDescriptor()), SHUT_WR);
}

void RawClient::reset()
{
    const linger atOnce{1, 0};
    ::setsockopt(int(m_socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    m_socket.abort();
}

void RawClient::setReading(bool isReading)
{
    m_isReading = isReading;
    // One byte is the least: 0 means no limit.
    m_socket.setReadBufferSize(isReading ? 0 : 1);
}

const std::string &RawClient::received()
{
    if (m_isReading)
        m_received += m_socket.readAll().toStdString();
    return m_received;
}

bool RawClient::isClosed() const
{
    return m_socket.state() == QAbstractSocket::UnconnectedState;
}

bool RawClient::waitForBytes(std::size_t count, std::chrono::milliseconds limit)
{
    return QTest::qWaitFor([&] { return received().size() >= count; }, int(limit.count()));
}

bool RawClient::waitForText(std::string_view text, std::chrono::milliseconds limit)
{
    return QTest::qWaitFor([&] { return received().find(text) != std::string::npos; },
                           int(limit.count()));
}

bool RawClient::waitForClose(std::chrono::milliseconds limit)
{
    return QTest::qWaitFor(
        [this] {
            received();
            return isClosed();
        },
        int(limit.count()));
}

std::optional<RawAnswer> RawClient::readAnswer(upstream::AnswerTo method,
                                               std::chrono::milliseconds limit)
{
    using Reader = upstream::Http1ResponseReader;
    Reader reader;
    reader.restart(method);
    RawAnswer answer;
    bool isBroken = false;
    const auto readOn = [&] {
        received();
        std::string piece = std::exchange(m_received, std::string());
        reader.feed(piece);
        Reader::Event event = reader.next();
        for (; event == Reader::Event::Head || event == Reader::Event::Body;
             event = reader.next()) {
            if (event == Reader::Event::Body)
                answer.body += reader.body();
        }
        isBroken = event == Reader::Event::Failed;
        if (reader.isAtEnd())
            m_received = reader.rest();
        else if (isClosed() && !isBroken)
            isBroken = !reader.finishByClose();
        return isBroken || reader.isAtEnd();
    };
    if (!QTest::qWaitFor(readOn, int(limit.count())) || isBroken)
        return std::nullopt;
    answer.head = reader.head();
    return answer;
}

} // namespace homeward::testing

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QtGlobal>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace homeward::testing {

/// Tells a reset from an end in order and closes one side only, which a QTcpSocket does not, and
/// speaks over Unix sockets too.
class PlainSocket
{
public:
    explicit PlainSocket(std::uint16_t port) : m_descriptor(::socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect(address);
    }
    explicit PlainSocket(const std::string &unixPath)
        : m_descriptor(::socket(AF_UNIX, SOCK_STREAM, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        unixPath.copy(address.sun_path, sizeof address.sun_path - 1);
        connect(address);
    }
    ~PlainSocket() { close(); }
    PlainSocket(const PlainSocket &) = delete;
    PlainSocket &operator=(const PlainSocket &) = delete;

    void send(const std::string &bytes) const
    {
        if (::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL) != ssize_t(bytes.size()))
            qFatal("not sent");
    }
    /// Takes what has come, up to this many bytes.
    void look(std::size_t most = std::size_t(1) << 20)
    {
        std::string buffer(most, '\0');
        const ssize_t count = ::recv(m_descriptor, buffer.data(), most, MSG_DONTWAIT);
        if (count > 0)
            received.append(buffer, 0, std::size_t(count));
        hasEnded = hasEnded || count == 0;
        hasReset = hasReset || (count < 0 && errno == ECONNRESET);
    }
    void finishWriting() const { ::shutdown(m_descriptor, SHUT_WR); }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = -1;
    }
    void reset()
    {
        const linger atOnce{1, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        close();
    }

    std::string received;
    bool hasEnded = false;
    bool hasReset = false;

private:
    template <typename Address>
    void connect(const Address &address) const
    {
        if (::connect(m_descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address)
            != 0)
            qFatal("no connection");
    }

    int m_descriptor;
};

} // namespace homeward::testing

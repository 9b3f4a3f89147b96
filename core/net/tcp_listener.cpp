// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/tcp_listener.h"

#include "net/socket_address.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace homeward::net {

namespace {

constexpr int backlog = 4096;

Error cannotListen(const std::string &where, int error)
{
    return Error{ErrorKind::Conflict, "listen on " + where + ": " + std::strerror(error), where};
}

/// A socket file is stale when nobody answers behind it; another kind of file is left alone.
void removeStaleSocket(const sockaddr_un &address)
{
    struct stat found
    { };
    if (::lstat(address.sun_path, &found) != 0 || !S_ISSOCK(found.st_mode))
        return;
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool isStale
        = ::connect(probe, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        && errno == ECONNREFUSED;
    ::close(probe);
    if (isStale)
        ::unlink(address.sun_path);
}

} // namespace

TcpListener::TcpListener(Poller &poller, DeadlineQueue &deadlines, int descriptor, Accept accept)
    : m_poller(poller),
      m_descriptor(descriptor),
      m_accept(std::move(accept)),
      m_retry(deadlines, [this] { m_poller.change(m_descriptor, this, Readable); })
{
    SocketAddress bound;
    bound.length = sizeof bound.storage;
    ::getsockname(descriptor, bound.get(), &bound.length);
    m_endpoint = endpointFromSocketAddress(bound);
    m_poller.add(m_descriptor, this, Readable);
}

TcpListener::~TcpListener()
{
    m_poller.remove(m_descriptor, this);
    ::close(m_descriptor);
    if (!m_unixPath.empty())
        ::unlink(m_unixPath.c_str());
}

Result<std::unique_ptr<TcpListener>> TcpListener::listen(Poller &poller, DeadlineQueue &deadlines,
                                                         const Endpoint &endpoint, Accept accept)
{
    const std::string where = toText(endpoint);
    const int descriptor = newTcpSocket(endpoint.address);
    if (descriptor < 0)
        return cannotListen(where, errno);
    const int on = 1;
    ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!endpoint.address.isIpv4())
        ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    const SocketAddress address = toSocketAddress(endpoint);
    if (::bind(descriptor, address.get(), address.length) != 0
        || ::listen(descriptor, backlog) != 0) {
        const int error = errno;
        ::close(descriptor);
        return cannotListen(where, error);
    }
    return adopt(poller, deadlines, descriptor, std::move(accept));
}

Result<std::unique_ptr<TcpListener>> TcpListener::listenUnix(Poller &poller,
                                                             DeadlineQueue &deadlines,
                                                             const std::string &path, Accept accept)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return cannotListen("unix:" + path, ENAMETOOLONG);
    std::memcpy(address.sun_path, path.c_str(), path.size());
    removeStaleSocket(address);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return cannotListen("unix:" + path, errno);
    // The socket is for its owner: whoever can write to it can use every backend and key.
    const mode_t before = ::umask(0177);
    const int bound
        = ::bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    const int bindError = errno;
    ::umask(before);
    if (bound != 0 || ::listen(descriptor, backlog) != 0) {
        const int error = bound != 0 ? bindError : errno;
        ::close(descriptor);
        return cannotListen("unix:" + path, error);
    }
    auto listener = adopt(poller, deadlines, descriptor, std::move(accept));
    if (listener)
        (*listener)->m_unixPath = path;
    return listener;
}

Result<std::unique_ptr<TcpListener>> TcpListener::adopt(Poller &poller, DeadlineQueue &deadlines,
                                                        int descriptor, Accept accept)
{
    int isListening = 0;
    socklen_t size = sizeof isListening;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) != 0
        || isListening == 0) {
        return cannotListen("the socket that was handed over", EINVAL);
    }
    // Whoever made it may have made it to block.
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return std::unique_ptr<TcpListener>(
        new TcpListener(poller, deadlines, descriptor, std::move(accept)));
}

void TcpListener::descriptorReady(unsigned)
{
    // Few at a time, so that a burst of connections does not hold up those that are served.
    for (int count = 0; count < 32; ++count) {
        SocketAddress peer;
        peer.length = sizeof peer.storage;
        const int descriptor
            = ::accept4(m_descriptor, peer.get(), &peer.length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                m_poller.change(m_descriptor, this, NotReady);
                m_retry.setAfter(std::chrono::milliseconds(100));
            }
            return;
        }
        const int on = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        m_accept(Accepted{.descriptor = descriptor,
                          .peer = endpointFromSocketAddress(peer),
                          .local = m_endpoint});
    }
}

} // namespace homeward::net

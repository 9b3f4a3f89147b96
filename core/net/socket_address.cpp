// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/socket_address.h"

#include <algorithm>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace homeward::net {

SocketAddress toSocketAddress(const Endpoint &endpoint)
{
    SocketAddress result;
    if (endpoint.address.isIpv4()) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(endpoint.port);
        std::memcpy(&address.sin_addr, endpoint.address.bytes.data() + 12, 4);
        std::memcpy(&result.storage, &address, sizeof address);
        result.length = sizeof address;
        return result;
    }
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(endpoint.port);
    address.sin6_scope_id = endpoint.address.scope;
    std::memcpy(&address.sin6_addr, endpoint.address.bytes.data(), 16);
    std::memcpy(&result.storage, &address, sizeof address);
    result.length = sizeof address;
    return result;
}

Endpoint endpointFromSocketAddress(const SocketAddress &from)
{
    Endpoint endpoint;
    if (from.storage.ss_family == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, &from.storage, sizeof address);
        endpoint.port = ntohs(address.sin_port);
        endpoint.address.bytes[10] = endpoint.address.bytes[11] = 0xff;
        std::memcpy(endpoint.address.bytes.data() + 12, &address.sin_addr, 4);
    } else if (from.storage.ss_family == AF_INET6) {
        sockaddr_in6 address{};
        std::memcpy(&address, &from.storage, sizeof address);
        endpoint.port = ntohs(address.sin6_port);
        endpoint.address.scope = address.sin6_scope_id;
        std::memcpy(endpoint.address.bytes.data(), &address.sin6_addr, 16);
    }
    return endpoint;
}

int newTcpSocket(const IpAddress &address)
{
    const int descriptor = ::socket(address.isIpv4() ? AF_INET : AF_INET6,
                                    SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor >= 0) {
        const int on = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    return descriptor;
}

} // namespace homeward::net

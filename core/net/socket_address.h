// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/ip_address.h"

#include <sys/socket.h>

/// Between our addresses and the system's structures.

namespace homeward::net {

struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = 0;

    const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&storage); }
    sockaddr *get() { return reinterpret_cast<sockaddr *>(&storage); }
};

SocketAddress toSocketAddress(const Endpoint &endpoint);
/// A zero endpoint for what is not IP.
Endpoint endpointFromSocketAddress(const SocketAddress &address);

/// A non-blocking, close-on-exec TCP socket for addresses of this kind; -1 with errno set.
int newTcpSocket(const IpAddress &address);

} // namespace homeward::net

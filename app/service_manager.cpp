// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/service_manager.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace homeward::app {

void tellServiceManager(std::string_view state)
{
    const char *path = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address = {};
    if (!path || (*path != '/' && *path != '@') || std::strlen(path) >= sizeof(address.sun_path))
        return;
    const std::size_t length = std::strlen(path);
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path, length);
    // An abstract name is written with @ and begins with a zero byte.
    if (*path == '@')
        address.sun_path[0] = '\0';
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return;
    ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr *>(&address),
             socklen_t(offsetof(sockaddr_un, sun_path) + length));
    ::close(socket);
}

std::vector<int> inheritedSockets()
{
    constexpr int firstDescriptor = 3;
    const char *process = std::getenv("LISTEN_PID");
    const char *count = std::getenv("LISTEN_FDS");
    if (!process || !count || std::to_string(::getpid()) != process)
        return {};
    std::vector<int> descriptors;
    for (int i = 0; i < std::atoi(count); ++i) {
        ::fcntl(firstDescriptor + i, F_SETFD, FD_CLOEXEC);
        descriptors.push_back(firstDescriptor + i);
    }
    return descriptors;
}

} // namespace homeward::app

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/descriptor_room.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace homeward::net {

namespace {

constexpr std::size_t descriptorsForOthers = 1024;

std::size_t toCount(rlim_t limit)
{
    constexpr std::size_t unlimited = std::size_t(1) << 30;
    return limit == RLIM_INFINITY ? unlimited : std::min(unlimited, std::size_t(limit));
}

} // namespace

std::size_t descriptorsFor(std::size_t clientConnections)
{
    return 2 * clientConnections + descriptorsForOthers;
}

DescriptorRoom makeDescriptorRoom(std::size_t wanted)
{
    rlimit limits{};
    if (::getrlimit(RLIMIT_NOFILE, &limits) != 0)
        return {.limit = wanted, .limitBefore = wanted};
    const std::size_t before = toCount(limits.rlim_cur);
    if (before < wanted) {
        rlimit raised = limits;
        raised.rlim_cur = rlim_t(std::min(wanted, toCount(limits.rlim_max)));
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limits = raised;
    }
    const std::size_t now = toCount(limits.rlim_cur);
    const std::size_t reached = std::min(wanted, now);
    // The table grows to hold the highest descriptor, and does not shrink again.
    if (reached > 0) {
        const int source = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        const int highest = source < 0 ? -1 : ::fcntl(source, F_DUPFD_CLOEXEC, int(reached - 1));
        for (const int descriptor : {source, highest}) {
            if (descriptor >= 0)
                ::close(descriptor);
        }
    }
    return {.limit = now, .limitBefore = before};
}

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace homeward::net {

/// How many descriptors a router needs that serves so many clients at once: each has one connection
/// of its own and one to a backend, and some are for files, probes and idle connections.
std::size_t descriptorsFor(std::size_t clientConnections);

/// What the system lets this process have open at a time.
struct DescriptorRoom
{
    std::size_t limit = 0;
    /// The limit of before, where it was raised; else the same.
    std::size_t limitBefore = 0;
};

/// Makes room for `wanted` descriptors, as far as the system allows it: raises the soft limit
/// towards the hard one, and has the kernel's table of descriptors grown now. Left alone the table
/// grows each time that it is full, and in a process with threads whoever opens that descriptor
/// then waits some 10 ms for all processors. Best called before the first thread; cheap when the
/// room is there.
DescriptorRoom makeDescriptorRoom(std::size_t wanted);

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>
#include <vector>

/// What systemd offers to those that it starts: sd_notify(3) and sd_listen_fds(3), by their
/// documented protocols.

namespace homeward::app {

/// Sends one state, such as `READY=1`; nothing happens where nobody asked for it.
void tellServiceManager(std::string_view state);

/// Sockets that listen already and were passed to this process, if any.
std::vector<int> inheritedSockets();

} // namespace homeward::app

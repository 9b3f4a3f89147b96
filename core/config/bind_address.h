// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace homeward::config {

inline constexpr std::uint16_t defaultPort = 39080;

/// One address to listen on: `127.0.0.1:39080`, `[::1]:39080` or `unix:/path`.
struct BindAddress
{
    /// An address literal without brackets; empty for a Unix socket.
    std::string address;
    /// 0 lets the system choose one.
    std::uint16_t port = defaultPort;
    std::string unixPath;

    bool operator==(const BindAddress &) const = default;
};

/// Reads what `server.bind` and `--bind` take: an address literal (or `localhost`, which is
/// 127.0.0.1) with a port from 0 to 65535, or `unix:` and an absolute path.
Result<BindAddress> bindAddressFromText(std::string_view text);

/// The same form that bindAddressFromText() reads.
std::string toText(const BindAddress &address);

} // namespace homeward::config

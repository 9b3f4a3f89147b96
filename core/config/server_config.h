// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/bind_address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The section `server` of the configuration file.

namespace homeward::config {

/// PEM files: either both or none.
struct ServerTls
{
    std::string certificate;
    std::string privateKey;

    bool operator==(const ServerTls &) const = default;
};

struct ServerConfig
{
    std::optional<std::vector<BindAddress>> bind;
    std::optional<std::int64_t> maxBodyBytes;
    std::optional<int> maxConnections;
    std::optional<int> maxConnectionsPerAddress;
    std::optional<std::vector<std::string>> allowedHosts;
    std::optional<std::vector<std::string>> corsOrigins;
    std::optional<ServerTls> tls;

    bool operator==(const ServerConfig &) const = default;
};

} // namespace homeward::config

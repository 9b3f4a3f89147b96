// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/backend.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The backends of the configuration file whose values are not those of domain: `nodes` and
/// `local_servers`.

namespace homeward::config {

struct NodeConfig
{
    /// The address, where the file gives none.
    std::string name;
    domain::BaseUrl baseUrl;
    Secret apiKey;
    /// Absent: given by the position in the file, the first highest.
    std::optional<int> priority;
    bool isEnabled = true;
    domain::TlsOptions tls;

    bool operator==(const NodeConfig &) const = default;
};

struct LocalServerConfig
{
    /// The address, where the file gives none.
    std::string name;
    domain::BaseUrl baseUrl;
    domain::LocalServerKind kind = domain::LocalServerKind::OpenAi;

    bool operator==(const LocalServerConfig &) const = default;
};

struct LocalServersConfig
{
    std::optional<bool> isAutoDetecting;
    std::optional<std::vector<std::uint16_t>> extraPorts;
    std::vector<LocalServerConfig> servers;

    bool operator==(const LocalServersConfig &) const = default;
};

/// The priorities that these nodes get, in their order: their own, or by their position. Different
/// for up to 255 nodes; beyond that the rest share the lowest.
std::vector<int> prioritiesOf(const std::vector<NodeConfig> &nodes);

} // namespace homeward::config

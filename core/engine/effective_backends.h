// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/backend_config.h"
#include "domain/backend.h"

#include <functional>
#include <string>
#include <vector>

/// The backends that hold: those of the configuration file over those that the user added
/// (config.md, Precedence). A backend is the same one when its address is the same.

namespace homeward::engine {

struct NodeSources
{
    const std::vector<config::NodeConfig> &file;
    /// The highest priority first. Nodes of the file are among them, for their fingerprints.
    const std::vector<domain::Node> &stored;
    /// The user has put the nodes into an order; it goes before the positions in the file, but not
    /// before a priority that the file gives.
    bool isOrderedByUser = false;
    WallTime now{};
    std::function<std::string()> newFingerprint;
};

struct EffectiveNodes
{
    /// With different priorities, up to 255 nodes.
    std::vector<domain::Node> nodes;
    /// Nodes of the file whose fingerprints are not stored yet; without their keys.
    std::vector<domain::Node> toStore;
    /// Fingerprints of nodes that were stored for a file which does not list them any more.
    std::vector<std::string> toForget;
};
EffectiveNodes effectiveNodes(const NodeSources &sources);

/// The file's servers first. One of the file hides a stored one with the same address. The ids of
/// the file's servers come from their names.
std::vector<domain::LocalServer>
effectiveLocalServers(const std::vector<config::LocalServerConfig> &file,
                      const std::vector<domain::LocalServer> &stored);

/// An id made of a name, and different from those that are taken: `my-server`, `my-server-2`.
std::string idFromName(std::string_view name,
                       const std::function<bool(const std::string &)> &isTaken);

} // namespace homeward::engine

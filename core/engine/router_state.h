// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/effective_settings.h"
#include "engine/fleet.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace homeward::engine {

/// The one mutable state of the router; belongs to its thread.
struct RouterState
{
    Fleet fleet;
    /// Where settings come from, and what holds.
    config::SettingSources sources;
    config::EffectiveSettings effective;
    /// What the user added, also what the file hides at present.
    std::vector<domain::Node> storedNodes;
    std::vector<domain::LocalServer> storedLocalServers;
    bool isOrderedByUser = false;
    /// Where the user has removed a server that was found by itself.
    std::set<std::uint16_t> dismissedPorts;

    /// Whose the requests are on the wire; random, anew with each start.
    std::string instanceId;
    std::uint16_t port = 0;
    WallTime startedAt{};
    TimePoint runningSince{};

    const config::Settings &settings() const { return effective.settings; }
};

} // namespace homeward::engine

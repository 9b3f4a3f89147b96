// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/fleet_commands.h"
#include "engine/router_state.h"
#include "net/deadline.h"
#include "upstream/collected_call.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace homeward::engine {

/// Looks for inference servers on the ports of this computer that engines use, and adds those that
/// answer like one (http-api.md, section 4, scan).
class LocalScan
{
public:
    LocalScan(RouterState &state, FleetCommands &commands, upstream::UpstreamClient &client,
              net::DeadlineQueue &deadlines);

    /// Looks once; `finish` is called when what was found is added. A scan that runs already is
    /// joined.
    void run(std::function<void()> finish);
    /// Looks now and then, as long as the settings say so; what the user has removed is not added
    /// again by this.
    void startWatching();

    /// This router's own socket.
    bool isOwnAddress(const domain::BaseUrl &url) const;

private:
    void begin(bool isAskedFor);
    bool isKnown(const domain::BaseUrl &url) const;
    void answered(std::uint16_t port, const upstream::CollectedAnswer &answer);
    void endOne();

    RouterState &m_state;
    FleetCommands &m_commands;
    upstream::UpstreamClient &m_client;
    net::DeadlineQueue &m_deadlines;
    net::Deadline m_next;
    std::map<std::uint16_t, std::unique_ptr<upstream::CollectedCall>> m_calls;
    /// Ports asked and not added or dismissed yet.
    int m_openCount = 0;
    std::vector<std::function<void()>> m_finishes;
};

/// What the answer to `GET /v1/models` says about who gave it; nothing when it is no such server.
std::optional<domain::LocalServerKind> kindFromAnswer(const upstream::CollectedAnswer &answer);

} // namespace homeward::engine

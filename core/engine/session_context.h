// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/settings.h"
#include "engine/fleet.h"
#include "engine/health_monitor.h"
#include "net/deadline.h"
#include "net/poller.h"
#include "upstream/upstream_client.h"

#include <string>

namespace homeward::engine {

/// What the sessions of one router share. All of it lives on the router's thread and outlives them.
struct SessionContext
{
    net::Poller &poller;
    net::DeadlineQueue &deadlines;
    upstream::UpstreamClient &client;
    Fleet &fleet;
    HealthMonitor &monitor;
    const config::Settings &settings;
    /// Whose the requests are on the wire: see domain/hop_header.
    const std::string &instanceId;

    const Clock &clock() const { return deadlines.clock(); }
};

} // namespace homeward::engine

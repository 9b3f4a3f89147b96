// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/router_config.h"
#include "config/settings.h"

#include <string>
#include <vector>

namespace homeward::config {

/// What holds at one time: the lists of the file, and the settings of all sources.
struct ConfigState
{
    RouterConfig file;
    Settings settings;

    bool operator==(const ConfigState &) const = default;
};

/// What a change of the configuration asks for. Nothing needs a restart of the program.
struct ReloadEffect
{
    /// The keys of the file whose values differ, in its order: `server.bind`, `nodes`, ...
    std::vector<std::string> changedKeys;
    /// Those of them that need the listening sockets anew: `server.bind` and `server.tls`.
    std::vector<std::string> socketKeys;

    bool operator==(const ReloadEffect &) const = default;
};

ReloadEffect reloadEffect(const ConfigState &before, const ConfigState &after);

} // namespace homeward::config

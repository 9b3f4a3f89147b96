// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/command_line.h"
#include "config/environment_settings.h"
#include "config/router_config.h"
#include "config/settings.h"

#include <map>
#include <string>
#include <string_view>

/// Which of several sources decides a setting: command line, environment, file, what the user set,
/// default, in this order (config.md, Precedence).

namespace homeward::config {

struct SettingSources
{
    CommandLine commandLine;
    EnvironmentSettings environment;
    RouterConfig file;
    /// What the user set in the window or over the API, and the defaults of the rest.
    Settings stored;
};

/// What decides a setting so that the user cannot, the window and the API included.
enum class SettingSource { File, Environment, CommandLine };

struct EffectiveSettings
{
    Settings settings;
    /// By the key of the file, such as `load_balancing.strategy` or `server.bind`. What is not here
    /// may be edited.
    std::map<std::string, SettingSource, std::less<>> fixed;

    bool operator==(const EffectiveSettings &) const = default;
};

EffectiveSettings effectiveSettings(const SettingSources &sources);

/// A Conflict where the key is fixed; the message says by what. `field` is what the caller calls
/// it, and becomes the parameter of the error.
Result<Done> editableSetting(const EffectiveSettings &settings, std::string_view key,
                             std::string_view field);

} // namespace homeward::config

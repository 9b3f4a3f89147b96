// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/command_line.h"
#include "config/environment_settings.h"
#include "config/environment_text.h"

#include <string>

/// Where the configuration file and the data folder are.

namespace homeward::config {

enum class Platform { Unix, MacOs, Windows };

/// The one that this program was built for.
Platform thisPlatform();

struct Locations
{
    /// Empty where there is no home folder to look into.
    std::string configFile;
    /// False for the place where a file is only looked for: there need not be one.
    bool isConfigFileRequired = false;
    std::string dataFolder;

    bool operator==(const Locations &) const = default;
};

/// Command line, then environment, then the platform's own places. Fails where nothing says them:
/// no flag, no variable, and no home folder in the environment.
Result<Locations> locationsFrom(const CommandLine &commandLine, const EnvironmentSettings &settings,
                                const EnvironmentLookup &environment, Platform platform);

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/config_problem.h"
#include "config/environment_text.h"
#include "config/router_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace homeward::config {

/// What the text of a configuration file says.
struct ConfigReading
{
    /// To be used only where there is no problem.
    RouterConfig config;
    /// All of them, in the file's order; a file with one is refused whole.
    std::vector<ConfigProblem> problems;
    /// What is worth saying of a file that is accepted.
    std::vector<ConfigProblem> warnings;
};

/// Reads homeward.yaml (config.md). `fileName` is for the messages; `environment` is asked for each
/// `${NAME}`. Any text may be given.
ConfigReading configFromYaml(std::string_view text, std::string_view fileName,
                             const EnvironmentLookup &environment);

} // namespace homeward::config

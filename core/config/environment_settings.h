// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/log.h"
#include "base/result.h"
#include "config/environment_text.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace homeward::config {

/// What the environment says (config.md, Environment). An empty variable is as good as none.
struct EnvironmentSettings
{
    /// HOMEWARD_CONFIG and HOMEWARD_DATA_DIR.
    std::optional<std::string> configFile;
    std::optional<std::string> dataFolder;
    /// HOMEWARD_PORT and HOMEWARD_LOG_LEVEL.
    std::optional<std::uint16_t> port;
    std::optional<LogLevel> logLevel;
    /// MODEL_LIST_INCLUDE_ROUTING_METADATA: `1`, `true`, `yes` or `on` in any case; anything else
    /// is no.
    std::optional<bool> includesRoutingMetadata;
    /// MODEL_CATALOG_REFRESH_MIN_MS.
    std::optional<std::chrono::milliseconds> minimumRefreshInterval;

    bool operator==(const EnvironmentSettings &) const = default;
};

/// The error names the variable, what it holds and what it may hold.
Result<EnvironmentSettings> environmentSettingsFrom(const EnvironmentLookup &environment);

} // namespace homeward::config

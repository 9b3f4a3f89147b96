// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/api_key.h"
#include "domain/key_gate.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The section `api_keys` of the configuration file.

namespace homeward::config {

using domain::KeyMode;

std::string_view toText(KeyMode mode);
std::optional<KeyMode> keyModeFromText(std::string_view text);

struct ApiKeysConfig
{
    std::optional<KeyMode> mode;
    /// Read for files of Continuum Router, and not used.
    std::string persistenceFile;
    /// A key without a name has its id for one.
    std::vector<domain::ApiKey> keys;

    bool operator==(const ApiKeysConfig &) const = default;
};

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/environment_text.h"

#include <map>
#include <string>

/// An environment that a table of a test holds.

using Variables = std::map<std::string, std::string>;

/// Looks into `variables`, which has to outlive it.
inline homeward::config::EnvironmentLookup lookupIn(const Variables &variables)
{
    return [&variables](std::string_view name) -> std::optional<std::string> {
        const auto found = variables.find(std::string(name));
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

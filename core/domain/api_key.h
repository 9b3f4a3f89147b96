// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <optional>
#include <string>
#include <vector>

namespace homeward::domain {

/// One key that callers of the router may use (http-api.md, section 5). The key itself is not kept:
/// a request is judged by its SHA-256.
struct ApiKey
{
    std::string id;
    std::string name;
    /// 64 hexadecimal digits in lower case.
    std::string keySha256;
    bool hasInferenceScope = true;
    bool hasAdminScope = false;
    /// Empty: every model.
    std::vector<std::string> allowedModels;
    /// Absent: every backend; empty: none.
    std::optional<std::vector<std::string>> allowedBackends;
    std::optional<int> rateLimitPerMinute;
    /// Address literals and ranges (`10.0.0.0/8`); empty: every address.
    std::vector<std::string> allowedClientIps;
    std::optional<WallTime> expiresAt;
    bool isEnabled = true;

    bool operator==(const ApiKey &) const = default;
};

} // namespace homeward::domain

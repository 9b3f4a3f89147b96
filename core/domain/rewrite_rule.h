// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <string>

namespace homeward::domain {

/// A global rule that turns one model name into another before routing (rewrites.md, Data).
struct RewriteRule
{
    std::string id;
    /// One rule a source, inactive ones included; the names have no outer spaces.
    std::string sourceModel;
    std::string targetModel;
    bool isActive = true;
    /// Forced: always; else only while nobody serves the current name.
    bool isForced = false;
    std::string note;
    WallTime createdAt{};
    WallTime updatedAt{};

    bool operator==(const RewriteRule &) const = default;
};

} // namespace homeward::domain

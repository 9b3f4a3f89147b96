// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::config {

/// Where the value of an environment variable is asked for, so that reading a text does no I/O.
using EnvironmentLookup = std::function<std::optional<std::string>(std::string_view name)>;

/// A text after its references were replaced.
struct ExpandedText
{
    std::string text;
    /// True when something of the text came from the environment: a message must not repeat it.
    bool hasReference = false;
    /// What stands in the way, as the end of a sentence about the value; empty when all is well.
    std::vector<std::string> problems;

    bool operator==(const ExpandedText &) const = default;
};

/// Replaces each `${NAME}`; `$${` becomes a literal `${`, every other `$` stays as it is. What
/// comes in is not looked at again.
ExpandedText expandedText(std::string_view text, const EnvironmentLookup &environment);

} // namespace homeward::config

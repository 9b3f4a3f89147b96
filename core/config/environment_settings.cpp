// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/environment_settings.h"

#include "base/header_list.h"
#include "config/command_line.h"
#include "config/excerpt.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace homeward::config {

namespace {

constexpr std::chrono::milliseconds longestRefreshInterval = std::chrono::hours(24);

std::optional<std::string> nonEmptyVariable(const EnvironmentLookup &environment,
                                            std::string_view name)
{
    auto value = environment ? environment(name) : std::nullopt;
    if (value && value->empty())
        return std::nullopt;
    return value;
}

bool isYes(std::string_view text)
{
    constexpr std::array<std::string_view, 4> words{"1", "true", "yes", "on"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return equalsIgnoringCase(text, word); });
}

std::optional<std::int64_t> wholeNumberFromText(std::string_view text, std::int64_t highest)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number < 0
        || number > highest) {
        return std::nullopt;
    }
    return number;
}

Error badVariable(const std::string &name, const std::string &wanted, std::string_view text)
{
    return Error{ErrorKind::InvalidRequest,
                 "the environment variable " + name + " must be " + wanted + ", not "
                     + quotedExcerpt(text),
                 name};
}

Result<Done> readNumbers(EnvironmentSettings &settings, const EnvironmentLookup &environment)
{
    if (const auto text = nonEmptyVariable(environment, "HOMEWARD_PORT")) {
        const auto port = wholeNumberFromText(*text, 65535);
        if (!port)
            return badVariable("HOMEWARD_PORT", "a port from 0 to 65535 (0: any free one)", *text);
        settings.port = std::uint16_t(*port);
    }
    if (const auto text = nonEmptyVariable(environment, "MODEL_CATALOG_REFRESH_MIN_MS")) {
        const auto interval = wholeNumberFromText(*text, longestRefreshInterval.count());
        if (!interval) {
            return badVariable("MODEL_CATALOG_REFRESH_MIN_MS",
                               "a whole number of milliseconds from 0 to "
                                   + std::to_string(longestRefreshInterval.count()),
                               *text);
        }
        settings.minimumRefreshInterval = std::chrono::milliseconds(*interval);
    }
    return Done{};
}

} // namespace

Result<EnvironmentSettings> environmentSettingsFrom(const EnvironmentLookup &environment)
{
    EnvironmentSettings settings;
    settings.configFile = nonEmptyVariable(environment, "HOMEWARD_CONFIG");
    settings.dataFolder = nonEmptyVariable(environment, "HOMEWARD_DATA_DIR");
    if (const auto text = nonEmptyVariable(environment, "HOMEWARD_LOG_LEVEL")) {
        settings.logLevel = logLevelFromText(*text);
        if (!settings.logLevel)
            return badVariable("HOMEWARD_LOG_LEVEL", "debug, info, warning or error", *text);
    }
    if (const auto text = nonEmptyVariable(environment, "MODEL_LIST_INCLUDE_ROUTING_METADATA"))
        settings.includesRoutingMetadata = isYes(*text);
    const auto numbers = readNumbers(settings, environment);
    if (!numbers)
        return numbers.error();
    return settings;
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/locations.h"

#include <optional>
#include <string_view>
#include <utility>

namespace homeward::config {

namespace {

/// Which folder of one's own: that of settings, or that of state.
enum class OwnFolder { Config, Data };

bool isAbsolute(std::string_view path, Platform platform)
{
    if (platform != Platform::Windows)
        return path.starts_with('/');
    const bool hasDrive = path.size() > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
    return hasDrive || path.starts_with("\\\\");
}

/// A relative path is no place at all (XDG Base Directory Specification, Basics).
std::optional<std::string> absoluteVariable(const EnvironmentLookup &environment,
                                            std::string_view name, Platform platform)
{
    auto value = environment ? environment(name) : std::nullopt;
    if (value && !isAbsolute(*value, platform))
        return std::nullopt;
    return value;
}

std::string joined(std::string folder, std::string_view name, Platform platform)
{
    const char separator = platform == Platform::Windows ? '\\' : '/';
    if (!folder.ends_with('/') && !folder.ends_with(separator))
        folder += separator;
    return folder + std::string(name);
}

std::optional<std::string> windowsFolder(OwnFolder folder, const EnvironmentLookup &environment)
{
    constexpr Platform platform = Platform::Windows;
    const bool isConfig = folder == OwnFolder::Config;
    if (auto own = absoluteVariable(environment, isConfig ? "APPDATA" : "LOCALAPPDATA", platform))
        return own;
    const auto profile = absoluteVariable(environment, "USERPROFILE", platform);
    if (!profile)
        return std::nullopt;
    return *profile + (isConfig ? "\\AppData\\Roaming" : "\\AppData\\Local");
}

std::optional<std::string> parentFolder(OwnFolder folder, const EnvironmentLookup &environment,
                                        Platform platform)
{
    const bool isConfig = folder == OwnFolder::Config;
    if (auto xdg
        = absoluteVariable(environment, isConfig ? "XDG_CONFIG_HOME" : "XDG_DATA_HOME", platform))
        return xdg;
    if (platform == Platform::Windows)
        return windowsFolder(folder, environment);
    const auto home = absoluteVariable(environment, "HOME", platform);
    if (!home)
        return std::nullopt;
    if (platform == Platform::MacOs)
        return joined(*home, "Library/Application Support", platform);
    return joined(*home, isConfig ? ".config" : ".local/share", platform);
}

std::optional<std::string> ownFolder(OwnFolder folder, const EnvironmentLookup &environment,
                                     Platform platform)
{
    auto parent = parentFolder(folder, environment, platform);
    if (!parent)
        return std::nullopt;
    return joined(std::move(*parent), "homeward", platform);
}

} // namespace

Platform thisPlatform()
{
#if defined(_WIN32)
    return Platform::Windows;
#elif defined(__APPLE__)
    return Platform::MacOs;
#else
    return Platform::Unix;
#endif
}

Result<Locations> locationsFrom(const CommandLine &commandLine, const EnvironmentSettings &settings,
                                const EnvironmentLookup &environment, Platform platform)
{
    Locations locations;
    const auto givenFile = commandLine.configFile ? commandLine.configFile : settings.configFile;
    const auto givenFolder = commandLine.dataFolder ? commandLine.dataFolder : settings.dataFolder;
    const auto configFolder = ownFolder(OwnFolder::Config, environment, platform);
    const auto dataFolder
        = givenFolder ? givenFolder : ownFolder(OwnFolder::Data, environment, platform);
    if (!dataFolder) {
        return Error{ErrorKind::InvalidRequest,
                     "the data folder is nowhere to be found, because the environment names no "
                     "home folder; give --data-dir DIR or HOMEWARD_DATA_DIR",
                     "--data-dir"};
    }
    locations.dataFolder = *dataFolder;
    locations.isConfigFileRequired = givenFile.has_value();
    if (givenFile)
        locations.configFile = *givenFile;
    else if (configFolder)
        locations.configFile = joined(*configFolder, "homeward.yaml", platform);
    return locations;
}

} // namespace homeward::config

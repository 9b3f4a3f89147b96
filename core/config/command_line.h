// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/log.h"
#include "base/result.h"
#include "config/bind_address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::config {

/// The two programs that take these flags: `homewardd` and `homeward`.
enum class Program { Daemon, Desktop };

/// What the program is asked to do. All but the first end it at once.
enum class CommandAction { Serve, CheckConfig, PrintDefaultConfig, ShowVersion, ShowHelp };

/// The command line as a value (config.md, Programs).
struct CommandLine
{
    CommandAction action = CommandAction::Serve;
    std::optional<std::string> configFile;
    std::optional<std::string> dataFolder;
    /// Of each --bind; empty when there is none.
    std::vector<BindAddress> bind;
    std::optional<std::uint16_t> port;
    std::optional<LogLevel> logLevel;
    std::optional<LogFormat> logFormat;
    bool isDemo = false;
    /// Only `homeward` takes it.
    bool isMinimized = false;

    bool operator==(const CommandLine &) const = default;
};

/// Reads the arguments after the program's name. `--flag value` and `--flag=value` are the same.
/// The error names the flag, what it was given and what it takes. --help and --version win over
/// everything else that is right.
Result<CommandLine> commandLineFromArguments(const std::vector<std::string> &arguments,
                                             Program program);

/// What --help prints.
std::string helpText(Program program);

/// `debug`, `info`, `warning`, `error`; `text`, `json`.
std::optional<LogLevel> logLevelFromText(std::string_view text);
std::optional<LogFormat> logFormatFromText(std::string_view text);

} // namespace homeward::config

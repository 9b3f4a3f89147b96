// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/command_line.h"

#include "config/excerpt.h"
#include "config/nearest_key.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

namespace homeward::config {

namespace {

/// Takes over the value of one flag; false when it cannot be read.
using TakeValue = bool (*)(CommandLine &, const std::string &);

struct Flag
{
    std::string_view name;
    /// What --help calls the value; empty for a flag that has none.
    std::string_view valueName;
    /// What a message says of a value that cannot be taken.
    std::string_view accepted;
    std::string_view help;
    TakeValue take = nullptr;
    bool isRepeatable = false;
    bool isOfDesktopOnly = false;
};

bool takeText(std::optional<std::string> &place, const std::string &text)
{
    // A NUL would end the path early, without a word.
    if (text.empty() || text.find('\0') != std::string::npos)
        return false;
    place = text;
    return true;
}

template <typename T>
bool takeChoice(std::optional<T> &place, const std::optional<T> &choice)
{
    place = choice;
    return choice.has_value();
}

bool takeBind(CommandLine &line, const std::string &text)
{
    const auto address = bindAddressFromText(text);
    if (!address)
        return false;
    // The same one twice is the same as once; with port 0 they are different.
    const bool isFixed = address->port != 0 || !address->unixPath.empty();
    if (!isFixed || std::find(line.bind.begin(), line.bind.end(), *address) == line.bind.end())
        line.bind.push_back(*address);
    return true;
}

bool takePort(CommandLine &line, const std::string &text)
{
    std::uint16_t port = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        return false;
    line.port = port;
    return true;
}

/// --help and --version go before what the others ask for, whatever comes first.
void chooseAction(CommandLine &line, CommandAction action)
{
    line.action = std::max(line.action, action);
}

constexpr std::array flags{
    Flag{
        "--config", "FILE", "the path of a configuration file", "read this configuration file",
        [](CommandLine &line, const std::string &text) { return takeText(line.configFile, text); }},
    Flag{
        "--data-dir", "DIR", "the path of a folder", "keep state in this folder",
        [](CommandLine &line, const std::string &text) { return takeText(line.dataFolder, text); }},
    Flag{"--bind", "ADDRESS:PORT",
         "an address and a port (127.0.0.1:39080, [::1]:39080) or unix:/path",
         "listen here; may be given several times", takeBind, true},
    Flag{"--port", "N", "a port from 0 to 65535 (0: any free one)",
         "listen on this port of the configured addresses", takePort},
    Flag{"--log-level", "LEVEL", "debug, info, warning or error",
         "debug, info, warning or error; info is the default",
         [](CommandLine &line, const std::string &text) {
             return takeChoice(line.logLevel, logLevelFromText(text));
         }},
    Flag{"--log-format", "FORMAT", "text or json", "text or json; text is the default",
         [](CommandLine &line, const std::string &text) {
             return takeChoice(line.logFormat, logFormatFromText(text));
         }},
    Flag{"--demo", "", "", "show everything with scripted backends and a throw-away data folder",
         [](CommandLine &line, const std::string &) { return line.isDemo = true; }},
    Flag{"--minimized", "", "", "start in the tray, without a window",
         [](CommandLine &line, const std::string &) { return line.isMinimized = true; }, false,
         true},
    Flag{"--check-config", "", "", "say what is wrong with the configuration, and end",
         [](CommandLine &line, const std::string &) {
             chooseAction(line, CommandAction::CheckConfig);
             return true;
         }},
    Flag{"--print-default-config", "", "", "print a commented configuration file, and end",
         [](CommandLine &line, const std::string &) {
             chooseAction(line, CommandAction::PrintDefaultConfig);
             return true;
         }},
    Flag{"--version", "", "", "print the version, and end",
         [](CommandLine &line, const std::string &) {
             chooseAction(line, CommandAction::ShowVersion);
             return true;
         }},
    Flag{"--help", "", "", "print this text, and end",
         [](CommandLine &line, const std::string &) {
             chooseAction(line, CommandAction::ShowHelp);
             return true;
         }},
};

bool belongsTo(const Flag &flag, Program program)
{
    return !flag.isOfDesktopOnly || program == Program::Desktop;
}

std::string_view nameOf(Program program)
{
    return program == Program::Daemon ? "homewardd" : "homeward";
}

Error badArgument(std::string message, std::string_view flag)
{
    return Error{ErrorKind::InvalidRequest, std::move(message), std::string(flag)};
}

std::string seeHelp(Program program)
{
    return "; see " + std::string(nameOf(program)) + " --help";
}

/// The front of an argument that may be shown: what follows the `=` may be anything.
Error unknownArgument(std::string_view name, Program program)
{
    if (!name.starts_with('-')) {
        return badArgument("the argument " + quotedExcerpt(name)
                               + " belongs to no flag; a configuration file is given as --config "
                                 "FILE"
                               + seeHelp(program),
                           name);
    }
    std::vector<std::string_view> known;
    for (const Flag &flag : flags) {
        if (belongsTo(flag, program))
            known.push_back(flag.name);
    }
    std::string message = "there is no flag " + quotedExcerpt(name);
    const auto nearest = nearestKey(name, known);
    message += nearest ? "; did you mean " + std::string(*nearest) + '?' : seeHelp(program);
    return badArgument(std::move(message), name);
}

/// Walks over the arguments, and takes over what each flag says.
class ArgumentReader
{
public:
    ArgumentReader(const std::vector<std::string> &arguments, Program program)
        : m_arguments(arguments),
          m_program(program)
    { }

    Result<CommandLine> read();

private:
    Result<Done> readFlag(std::string_view argument);
    Result<std::string> valueOf(const Flag &flag, std::optional<std::string_view> attached);

    const std::vector<std::string> &m_arguments;
    Program m_program;
    std::size_t m_next = 0;
    std::set<std::string_view> m_seen;
    CommandLine m_line;
};

Result<CommandLine> ArgumentReader::read()
{
    while (m_next < m_arguments.size()) {
        const auto done = readFlag(m_arguments[m_next++]);
        if (!done)
            return done.error();
    }
    if (m_line.port && !m_line.bind.empty()) {
        return badArgument("--port cannot stand beside --bind, which has a port of its own; write "
                           "--bind 127.0.0.1:"
                               + std::to_string(*m_line.port),
                           "--port");
    }
    return m_line;
}

Result<Done> ArgumentReader::readFlag(std::string_view argument)
{
    const auto equals = argument.starts_with('-') ? argument.find('=') : std::string_view::npos;
    auto name = argument.substr(0, equals);
    if (name == "-h")
        name = "--help";
    const auto flag = std::find_if(flags.begin(), flags.end(), [&](const Flag &candidate) {
        return candidate.name == name && belongsTo(candidate, m_program);
    });
    if (flag == flags.end())
        return unknownArgument(name, m_program);
    const auto attached = equals == std::string_view::npos
        ? std::nullopt
        : std::optional(argument.substr(equals + 1));
    const auto value = valueOf(*flag, attached);
    if (!value)
        return value.error();
    const std::string flagName(flag->name);
    // Which of two values counts is a question that nobody should have to ask.
    if (!m_seen.insert(flag->name).second && !flag->valueName.empty() && !flag->isRepeatable)
        return badArgument(flagName + " is given twice; leave one of them out", flag->name);
    if (!flag->take(m_line, *value)) {
        return badArgument(flagName + " takes " + std::string(flag->accepted) + ", not "
                               + quotedExcerpt(*value),
                           flag->name);
    }
    return Done{};
}

Result<std::string> ArgumentReader::valueOf(const Flag &flag,
                                            std::optional<std::string_view> attached)
{
    const std::string name(flag.name);
    if (flag.valueName.empty()) {
        if (attached)
            return badArgument(name + " takes no value; leave " + quotedExcerpt(*attached) + " out",
                               flag.name);
        return std::string();
    }
    if (attached)
        return std::string(*attached);
    // A flag where the value should be means that the value was forgotten.
    if (m_next == m_arguments.size() || m_arguments[m_next].starts_with("--")) {
        return badArgument(name + " needs a value: " + name + ' ' + std::string(flag.valueName)
                               + ", " + std::string(flag.accepted),
                           flag.name);
    }
    return m_arguments[m_next++];
}

constexpr std::array<std::pair<std::string_view, LogLevel>, 4> logLevels{{
    {"debug", LogLevel::Debug},
    {"info", LogLevel::Info},
    {"warning", LogLevel::Warning},
    {"error", LogLevel::Error},
}};

} // namespace

Result<CommandLine> commandLineFromArguments(const std::vector<std::string> &arguments,
                                             Program program)
{
    return ArgumentReader(arguments, program).read();
}

std::string helpText(Program program)
{
    std::string text = "Usage: " + std::string(nameOf(program)) + " [FLAG]...\n"
        + (program == Program::Daemon ? "The local-first inference router, without a window.\n\n"
                                      : "The local-first inference router.\n\n");
    constexpr std::size_t column = 26;
    for (const Flag &flag : flags) {
        if (!belongsTo(flag, program))
            continue;
        std::string left = "  " + std::string(flag.name);
        if (!flag.valueName.empty())
            left += ' ' + std::string(flag.valueName);
        left.resize(std::max(column, left.size() + 2), ' ');
        text += left + std::string(flag.help) + '\n';
    }
    return text
        + "\nA flag goes before an environment variable (HOMEWARD_CONFIG, HOMEWARD_DATA_DIR,\n"
          "HOMEWARD_PORT, HOMEWARD_LOG_LEVEL), that before the configuration file, and the file\n"
          "before what is set in the app. Exit codes: 0 orderly stop, 1 failure to start, 2 wrong\n"
          "arguments or configuration.\n";
}

std::optional<LogLevel> logLevelFromText(std::string_view text)
{
    for (const auto &[name, level] : logLevels) {
        if (name == text)
            return level;
    }
    return std::nullopt;
}

std::optional<LogFormat> logFormatFromText(std::string_view text)
{
    if (text == "text")
        return LogFormat::Text;
    if (text == "json")
        return LogFormat::Json;
    return std::nullopt;
}

} // namespace homeward::config

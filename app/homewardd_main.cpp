// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/demo.h"
#include "app/process_signals.h"
#include "app/service_manager.h"
#include "config/command_line.h"
#include "config/config_text.h"
#include "config/config_yaml.h"
#include "config/environment_settings.h"
#include "config/locations.h"
#include "engine/engine.h"

#include <QCoreApplication>
#include <QFile>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace homeward;

/// config.md, Programs.
constexpr int exitStopped = 0;
constexpr int exitFailed = 1;
constexpr int exitMisused = 2;
constexpr auto drainLimit = std::chrono::seconds(30);

void printError(const std::string &message)
{
    std::fprintf(stderr, "homewardd: %s\n", message.c_str());
}

std::optional<std::string> environmentVariable(std::string_view name)
{
    const char *value = std::getenv(std::string(name).c_str());
    if (!value)
        return std::nullopt;
    return std::string(value);
}

/// All problems of a file, and what is worth saying of a good one, one in each line.
void printProblems(const config::ConfigReading &reading)
{
    for (const config::ConfigProblem &problem : reading.problems)
        printError(config::toText(problem));
    for (const config::ConfigProblem &warning : reading.warnings)
        printError("warning: " + config::toText(warning));
}

/// The file as it is now. A file that is only looked for may be missing.
Result<config::ConfigReading> readConfig(const config::Locations &locations)
{
    QFile file(QString::fromStdString(locations.configFile));
    if (!file.exists() && !locations.isConfigFileRequired)
        return config::ConfigReading{};
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorKind::InvalidRequest,
                     "could not read the configuration file " + locations.configFile + ": "
                         + file.errorString().toStdString(),
                     {}};
    }
    return config::configFromYaml(file.readAll().toStdString(), locations.configFile,
                                  environmentVariable);
}

/// What --help, --version and --print-default-config print.
std::string informationText(config::CommandAction action)
{
    if (action == config::CommandAction::ShowHelp)
        return config::helpText(config::Program::Daemon);
    if (action == config::CommandAction::ShowVersion)
        return "homewardd " HOMEWARD_VERSION "\n";
    return std::string(config::defaultConfigText());
}

/// Everything that the program was asked for, before anything is started.
struct Invocation
{
    config::CommandLine commandLine;
    config::EnvironmentSettings environment;
    config::Locations locations;
    config::RouterConfig file;
};

/// Nothing when the program is to end with `exitCode`.
std::optional<Invocation> invocationFrom(const std::vector<std::string> &arguments, int &exitCode)
{
    exitCode = exitMisused;
    const auto fail = [](const Error &error) -> std::optional<Invocation> {
        printError(error.message);
        return std::nullopt;
    };
    const auto commandLine = config::commandLineFromArguments(arguments, config::Program::Daemon);
    if (!commandLine)
        return fail(commandLine.error());
    const auto environment = config::environmentSettingsFrom(environmentVariable);
    if (!environment)
        return fail(environment.error());
    using Action = config::CommandAction;
    if (commandLine->action == Action::ShowHelp || commandLine->action == Action::ShowVersion
        || commandLine->action == Action::PrintDefaultConfig) {
        exitCode = exitStopped;
        std::fputs(informationText(commandLine->action).c_str(), stdout);
        return std::nullopt;
    }
    const auto locations = config::locationsFrom(*commandLine, *environment, environmentVariable,
                                                 config::thisPlatform());
    if (!locations)
        return fail(locations.error());
    const auto reading = readConfig(*locations);
    if (!reading)
        return fail(reading.error());
    printProblems(*reading);
    if (!reading->problems.empty())
        return std::nullopt;
    if (commandLine->action == Action::CheckConfig) {
        exitCode = exitStopped;
        std::printf("%s: no problem found\n", locations->configFile.c_str());
        return std::nullopt;
    }
    return Invocation{*commandLine, *environment, *locations, reading->config};
}

void reload(engine::Engine &engine, const config::Locations &locations)
{
    const auto reading = readConfig(locations);
    if (!reading) {
        qCWarning(logRouter).noquote()
            << "The configuration stays as it was:" << utf8(reading.error().message);
        return;
    }
    for (const config::ConfigProblem &problem : reading->problems)
        qCWarning(logRouter).noquote()
            << "The configuration stays as it was:" << utf8(config::toText(problem));
    if (!reading->problems.empty())
        return;
    if (const auto done = engine.reload(reading->config); done)
        qCInfo(logRouter) << "The configuration file was read again.";
    else
        qCWarning(logRouter).noquote()
            << "The configuration stays as it was:" << utf8(done.error().message);
}

} // namespace

int main(int argc, char *argv[])
{
    int exitCode = exitStopped;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    auto invocation = invocationFrom(arguments, exitCode);
    if (!invocation)
        return exitCode;

    const config::CommandLine &commandLine = invocation->commandLine;
    installLog(
        commandLine.logFormat.value_or(LogFormat::Text),
        commandLine.logLevel.value_or(invocation->environment.logLevel.value_or(LogLevel::Info)));
    QCoreApplication application(argc, argv);
    app::ProcessSignals signals;

    std::unique_ptr<app::Demo> demo;
    if (commandLine.isDemo) {
        auto started = app::Demo::start();
        if (!started) {
            printError("could not start the demonstration: " + started.error().message);
            return exitFailed;
        }
        demo = std::move(*started);
        invocation->locations.dataFolder = demo->dataFolder();
    }
    auto engine = engine::Engine::start({.commandLine = commandLine,
                                         .environment = invocation->environment,
                                         .file = invocation->file,
                                         .dataFolder = invocation->locations.dataFolder,
                                         .listeningDescriptors = app::inheritedSockets()});
    if (!engine) {
        printError("could not start: " + engine.error().message);
        return exitFailed;
    }
    for (const std::string &warning : (*engine)->warnings())
        qCWarning(logRouter).noquote() << utf8(warning);
    for (const std::string &address : (*engine)->addresses())
        std::printf("homewardd: listening on %s\n", address.c_str());
    std::fflush(stdout);
    app::tellServiceManager("READY=1");

    bool isStopping = false;
    signals.setHandler([&](int signal) {
        if (signal == SIGHUP) {
            reload(**engine, invocation->locations);
            return;
        }
        app::tellServiceManager("STOPPING=1");
        // A second signal does not wait for anybody.
        const Duration limit = isStopping ? Duration(1) : Duration(drainLimit);
        isStopping = true;
        (*engine)->stop(limit, [] { QCoreApplication::quit(); });
    });
    const int result = QCoreApplication::exec();
    engine->reset();
    return result;
}

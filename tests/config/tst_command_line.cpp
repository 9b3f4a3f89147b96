// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/command_line.h"

#include <QByteArrayList>
#include <QTest>

#include <string>
#include <vector>

using namespace homeward;
using namespace homeward::config;

namespace {

using Change = void (*)(CommandLine &);

/// The words of a line as arguments; `''` stands for an empty one.
Result<CommandLine> lineOf(const QByteArray &words, Program program)
{
    std::vector<std::string> arguments;
    if (!words.isEmpty()) {
        for (const QByteArray &word : words.split(' '))
            arguments.push_back(word == "''" ? std::string() : word.toStdString());
    }
    return commandLineFromArguments(arguments, program);
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsFlags_data();
    void readsFlags();
    void refusesArguments_data();
    void refusesArguments();
    void knowsWhatIsOfTheDesktopOnly();
    void helpNamesEveryFlag_data();
    void helpNamesEveryFlag();
};

void TestCommandLine::readsFlags_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<Change>("change");

    const auto row = [](const char *words, Change change) {
        QTest::newRow(*words == 0 ? "nothing" : words) << QByteArray(words) << change;
    };
    row("", [](CommandLine &) {});
    row("--config /a.yaml", [](CommandLine &line) { line.configFile = "/a.yaml"; });
    row("--config=/a=b.yaml", [](CommandLine &line) { line.configFile = "/a=b.yaml"; });
    row("--config=--odd", [](CommandLine &line) { line.configFile = "--odd"; });
    row("--data-dir data", [](CommandLine &line) { line.dataFolder = "data"; });
    row("--data-dir -", [](CommandLine &line) { line.dataFolder = "-"; });
    row("--bind 127.0.0.2:0", [](CommandLine &line) {
        line.bind = {{.address = "127.0.0.2", .port = 0, .unixPath = {}}};
    });
    row("--bind [::1]:1 --bind=unix:/s --bind [::1]:1", [](CommandLine &line) {
        line.bind = {{.address = "::1", .port = 1, .unixPath = {}},
                     {.address = {}, .port = 0, .unixPath = "/s"}};
    });
    row("--bind 127.0.0.1:0 --bind 127.0.0.1:0", [](CommandLine &line) {
        line.bind.assign(2, {.address = "127.0.0.1", .port = 0, .unixPath = {}});
    });
    row("--port 0", [](CommandLine &line) { line.port = 0; });
    row("--port 65535", [](CommandLine &line) { line.port = 65535; });
    row("--log-level debug", [](CommandLine &line) { line.logLevel = LogLevel::Debug; });
    row("--log-level info", [](CommandLine &line) { line.logLevel = LogLevel::Info; });
    row("--log-level warning", [](CommandLine &line) { line.logLevel = LogLevel::Warning; });
    row("--log-level error", [](CommandLine &line) { line.logLevel = LogLevel::Error; });
    row("--log-format text", [](CommandLine &line) { line.logFormat = LogFormat::Text; });
    row("--log-format json", [](CommandLine &line) { line.logFormat = LogFormat::Json; });
    row("--demo", [](CommandLine &line) { line.isDemo = true; });
    row("--demo --demo", [](CommandLine &line) { line.isDemo = true; });
    row("--check-config", [](CommandLine &line) { line.action = CommandAction::CheckConfig; });
    row("--print-default-config",
        [](CommandLine &line) { line.action = CommandAction::PrintDefaultConfig; });
    row("--version", [](CommandLine &line) { line.action = CommandAction::ShowVersion; });
    row("--help", [](CommandLine &line) { line.action = CommandAction::ShowHelp; });
    row("-h", [](CommandLine &line) { line.action = CommandAction::ShowHelp; });
    row("--help --version --check-config",
        [](CommandLine &line) { line.action = CommandAction::ShowHelp; });
    row("--config a --check-config --data-dir b --log-level debug", [](CommandLine &line) {
        line.action = CommandAction::CheckConfig;
        line.configFile = "a";
        line.dataFolder = "b";
        line.logLevel = LogLevel::Debug;
    });
}

void TestCommandLine::readsFlags()
{
    QFETCH(QByteArray, words);
    QFETCH(Change, change);

    CommandLine expected;
    change(expected);
    for (const Program program : {Program::Daemon, Program::Desktop}) {
        const auto line = lineOf(words, program);
        QVERIFY2(line.hasValue(), line ? "" : line.error().message.c_str());
        QVERIFY(*line == expected);
    }
}

void TestCommandLine::refusesArguments_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("flag");
    QTest::addColumn<QByteArray>("message");

    const auto row = [](const char *words, const char *flag, const char *message) {
        QTest::newRow(words) << QByteArray(words) << QByteArray(flag) << QByteArray(message);
    };
    row("--no-such-flag", "--no-such-flag",
        "there is no flag \"--no-such-flag\"; see homewardd --help");
    row("--confg /a", "--confg", "there is no flag \"--confg\"; did you mean --config?");
    row("--datadir=secret", "--datadir",
        "there is no flag \"--datadir\"; did you mean --data-dir?");
    row("--minimized", "--minimized", "there is no flag \"--minimized\"; see homewardd --help");
    row("-x", "-x", "there is no flag \"-x\"; see homewardd --help");
    row("--", "--", "there is no flag \"--\"; see homewardd --help");
    row("homeward.yaml", "homeward.yaml",
        "the argument \"homeward.yaml\" belongs to no flag; a configuration file is given as "
        "--config FILE; see homewardd --help");
    row("''", "",
        "the argument \"\" belongs to no flag; a configuration file is given as --config FILE; see "
        "homewardd --help");
    row("--config", "--config",
        "--config needs a value: --config FILE, the path of a configuration file");
    row("--config --check-config", "--config",
        "--config needs a value: --config FILE, the path of a configuration file");
    row("--config=", "--config", "--config takes the path of a configuration file, not \"\"");
    row("--data-dir ''", "--data-dir", "--data-dir takes the path of a folder, not \"\"");
    row("--config a --config b", "--config", "--config is given twice; leave one of them out");
    row("--port 1 --port 1", "--port", "--port is given twice; leave one of them out");
    row("--bind nonsense", "--bind",
        "--bind takes an address and a port (127.0.0.1:39080, [::1]:39080) or unix:/path, not "
        "\"nonsense\"");
    row("--bind 127.0.0.1:65536", "--bind",
        "--bind takes an address and a port (127.0.0.1:39080, [::1]:39080) or unix:/path, not "
        "\"127.0.0.1:65536\"");
    row("--port 65536", "--port",
        "--port takes a port from 0 to 65535 (0: any free one), not \"65536\"");
    row("--port=-1", "--port", "--port takes a port from 0 to 65535 (0: any free one), not \"-1\"");
    row("--port 80x", "--port",
        "--port takes a port from 0 to 65535 (0: any free one), not \"80x\"");
    row("--port 1 --bind 127.0.0.1:2", "--port",
        "--port cannot stand beside --bind, which has a port of its own; write --bind "
        "127.0.0.1:1");
    row("--log-level loud", "--log-level",
        "--log-level takes debug, info, warning or error, not \"loud\"");
    row("--log-level DEBUG", "--log-level",
        "--log-level takes debug, info, warning or error, not \"DEBUG\"");
    row("--log-format xml", "--log-format", "--log-format takes text or json, not \"xml\"");
    row("--demo=yes", "--demo", "--demo takes no value; leave \"yes\" out");
    row("--help --no-such-flag", "--no-such-flag",
        "there is no flag \"--no-such-flag\"; see homewardd --help");
}

void TestCommandLine::refusesArguments()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, flag);
    QFETCH(QByteArray, message);

    const auto line = lineOf(words, Program::Daemon);
    QVERIFY(!line);
    QCOMPARE(QByteArray::fromStdString(line.error().message), message);
    QCOMPARE(QByteArray::fromStdString(line.error().parameter), flag);
    QCOMPARE(line.error().kind, ErrorKind::InvalidRequest);
}

void TestCommandLine::knowsWhatIsOfTheDesktopOnly()
{
    const auto line = lineOf("--minimized --demo", Program::Desktop);
    QVERIFY(line.hasValue());
    QVERIFY(line->isMinimized && line->isDemo);
    const auto nearest = lineOf("--minimised", Program::Desktop);
    QVERIFY(!nearest);
    QCOMPARE(nearest.error().message,
             std::string("there is no flag \"--minimised\"; did you mean --minimized?"));
}

void TestCommandLine::helpNamesEveryFlag_data()
{
    QTest::addColumn<QByteArray>("flag");

    for (const char *flag : {"--config FILE", "--data-dir DIR", "--bind ADDRESS:PORT", "--port N",
                             "--log-level LEVEL", "--log-format FORMAT", "--demo", "--check-config",
                             "--print-default-config", "--version", "--help"}) {
        QTest::newRow(flag) << QByteArray(flag);
    }
}

void TestCommandLine::helpNamesEveryFlag()
{
    QFETCH(QByteArray, flag);

    const auto daemon = QByteArray::fromStdString(helpText(Program::Daemon));
    const auto desktop = QByteArray::fromStdString(helpText(Program::Desktop));
    QVERIFY(daemon.contains("  " + flag + "  ") && desktop.contains("  " + flag + "  "));
    QVERIFY(daemon.startsWith("Usage: homewardd ") && desktop.startsWith("Usage: homeward "));
    QVERIFY(!daemon.contains("--minimized") && desktop.contains("--minimized"));
}

QTEST_APPLESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"

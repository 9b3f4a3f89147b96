// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/environment_settings.h"

#include "config/locations.h"
#include "environment_fixture.h"

#include <QTest>

using namespace homeward;
using namespace homeward::config;
using namespace std::chrono_literals;

namespace {

using Change = void (*)(EnvironmentSettings &);

} // namespace

Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(Variables)
Q_DECLARE_METATYPE(homeward::config::CommandLine)
Q_DECLARE_METATYPE(homeward::config::Platform)

class TestEnvironmentSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsVariables_data();
    void readsVariables();
    void refusesVariables_data();
    void refusesVariables();
    void findsLocations_data();
    void findsLocations();
    void missesTheDataFolder_data();
    void missesTheDataFolder();
};

void TestEnvironmentSettings::readsVariables_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Change>("change");

    const auto row = [](const char *name, const char *value, Change change) {
        QTest::addRow("%s=%s", name, value) << Variables{{name, value}} << change;
    };
    QTest::newRow("nothing") << Variables{} << Change([](EnvironmentSettings &) {});
    row("HOMEWARD_CONFIG", "/c.yaml",
        [](EnvironmentSettings &settings) { settings.configFile = "/c.yaml"; });
    row("HOMEWARD_DATA_DIR", "/d",
        [](EnvironmentSettings &settings) { settings.dataFolder = "/d"; });
    row("HOMEWARD_PORT", "0", [](EnvironmentSettings &settings) { settings.port = 0; });
    row("HOMEWARD_PORT", "65535", [](EnvironmentSettings &settings) { settings.port = 65535; });
    row("HOMEWARD_LOG_LEVEL", "debug",
        [](EnvironmentSettings &settings) { settings.logLevel = LogLevel::Debug; });
    for (const char *yes : {"1", "true", "yes", "on", "TRUE", "On"}) {
        row("MODEL_LIST_INCLUDE_ROUTING_METADATA", yes,
            [](EnvironmentSettings &settings) { settings.includesRoutingMetadata = true; });
    }
    for (const char *no : {"0", "false", "no", "off", "2", " 1"}) {
        row("MODEL_LIST_INCLUDE_ROUTING_METADATA", no,
            [](EnvironmentSettings &settings) { settings.includesRoutingMetadata = false; });
    }
    row("MODEL_CATALOG_REFRESH_MIN_MS", "0",
        [](EnvironmentSettings &settings) { settings.minimumRefreshInterval = 0ms; });
    row("MODEL_CATALOG_REFRESH_MIN_MS", "86400000",
        [](EnvironmentSettings &settings) { settings.minimumRefreshInterval = 24h; });
    for (const char *name : {"HOMEWARD_CONFIG", "HOMEWARD_DATA_DIR", "HOMEWARD_PORT",
                             "HOMEWARD_LOG_LEVEL", "MODEL_LIST_INCLUDE_ROUTING_METADATA",
                             "MODEL_CATALOG_REFRESH_MIN_MS", "HOMEWARD_OTHER"}) {
        row(name, "", [](EnvironmentSettings &) {});
    }
}

void TestEnvironmentSettings::readsVariables()
{
    QFETCH(Variables, variables);
    QFETCH(Change, change);

    EnvironmentSettings expected;
    change(expected);
    const auto settings = environmentSettingsFrom(lookupIn(variables));
    QVERIFY(settings.hasValue());
    QVERIFY(*settings == expected);
}

void TestEnvironmentSettings::refusesVariables_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("wanted");

    const auto rows = [](const char *name, const char *wanted, const QByteArrayList &values) {
        for (const QByteArray &value : values)
            QTest::addRow("%s=%s", name, value.constData())
                << QByteArray(name) << value << QByteArray(wanted);
    };
    rows("HOMEWARD_PORT", "a port from 0 to 65535 (0: any free one)",
         {"65536", "-1", "80x", " 80", "http"});
    rows("HOMEWARD_LOG_LEVEL", "debug, info, warning or error", {"loud", "DEBUG", "0"});
    rows("MODEL_CATALOG_REFRESH_MIN_MS", "a whole number of milliseconds from 0 to 86400000",
         {"86400001", "-1", "1s", "1.5", "99999999999999999999"});
}

void TestEnvironmentSettings::refusesVariables()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, wanted);

    const Variables variables{{name.toStdString(), value.toStdString()}};
    const auto settings = environmentSettingsFrom(lookupIn(variables));
    QVERIFY(!settings);
    QCOMPARE(QByteArray::fromStdString(settings.error().message),
             "the environment variable " + name + " must be " + wanted + ", not \"" + value + '"');
    QCOMPARE(QByteArray::fromStdString(settings.error().parameter), name);
}

void TestEnvironmentSettings::findsLocations_data()
{
    QTest::addColumn<CommandLine>("line");
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Platform>("platform");
    QTest::addColumn<QByteArray>("configFile");
    QTest::addColumn<bool>("isRequired");
    QTest::addColumn<QByteArray>("dataFolder");

    const auto row = [](const char *name, Platform platform, const Variables &variables,
                        const char *configFile, const char *dataFolder) {
        const bool isGiven = variables.count("HOMEWARD_CONFIG") > 0;
        QTest::newRow(name) << CommandLine() << variables << platform << QByteArray(configFile)
                            << isGiven << QByteArray(dataFolder);
    };
    row("home", Platform::Unix, {{"HOME", "/home/u"}}, "/home/u/.config/homeward/homeward.yaml",
        "/home/u/.local/share/homeward");
    row("XDG folders", Platform::Unix,
        {{"HOME", "/home/u"}, {"XDG_CONFIG_HOME", "/c/"}, {"XDG_DATA_HOME", "/d"}},
        "/c/homeward/homeward.yaml", "/d/homeward");
    row("relative and empty XDG folders", Platform::Unix,
        {{"HOME", "/home/u"}, {"XDG_CONFIG_HOME", "c"}, {"XDG_DATA_HOME", ""}},
        "/home/u/.config/homeward/homeward.yaml", "/home/u/.local/share/homeward");
    row("XDG data alone", Platform::Unix, {{"XDG_DATA_HOME", "/d"}}, "", "/d/homeward");
    row("variables", Platform::Unix,
        {{"HOME", "/home/u"}, {"HOMEWARD_CONFIG", "c.yaml"}, {"HOMEWARD_DATA_DIR", "d"}}, "c.yaml",
        "d");
    row("data folder alone", Platform::Unix, {{"HOMEWARD_DATA_DIR", "/d"}}, "", "/d");
    row("macOS", Platform::MacOs, {{"HOME", "/Users/u"}},
        "/Users/u/Library/Application Support/homeward/homeward.yaml",
        "/Users/u/Library/Application Support/homeward");
    row("Windows", Platform::Windows,
        {{"APPDATA", "C:\\Users\\u\\AppData\\Roaming"},
         {"LOCALAPPDATA", "C:\\Users\\u\\AppData\\Local"}},
        "C:\\Users\\u\\AppData\\Roaming\\homeward\\homeward.yaml",
        "C:\\Users\\u\\AppData\\Local\\homeward");
    row("Windows' profile", Platform::Windows, {{"USERPROFILE", "C:\\Users\\u"}},
        "C:\\Users\\u\\AppData\\Roaming\\homeward\\homeward.yaml",
        "C:\\Users\\u\\AppData\\Local\\homeward");
    CommandLine line;
    line.configFile = "flag.yaml";
    line.dataFolder = "flag";
    QTest::newRow("flags before variables")
        << line << Variables{{"HOMEWARD_CONFIG", "c.yaml"}, {"HOMEWARD_DATA_DIR", "d"}}
        << Platform::Unix << QByteArray("flag.yaml") << true << QByteArray("flag");
}

void TestEnvironmentSettings::findsLocations()
{
    QFETCH(CommandLine, line);
    QFETCH(Variables, variables);
    QFETCH(Platform, platform);
    QFETCH(QByteArray, configFile);
    QFETCH(bool, isRequired);
    QFETCH(QByteArray, dataFolder);

    const auto lookup = lookupIn(variables);
    const auto locations = locationsFrom(line, *environmentSettingsFrom(lookup), lookup, platform);
    QVERIFY(locations.hasValue());
    QCOMPARE(QByteArray::fromStdString(locations->configFile), configFile);
    QCOMPARE(locations->isConfigFileRequired, isRequired);
    QCOMPARE(QByteArray::fromStdString(locations->dataFolder), dataFolder);
}

void TestEnvironmentSettings::missesTheDataFolder_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Platform>("platform");

    QTest::newRow("nothing") << Variables{} << Platform::Unix;
    QTest::newRow("a relative home") << Variables{{"HOME", "u"}} << Platform::Unix;
    QTest::newRow("macOS") << Variables{} << Platform::MacOs;
    QTest::newRow("Windows") << Variables{{"HOME", "/u"}, {"APPDATA", "u"}} << Platform::Windows;
    QTest::newRow("configuration only") << Variables{{"HOMEWARD_CONFIG", "c"}} << Platform::Unix;
}

void TestEnvironmentSettings::missesTheDataFolder()
{
    QFETCH(Variables, variables);
    QFETCH(Platform, platform);

    const auto lookup = lookupIn(variables);
    const auto locations
        = locationsFrom(CommandLine(), *environmentSettingsFrom(lookup), lookup, platform);
    QVERIFY(!locations);
    QVERIFY(locations.error().message.find("--data-dir DIR or HOMEWARD_DATA_DIR")
            != std::string::npos);
}

QTEST_APPLESS_MAIN(TestEnvironmentSettings)
#include "tst_environment_settings.moc"

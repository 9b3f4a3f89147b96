// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/effective_settings.h"

#include "config/reload_effect.h"

#include <QByteArrayList>
#include <QTest>

using namespace homeward;
using namespace homeward::config;
using namespace std::chrono_literals;

namespace {

using FileChange = void (*)(RouterConfig &);
using SettingsChange = void (*)(Settings &);
using SourcesChange = void (*)(SettingSources &);
using StateChange = void (*)(ConfigState &);

BindAddress loopback(std::uint16_t port)
{
    return BindAddress{.address = "127.0.0.1", .port = port, .unixPath = {}};
}

BindAddress unixSocket()
{
    return BindAddress{.address = {}, .port = 0, .unixPath = "/s"};
}

QByteArray joined(const std::vector<std::string> &keys)
{
    QByteArrayList list;
    for (const std::string &key : keys)
        list.append(QByteArray::fromStdString(key));
    return list.join(' ');
}

} // namespace

Q_DECLARE_METATYPE(FileChange)
Q_DECLARE_METATYPE(SettingsChange)
Q_DECLARE_METATYPE(SourcesChange)
Q_DECLARE_METATYPE(StateChange)

class TestEffectiveSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSettingHasThreeSources_data();
    void eachSettingHasThreeSources();
    void givesEnvironmentAndFlagsTheWord_data();
    void givesEnvironmentAndFlagsTheWord();
    void refusesToEditWhatIsFixed_data();
    void refusesToEditWhatIsFixed();
    void hasTheDefaultsOfTheSpecification();
    void tellsWhichKeysAReloadChanges_data();
    void tellsWhichKeysAReloadChanges();
};

void TestEffectiveSettings::eachSettingHasThreeSources_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<FileChange>("fileChange");
    QTest::addColumn<SettingsChange>("settingsChange");

    const auto row = [](const char *key, FileChange fileChange, SettingsChange settingsChange) {
        QTest::newRow(key) << QByteArray(key) << fileChange << settingsChange;
    };
    row(
        "server.bind",
        [](RouterConfig &file) {
            file.server.bind
                = std::vector<BindAddress>{{.address = "::1", .port = 7, .unixPath = {}}};
        },
        [](Settings &settings) {
            settings.server.bind = {{.address = "::1", .port = 7, .unixPath = {}}};
        });
    row(
        "server.max_body_bytes", [](RouterConfig &file) { file.server.maxBodyBytes = 5000; },
        [](Settings &settings) { settings.server.maxBodyBytes = 5000; });
    row(
        "server.max_connections", [](RouterConfig &file) { file.server.maxConnections = 5; },
        [](Settings &settings) { settings.server.maxConnections = 5; });
    row(
        "server.max_connections_per_address",
        [](RouterConfig &file) { file.server.maxConnectionsPerAddress = 5; },
        [](Settings &settings) { settings.server.maxConnectionsPerAddress = 5; });
    row(
        "server.allowed_hosts",
        [](RouterConfig &file) { file.server.allowedHosts = std::vector<std::string>{"h"}; },
        [](Settings &settings) { settings.server.allowedHosts = {"h"}; });
    row(
        "server.cors_origins",
        [](RouterConfig &file) { file.server.corsOrigins = std::vector<std::string>{"o"}; },
        [](Settings &settings) { settings.server.corsOrigins = {"o"}; });
    row(
        "server.tls",
        [](RouterConfig &file) {
            file.server.tls = ServerTls{.certificate = "c", .privateKey = "k"};
        },
        [](Settings &settings) { settings.server.tls = {.certificate = "c", .privateKey = "k"}; });
    row(
        "api_keys.mode", [](RouterConfig &file) { file.apiKeys.mode = KeyMode::Blocking; },
        [](Settings &settings) { settings.keyMode = KeyMode::Blocking; });
    row(
        "load_balancing.enabled", [](RouterConfig &file) { file.loadBalancing.isEnabled = true; },
        [](Settings &settings) { settings.loadBalancing.isEnabled = true; });
    row(
        "load_balancing.strategy",
        [](RouterConfig &file) { file.loadBalancing.strategy = domain::Strategy::Fastest; },
        [](Settings &settings) { settings.loadBalancing.strategy = domain::Strategy::Fastest; });
    row(
        "load_balancing.failover_enabled",
        [](RouterConfig &file) { file.loadBalancing.isFailoverEnabled = false; },
        [](Settings &settings) { settings.loadBalancing.isFailoverEnabled = false; });
    row(
        "load_balancing.health_check_interval_s",
        [](RouterConfig &file) { file.loadBalancing.healthCheckInterval = 1s; },
        [](Settings &settings) { settings.loadBalancing.healthCheckInterval = 1s; });
    row(
        "circuit_breaker.failure_threshold",
        [](RouterConfig &file) { file.circuitBreaker.failureThreshold = 9; },
        [](Settings &settings) { settings.breaker.failureThreshold = 9; });
    row(
        "circuit_breaker.reset_timeout_s",
        [](RouterConfig &file) { file.circuitBreaker.resetTimeout = 1s; },
        [](Settings &settings) { settings.breaker.resetTimeout = 1s; });
    row(
        "timeouts.connect_s", [](RouterConfig &file) { file.timeouts.connect = 1s; },
        [](Settings &settings) { settings.timeouts.connect = 1s; });
    row(
        "timeouts.first_byte_s", [](RouterConfig &file) { file.timeouts.firstByte = 1s; },
        [](Settings &settings) { settings.timeouts.firstByte = 1s; });
    row(
        "timeouts.idle_s", [](RouterConfig &file) { file.timeouts.idle = 1s; },
        [](Settings &settings) { settings.timeouts.idle = 1s; });
    row(
        "timeouts.total_s", [](RouterConfig &file) { file.timeouts.total = 1s; },
        [](Settings &settings) { settings.timeouts.total = 1s; });
    row(
        "timeouts.probe_s", [](RouterConfig &file) { file.timeouts.probe = 1s; },
        [](Settings &settings) { settings.timeouts.probe = 1s; });
    row(
        "local_servers.auto_detect",
        [](RouterConfig &file) { file.localServers.isAutoDetecting = false; },
        [](Settings &settings) { settings.isAutoDetecting = false; });
    row(
        "local_servers.extra_ports",
        [](RouterConfig &file) { file.localServers.extraPorts = std::vector<std::uint16_t>{9}; },
        [](Settings &settings) { settings.extraPorts = {9}; });
    row(
        "model_list.include_routing_metadata",
        [](RouterConfig &file) { file.modelList.includesRoutingMetadata = true; },
        [](Settings &settings) { settings.includesRoutingMetadata = true; });
    row(
        "model_list.refresh_min_ms",
        [](RouterConfig &file) { file.modelList.minimumRefreshInterval = 1s; },
        [](Settings &settings) { settings.minimumRefreshInterval = 1s; });
    row(
        "decisions.keep", [](RouterConfig &file) { file.decisions.keep = 5; },
        [](Settings &settings) { settings.decisionsKept = 5; });
    row(
        "decisions.days", [](RouterConfig &file) { file.decisions.days = 5; },
        [](Settings &settings) { settings.decisionDays = 5; });
    row(
        "discovery.browse", [](RouterConfig &file) { file.discovery.isBrowsing = false; },
        [](Settings &settings) { settings.isBrowsing = false; });
    row(
        "discovery.advertise", [](RouterConfig &file) { file.discovery.isAdvertising = true; },
        [](Settings &settings) { settings.isAdvertising = true; });
    row(
        "metrics.enabled", [](RouterConfig &file) { file.hasMetrics = false; },
        [](Settings &settings) { settings.hasMetrics = false; });
}

/// The file goes before what the user set, and that before the default; a reload tells the key.
void TestEffectiveSettings::eachSettingHasThreeSources()
{
    QFETCH(QByteArray, key);
    QFETCH(FileChange, fileChange);
    QFETCH(SettingsChange, settingsChange);

    Settings changed;
    settingsChange(changed);
    QVERIFY(changed != Settings());

    QVERIFY(effectiveSettings({}) == EffectiveSettings());
    SettingSources sources;
    sources.stored = changed;
    const EffectiveSettings ofUser{.settings = changed, .fixed = {}};
    QVERIFY(effectiveSettings(sources) == ofUser);

    fileChange(sources.file);
    const EffectiveSettings ofFile{.settings = changed,
                                   .fixed = {{key.toStdString(), SettingSource::File}}};
    QVERIFY(effectiveSettings(sources) == ofFile);
    sources.stored = Settings();
    QVERIFY(effectiveSettings(sources) == ofFile);

    const ConfigState before;
    const auto effect = reloadEffect(before, ConfigState{.file = {}, .settings = changed});
    QCOMPARE(joined(effect.changedKeys), key);
    const bool isOfSocket = key == "server.bind" || key == "server.tls";
    QCOMPARE(joined(effect.socketKeys), isOfSocket ? key : QByteArray());
}

void TestEffectiveSettings::givesEnvironmentAndFlagsTheWord_data()
{
    QTest::addColumn<SourcesChange>("change");
    QTest::addColumn<SettingsChange>("expected");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("isOfCommandLine");

    const auto row = [](const char *name, SourcesChange change, SettingsChange expected) {
        const bool isBind = !QByteArray(name).contains("list");
        QTest::newRow(name) << change << expected
                            << QByteArray(isBind ? "server.bind" : QByteArray(name).split(' ')[0])
                            << !QByteArray(name).contains("variable");
    };
    row(
        "model_list.include_routing_metadata of a variable before the file",
        [](SettingSources &sources) {
            sources.file.modelList.includesRoutingMetadata = true;
            sources.environment.includesRoutingMetadata = false;
        },
        [](Settings &) {});
    row(
        "model_list.refresh_min_ms of a variable before the file",
        [](SettingSources &sources) {
            sources.file.modelList.minimumRefreshInterval = 1s;
            sources.environment.minimumRefreshInterval = 2s;
        },
        [](Settings &settings) { settings.minimumRefreshInterval = 2s; });
    row(
        "port variable on the default",
        [](SettingSources &sources) { sources.environment.port = 8; },
        [](Settings &settings) { settings.server.bind = {loopback(8)}; });
    row(
        "port variable on the file",
        [](SettingSources &sources) {
            sources.file.server.bind
                = {{unixSocket(), {.address = "::1", .port = 1, .unixPath = {}}, loopback(2)}};
            sources.environment.port = 8;
        },
        [](Settings &settings) {
            settings.server.bind
                = {unixSocket(), {.address = "::1", .port = 8, .unixPath = {}}, loopback(8)};
        });
    row(
        "port flag before that of the environment",
        [](SettingSources &sources) {
            sources.environment.port = 8;
            sources.commandLine.port = 9;
        },
        [](Settings &settings) { settings.server.bind = {loopback(9)}; });
    row(
        "port flag makes addresses the same",
        [](SettingSources &sources) {
            sources.file.server.bind = {{loopback(1), loopback(2)}};
            sources.commandLine.port = 9;
        },
        [](Settings &settings) { settings.server.bind = {loopback(9)}; });
    row(
        "port flag beside a Unix socket",
        [](SettingSources &sources) {
            sources.file.server.bind = {{unixSocket()}};
            sources.commandLine.port = 9;
        },
        [](Settings &settings) {
            settings.server.bind = {unixSocket(), loopback(9)};
        });
    row(
        "bind flag before everything",
        [](SettingSources &sources) {
            sources.stored.server.bind = {loopback(1)};
            sources.file.server.bind = {{loopback(2)}};
            sources.environment.port = 8;
            sources.commandLine.bind = {loopback(3), loopback(4)};
        },
        [](Settings &settings) {
            settings.server.bind = {loopback(3), loopback(4)};
        });
}

void TestEffectiveSettings::givesEnvironmentAndFlagsTheWord()
{
    QFETCH(SourcesChange, change);
    QFETCH(SettingsChange, expected);
    QFETCH(QByteArray, key);
    QFETCH(bool, isOfCommandLine);

    SettingSources sources;
    change(sources);
    Settings settings;
    expected(settings);
    const auto source = isOfCommandLine ? SettingSource::CommandLine : SettingSource::Environment;
    const EffectiveSettings wanted{.settings = settings, .fixed = {{key.toStdString(), source}}};
    QVERIFY(effectiveSettings(sources) == wanted);
}

void TestEffectiveSettings::refusesToEditWhatIsFixed_data()
{
    QTest::addColumn<int>("source");
    QTest::addColumn<QByteArray>("message");

    const auto row = [](const char *name, SettingSource source, const char *message) {
        QTest::newRow(name) << int(source) << QByteArray(message);
    };
    row("file", SettingSource::File,
        "strategy is set by the configuration file and cannot be changed here");
    row("environment", SettingSource::Environment,
        "strategy is set by an environment variable and cannot be changed here");
    row("command line", SettingSource::CommandLine,
        "strategy is set on the command line and cannot be changed here");
}

void TestEffectiveSettings::refusesToEditWhatIsFixed()
{
    QFETCH(int, source);
    QFETCH(QByteArray, message);

    const EffectiveSettings settings{.settings = {},
                                     .fixed = {{"load_balancing.strategy", SettingSource(source)}}};
    const auto refused = editableSetting(settings, "load_balancing.strategy", "strategy");
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Conflict);
    QCOMPARE(QByteArray::fromStdString(refused.error().message), message);
    QCOMPARE(refused.error().parameter, std::string("strategy"));
    QVERIFY(editableSetting(settings, "load_balancing.enabled", "enabled").hasValue());
}

void TestEffectiveSettings::hasTheDefaultsOfTheSpecification()
{
    const Settings settings;
    QVERIFY(settings.server.bind == std::vector{loopback(39080)});
    QCOMPARE(settings.server.maxBodyBytes, 67108864);
    QCOMPARE(settings.server.maxConnections, 1024);
    QCOMPARE(settings.server.maxConnectionsPerAddress, 256);
    QVERIFY(settings.keyMode == KeyMode::Permissive);
    QVERIFY(!settings.loadBalancing.isEnabled && settings.loadBalancing.isFailoverEnabled);
    QVERIFY(settings.loadBalancing.strategy == domain::Strategy::Priority);
    QVERIFY(settings.loadBalancing.healthCheckInterval == 30s);
    QCOMPARE(settings.breaker.failureThreshold, 3);
    QVERIFY(settings.breaker.resetTimeout == 60s);
    const domain::TimeLimits limits{
        .connect = 3s, .firstByte = 600s, .idle = 300s, .total = 0s, .probe = 5s};
    QVERIFY(settings.timeouts == limits);
    QVERIFY(settings.isAutoDetecting && settings.extraPorts.empty());
    QVERIFY(!settings.includesRoutingMetadata);
    QVERIFY(settings.minimumRefreshInterval == 300s);
    QCOMPARE(settings.decisionsKept, 10000);
    QCOMPARE(settings.decisionDays, 14);
    QVERIFY(settings.isBrowsing && !settings.isAdvertising && settings.hasMetrics);
}

void TestEffectiveSettings::tellsWhichKeysAReloadChanges_data()
{
    QTest::addColumn<StateChange>("change");
    QTest::addColumn<QByteArray>("keys");

    const auto row = [](const char *keys, StateChange change) {
        QTest::newRow(*keys == 0 ? "nothing" : keys) << change << QByteArray(keys);
    };
    row("", [](ConfigState &) {});
    row("nodes", [](ConfigState &state) { state.file.nodes.emplace_back(); });
    row("local_servers.servers",
        [](ConfigState &state) { state.file.localServers.servers.emplace_back(); });
    row("providers", [](ConfigState &state) { state.file.providers.emplace_back(); });
    row("model_rewrites", [](ConfigState &state) { state.file.modelRewrites.emplace_back(); });
    row("fallback.fallback_chains",
        [](ConfigState &state) { state.file.fallbackChains["a"] = {}; });
    row("api_keys.keys", [](ConfigState &state) { state.file.apiKeys.keys.emplace_back(); });
    row("appproxy.enabled", [](ConfigState &state) { state.file.isWildcardWorkerEnabled = true; });
    row("appproxy_router.enabled",
        [](ConfigState &state) { state.file.isRouterWorkerEnabled = true; });
    row("server.bind server.tls timeouts.idle_s nodes metrics.enabled", [](ConfigState &state) {
        state.settings.server.bind.clear();
        state.settings.server.tls.certificate = "c";
        state.settings.timeouts.idle = 1s;
        state.settings.hasMetrics = false;
        state.file.nodes.emplace_back();
    });
}

void TestEffectiveSettings::tellsWhichKeysAReloadChanges()
{
    QFETCH(StateChange, change);
    QFETCH(QByteArray, keys);

    ConfigState after;
    change(after);
    const auto effect = reloadEffect(ConfigState(), after);
    QCOMPARE(joined(effect.changedKeys), keys);
    QCOMPARE(joined(effect.socketKeys),
             QByteArray(keys.startsWith("server.") ? "server.bind server.tls" : ""));
    QVERIFY(reloadEffect(after, after) == ReloadEffect());
}

QTEST_APPLESS_MAIN(TestEffectiveSettings)
#include "tst_effective_settings.moc"

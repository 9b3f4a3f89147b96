// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/config_yaml.h"

#include "base/iso_time.h"
#include "config/config_text.h"
#include "config/sha256_text.h"
#include "config_problem_text.h"

#include <QTest>

using namespace homeward;
using namespace homeward::config;
using namespace std::chrono_literals;

namespace {

using Change = void (*)(RouterConfig &);

domain::BaseUrl urlOf(const char *text)
{
    return *domain::baseUrlFromText(text);
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestConfigYaml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsKey_data();
    void readsKey();
    void readsEntries_data();
    void readsEntries();
    void leavesToTheAppWhatIsNotGiven_data();
    void leavesToTheAppWhatIsNotGiven();
    void acceptsTheDefaultText();
    void acceptsTheDefaultTextWithEveryKey();
    void warnsOfShortHealthChecks();
};

void TestConfigYaml::readsKey_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Change>("change");

    const auto row = [](const char *text, Change change) {
        QTest::newRow(text) << QByteArray(text) << change;
    };
    row("server: { bind: ['127.0.0.1:1', '[::1]:2', 'unix:/s'] }", [](RouterConfig &config) {
        config.server.bind = std::vector<BindAddress>{
            {.address = "127.0.0.1", .port = 1, .unixPath = {}},
            {.address = "::1", .port = 2, .unixPath = {}},
            {.address = {}, .port = 0, .unixPath = "/s"},
        };
    });
    row("server: { bind: '0.0.0.0:80' }", [](RouterConfig &config) {
        config.server.bind
            = std::vector<BindAddress>{{.address = "0.0.0.0", .port = 80, .unixPath = {}}};
    });
    row("server: { max_body_bytes: 1073741824 }",
        [](RouterConfig &config) { config.server.maxBodyBytes = 1073741824; });
    row("server: { max_connections: 65536 }",
        [](RouterConfig &config) { config.server.maxConnections = 65536; });
    row("server: { max_connections_per_address: 1 }",
        [](RouterConfig &config) { config.server.maxConnectionsPerAddress = 1; });
    row("server: { allowed_hosts: [llm.example, 10] }", [](RouterConfig &config) {
        config.server.allowedHosts = std::vector<std::string>{"llm.example", "10"};
    });
    row("server: { cors_origins: ['https://a.example:8443', 'null'] }", [](RouterConfig &config) {
        config.server.corsOrigins = std::vector<std::string>{"https://a.example:8443", "null"};
    });
    row("server: { cors_origins: [] }",
        [](RouterConfig &config) { config.server.corsOrigins = std::vector<std::string>(); });
    row("server: { tls: { certificate: /c.pem, private_key: /k.pem } }", [](RouterConfig &config) {
        config.server.tls = ServerTls{.certificate = "/c.pem", .privateKey = "/k.pem"};
    });
    row("server: { tls: { certificate: '', private_key: '' } }",
        [](RouterConfig &config) { config.server.tls = ServerTls(); });

    row("api_keys: { mode: blocking }",
        [](RouterConfig &config) { config.apiKeys.mode = KeyMode::Blocking; });
    row("api_keys: { mode: permissive }",
        [](RouterConfig &config) { config.apiKeys.mode = KeyMode::Permissive; });
    row("api_keys: { persistence_file: keys.yaml }",
        [](RouterConfig &config) { config.apiKeys.persistenceFile = "keys.yaml"; });

    row("load_balancing: { enabled: true }",
        [](RouterConfig &config) { config.loadBalancing.isEnabled = true; });
    row("load_balancing: { strategy: priority }",
        [](RouterConfig &config) { config.loadBalancing.strategy = domain::Strategy::Priority; });
    row("load_balancing: { strategy: round-robin }",
        [](RouterConfig &config) { config.loadBalancing.strategy = domain::Strategy::RoundRobin; });
    row("load_balancing: { strategy: least-loaded }", [](RouterConfig &config) {
        config.loadBalancing.strategy = domain::Strategy::LeastLoaded;
    });
    row("load_balancing: { strategy: fastest }",
        [](RouterConfig &config) { config.loadBalancing.strategy = domain::Strategy::Fastest; });
    row("load_balancing: { failover_enabled: FALSE }",
        [](RouterConfig &config) { config.loadBalancing.isFailoverEnabled = false; });
    row("load_balancing: { health_check_interval_s: 0.2 }",
        [](RouterConfig &config) { config.loadBalancing.healthCheckInterval = 200ms; });
    row("load_balancing: { health_check_interval_s: 1h }",
        [](RouterConfig &config) { config.loadBalancing.healthCheckInterval = 1h; });

    row("circuit_breaker: { failure_threshold: 1 }",
        [](RouterConfig &config) { config.circuitBreaker.failureThreshold = 1; });
    row("circuit_breaker: { failure_threshold: 1000000 }",
        [](RouterConfig &config) { config.circuitBreaker.failureThreshold = 1000000; });
    row("circuit_breaker: { reset_timeout_s: 0.1 }",
        [](RouterConfig &config) { config.circuitBreaker.resetTimeout = 100ms; });
    row("circuit_breaker: { reset_timeout_s: '1m' }",
        [](RouterConfig &config) { config.circuitBreaker.resetTimeout = 1min; });
    row("circuit_breaker: { reset_timeout_s: '${NUMBER}' }",
        [](RouterConfig &config) { config.circuitBreaker.resetTimeout = 7s; });

    row("timeouts: { connect_s: 2.5 }",
        [](RouterConfig &config) { config.timeouts.connect = 2500ms; });
    row("timeouts: { first_byte_s: 500ms }",
        [](RouterConfig &config) { config.timeouts.firstByte = 500ms; });
    row("timeouts: { idle_s: 86400 }", [](RouterConfig &config) { config.timeouts.idle = 24h; });
    row("timeouts: { total_s: 0 }", [](RouterConfig &config) { config.timeouts.total = 0ms; });
    row("timeouts: { probe_s: 1 }", [](RouterConfig &config) { config.timeouts.probe = 1s; });

    row("local_servers: { auto_detect: false }",
        [](RouterConfig &config) { config.localServers.isAutoDetecting = false; });
    row("local_servers: { extra_ports: [1, 65535] }", [](RouterConfig &config) {
        config.localServers.extraPorts = std::vector<std::uint16_t>{1, 65535};
    });

    row("fallback: { fallback_chains: { a: [b, c], d: [] } }", [](RouterConfig &config) {
        config.fallbackChains = {{"a", {"b", "c"}}, {"d", {}}};
    });

    row("model_list: { include_routing_metadata: true }",
        [](RouterConfig &config) { config.modelList.includesRoutingMetadata = true; });
    row("model_list: { refresh_min_ms: 1500 }",
        [](RouterConfig &config) { config.modelList.minimumRefreshInterval = 1500ms; });
    row("model_list: { refresh_min_ms: 2s }",
        [](RouterConfig &config) { config.modelList.minimumRefreshInterval = 2s; });
    row("decisions: { keep: 0 }", [](RouterConfig &config) { config.decisions.keep = 0; });
    row("decisions: { days: 3650 }", [](RouterConfig &config) { config.decisions.days = 3650; });
    row("discovery: { browse: false }",
        [](RouterConfig &config) { config.discovery.isBrowsing = false; });
    row("discovery: { advertise: true }",
        [](RouterConfig &config) { config.discovery.isAdvertising = true; });
    row("metrics: { enabled: false }", [](RouterConfig &config) { config.hasMetrics = false; });
    row("appproxy: { enabled: true }",
        [](RouterConfig &config) { config.isWildcardWorkerEnabled = true; });
    row("appproxy_router: { enabled: true }",
        [](RouterConfig &config) { config.isRouterWorkerEnabled = true; });
}

void TestConfigYaml::readsKey()
{
    QFETCH(QByteArray, text);
    QFETCH(Change, change);

    const auto reading = readingOf(text);
    QCOMPARE(linesOf(reading.problems), QByteArray());
    RouterConfig expected;
    change(expected);
    QVERIFY(reading.config == expected);
    QVERIFY(reading.config != RouterConfig());
}

void TestConfigYaml::readsEntries_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Change>("change");

    const auto row = [](const char *name, const char *text, Change change) {
        QTest::newRow(name) << QByteArray(text) << change;
    };
    row("a node with everything",
        "nodes: [{ name: ' gpu $${x} ', base_url: 'HTTPS://Gpu.Example/v1/', api_key: '${KEY}', "
        "priority: 255, enabled: false, tls: { ca_file: /ca.pem, pinned_sha256: "
        "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } }]",
        [](RouterConfig &config) {
            config.nodes.push_back(NodeConfig{
                .name = "gpu ${x}",
                .baseUrl = urlOf("https://gpu.example"),
                .apiKey = Secret("s3cret"),
                .priority = 255,
                .isEnabled = false,
                .tls = {.caFile = "/ca.pem", .pinnedSha256 = std::string(64, 'a')},
            });
        });
    row("nodes with as little as possible",
        "nodes:\n  - base_url: 10.0.0.7:8080\n  - base_url: '[::1]:1'\n    api_key: 123\n",
        [](RouterConfig &config) {
            config.nodes.resize(2);
            config.nodes[0].name = "10.0.0.7:8080";
            config.nodes[0].baseUrl = urlOf("http://10.0.0.7:8080");
            config.nodes[1].name = "[::1]:1";
            config.nodes[1].baseUrl = urlOf("http://[::1]:1");
            config.nodes[1].apiKey = Secret("123");
        });
    row("local servers",
        "local_servers:\n  servers:\n    - { name: a, base_url: 'http://127.0.0.1:1', kind: "
        "llama-server }\n    - { base_url: 'http://127.0.0.1:2' }\n",
        [](RouterConfig &config) {
            config.localServers.servers = {
                {.name = "a",
                 .baseUrl = urlOf("http://127.0.0.1:1"),
                 .kind = domain::LocalServerKind::LlamaServer},
                {.name = "127.0.0.1:2",
                 .baseUrl = urlOf("http://127.0.0.1:2"),
                 .kind = domain::LocalServerKind::OpenAi},
            };
        });
    row("providers",
        "providers:\n  - { name: a, type: anthropic, base_url: 'https://a.example', api_key: k, "
        "models: [m, 7] }\n  - { name: g, type: gemini, base_url: 'https://g.example' }\n"
        "  - { name: o, base_url: 'https://o.example' }\n",
        [](RouterConfig &config) {
            config.providers.resize(3);
            config.providers[0].name = "a";
            config.providers[0].type = domain::ProviderType::Anthropic;
            config.providers[0].baseUrl = urlOf("https://a.example");
            config.providers[0].apiKey = Secret("k");
            config.providers[0].models = {"m", "7"};
            config.providers[1].name = "g";
            config.providers[1].type = domain::ProviderType::Gemini;
            config.providers[1].baseUrl = urlOf("https://g.example");
            config.providers[2].name = "o";
            config.providers[2].baseUrl = urlOf("https://o.example");
        });
    row("rewrites",
        "model_rewrites:\n  - { source_model: ' a ', target_model: b, force: true, is_active: "
        "false, note: \"one\\ntwo\" }\n  - { source_model: c, target_model: d }\n",
        [](RouterConfig &config) {
            config.modelRewrites.resize(2);
            config.modelRewrites[0].sourceModel = "a";
            config.modelRewrites[0].targetModel = "b";
            config.modelRewrites[0].isForced = true;
            config.modelRewrites[0].isActive = false;
            config.modelRewrites[0].note = "one\ntwo";
            config.modelRewrites[1].sourceModel = "c";
            config.modelRewrites[1].targetModel = "d";
        });
    row("an API key with everything",
        "api_keys:\n  keys:\n    - id: k1\n      name: Laptop\n      key: '${KEY}'\n"
        "      scopes: [admin]\n      allowed_models: [m]\n      allowed_backends: []\n"
        "      rate_limit: 60\n      allowed_client_ips: [10.0.0.0/8, '::1']\n"
        "      expires_at: 2030-01-31T00:00:00Z\n      enabled: false\n",
        [](RouterConfig &config) {
            config.apiKeys.keys.push_back(domain::ApiKey{
                .id = "k1",
                .name = "Laptop",
                .keySha256 = sha256Of("s3cret"),
                .hasInferenceScope = false,
                .hasAdminScope = true,
                .allowedModels = {"m"},
                .allowedBackends = std::vector<std::string>(),
                .rateLimitPerMinute = 60,
                .allowedClientIps = {"10.0.0.0/8", "::1"},
                .expiresAt = wallTimeFromIso("2030-01-31T00:00:00Z"),
                .isEnabled = false,
            });
        });
    row("an API key by its hash",
        "api_keys: { keys: [{ id: 7, key_sha256: "
        "'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB' }] }",
        [](RouterConfig &config) {
            config.apiKeys.keys.resize(1);
            config.apiKeys.keys[0].id = "7";
            config.apiKeys.keys[0].name = "7";
            config.apiKeys.keys[0].keySha256 = std::string(64, 'b');
        });
    row("an alias", "timeouts: { connect_s: &t 4, probe_s: *t }", [](RouterConfig &config) {
        config.timeouts.connect = 4s;
        config.timeouts.probe = 4s;
    });
}

void TestConfigYaml::readsEntries()
{
    readsKey();
}

void TestConfigYaml::leavesToTheAppWhatIsNotGiven_data()
{
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("an empty file") << QByteArray();
    QTest::newRow("comments only") << QByteArray("# nothing\n\n");
    QTest::newRow("null") << QByteArray("~\n");
    QTest::newRow("a byte order mark") << QByteArray("\xef\xbb\xbf");
    QTest::newRow("document marks") << QByteArray("---\n...\n");
    QTest::newRow("empty sections")
        << QByteArray("server:\nload_balancing: {}\nnodes:\nproviders: []\n");
    QTest::newRow("empty lists") << QByteArray("server: { bind: , allowed_hosts: , tls: }\n"
                                               "local_servers: { extra_ports: , servers: }\n"
                                               "api_keys: { keys: }\n"
                                               "fallback: { fallback_chains: }\n");
}

void TestConfigYaml::leavesToTheAppWhatIsNotGiven()
{
    QFETCH(QByteArray, text);

    const auto reading = readingOf(text);
    QCOMPARE(linesOf(reading.problems), QByteArray());
    QVERIFY(reading.config == RouterConfig());
}

namespace {

QByteArray defaultText()
{
    return QByteArray(defaultConfigText().data(), qsizetype(defaultConfigText().size()));
}

/// The default text with every key set to what stands there.
QByteArray uncommentedDefaultText()
{
    QByteArrayList lines = defaultText().split('\n');
    for (QByteArray &line : lines) {
        if (line.startsWith("  # ") && !line.startsWith("  # " + QByteArray(33, ' ')))
            line.remove(2, 2);
    }
    return lines.join('\n');
}

} // namespace

void TestConfigYaml::acceptsTheDefaultText()
{
    const auto reading = readingOf(defaultText());
    QCOMPARE(linesOf(reading.problems) + linesOf(reading.warnings), QByteArray());
    QVERIFY(reading.config == RouterConfig());
}

void TestConfigYaml::acceptsTheDefaultTextWithEveryKey()
{
    const auto reading = readingOf(uncommentedDefaultText());
    QCOMPARE(linesOf(reading.problems) + linesOf(reading.warnings), QByteArray());
    const RouterConfig &config = reading.config;
    QCOMPARE(config.nodes.size(), std::size_t(1));
    QCOMPARE(config.nodes[0].priority, std::optional(255));
    QCOMPARE(config.providers.size(), std::size_t(1));
    QCOMPARE(config.modelRewrites.size(), std::size_t(1));
    QCOMPARE(config.hasMetrics, std::optional(true));
    QCOMPARE(config.decisions.days, std::optional(14));
    QVERIFY(config.loadBalancing.healthCheckInterval == 30s);
}

void TestConfigYaml::warnsOfShortHealthChecks()
{
    const auto reading = readingOf("load_balancing:\n  health_check_interval_s: 2\n");
    QCOMPARE(linesOf(reading.problems), QByteArray());
    QCOMPARE(linesOf(reading.warnings),
             QByteArray("f:2:28: warning: load_balancing.health_check_interval_s is below 5 "
                        "seconds, the least that the window and the API take"));
}

QTEST_APPLESS_MAIN(TestConfigYaml)
#include "tst_config_yaml.moc"

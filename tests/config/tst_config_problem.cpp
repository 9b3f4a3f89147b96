// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/config_problem.h"

#include "config_problem_text.h"

#include <QTest>

using namespace homeward::config;

class TestConfigProblem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesPlaceAndRemedy_data();
    void namesPlaceAndRemedy();
    void refusesOutOfRange_data();
    void refusesOutOfRange();
    void refusesWrongTypes_data();
    void refusesWrongTypes();
    void refusesUnknownKeysEverywhere_data();
    void refusesUnknownKeysEverywhere();
    void keepsSecretsOut_data();
    void keepsSecretsOut();
    void endsLongLists();
};

void TestConfigProblem::namesPlaceAndRemedy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problems");

    const auto row = [](const char *name, const char *text, const char *problems) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(problems);
    };
    row("all of them, in the file's order",
        "load_balancing:\n  enabled: true\n  strategi: priority\ncircuit_breaker: { "
        "failure_threshold: many }\nserver:\n  max_body_bytes: 1000\n  max_body_bytes: 2000\n",
        "f:3:3: unknown key \"strategi\" in load_balancing; did you mean \"strategy\"?\n"
        "f:4:39: circuit_breaker.failure_threshold must be a whole number from 1 to 1000000, not "
        "\"many\"\n"
        "f:7:3: duplicate key \"max_body_bytes\" in server; it stands in line 6 already");
    row("unknown section", "loadbalancing: {}\n",
        "f:1:1: unknown key \"loadbalancing\"; did you mean \"load_balancing\"?");
    row("unknown key far from all", "nonsense: 1\n", "f:1:1: unknown key \"nonsense\"");
    row("unknown key in an entry", "nodes:\n  - base_url: h:1\n    prioritty: 3\n",
        "f:3:5: unknown key \"prioritty\" in nodes; did you mean \"priority\"?");
    row("a wildcard key in router mode", "appproxy_router: { jwt_secret: abcdef }\n",
        "f:1:20: unknown key \"jwt_secret\" in appproxy_router");
    row("duplicate section", "server: {}\nserver: {}\n",
        "f:2:1: duplicate key \"server\"; it stands in line 1 already");
    row("columns in characters, not bytes", "nodes: [{ name: äöü, base_url: h:1, nmae: x }]\n",
        "f:1:37: unknown key \"nmae\" in nodes; did you mean \"name\"?");
    row("after CRLF", "server: {}\r\nnodes:\r\n  - nmae: x\r\n    base_url: h:1\r\n",
        "f:3:5: unknown key \"nmae\" in nodes; did you mean \"name\"?");
    row("after a byte order mark", "\xef\xbb\xbfnonsense: 1\n", "f:1:1: unknown key \"nonsense\"");
    row("merge key", "timeouts:\n  <<: { connect_s: 1 }\n",
        "f:2:3: merge keys (<<) are not read in timeouts; write the keys out");
    row("key that is no text", "? [a]\n: b\n", "f:1:3: a key must be text");
    row("unset variable", "nodes: [{ base_url: h:1, api_key: '${NOT_SET}' }]\n",
        "f:1:35: nodes.api_key needs the environment variable \"NOT_SET\", which is not set");
    row("variable with a bad number", "server: { max_connections: '${KEY}' }\n",
        "f:1:28: server.max_connections must be a whole number from 1 to 65536, unlike what the "
        "environment gives");
    row("bad bind", "server: { bind: ['127.0.0.1'] }\n",
        "f:1:18: server.bind not the text \"127.0.0.1\": the address must have a port, such as "
        "127.0.0.1:39080");
    row("bind as a number", "server: { bind: 7 }\n", "f:1:17: server.bind must be text, not \"7\"");
    row("bind of nothing", "server: { bind: [] }\n",
        "f:1:17: server.bind must name at least one address, such as 127.0.0.1:39080");
    row("bind twice", "server: { bind: ['127.0.0.1:1', 'localhost:1'] }\n",
        "f:1:33: server.bind has the same address twice");
    row("half of tls", "server: { tls: { certificate: /c } }\n",
        "f:1:31: server.tls.certificate needs the other one too: a certificate and its private "
        "key");
    row("host with a scheme", "server: { allowed_hosts: ['http://x'] }\n",
        "f:1:27: server.allowed_hosts must hold names such as llm.example, without http:// or a "
        "path");
    row("origin with a path", "server: { cors_origins: ['https://x/'] }\n",
        "f:1:26: server.cors_origins must hold origins such as https://app.example:8443, without a "
        "path, not the text \"https://x/\"");
    row("strategy", "load_balancing: { strategy: random }\n",
        "f:1:29: load_balancing.strategy must be one of priority, round-robin, least-loaded, "
        "fastest, not \"random\"");
    row("node without an address", "nodes:\n  - name: a\n",
        "f:2:5: missing key \"base_url\" in nodes");
    row("node's address twice", "nodes:\n  - base_url: http://h:80\n  - base_url: http://H/v1\n",
        "f:3:15: nodes.base_url is the address of an earlier entry");
    row("pinned certificate without TLS",
        "nodes: [{ base_url: 'http://h', tls: { ca_file: /ca } }]\n",
        "f:1:49: nodes.tls.ca_file needs a base_url that begins with https://");
    row("bad pin", "nodes: [{ base_url: 'https://h', tls: { pinned_sha256: abc } }]\n",
        "f:1:56: nodes.tls.pinned_sha256 must be the certificate's SHA-256 in 64 hexadecimal "
        "digits");
    row("provider without a name", "providers: [{ base_url: 'https://h' }]\n",
        "f:1:13: missing key \"name\" in providers");
    row("reserved name", "providers: [{ name: node-1, base_url: 'https://h' }]\n",
        "f:1:21: providers.name must not begin with node- or appproxy-, which are for nodes and "
        "circuits");
    row("name twice",
        "providers:\n  - { name: a, base_url: 'https://h' }\n  - { name: a, base_url: 'https://i' "
        "}\n",
        "f:3:13: providers.name is the name of an earlier entry");
    row("provider type", "providers: [{ name: a, type: azure, base_url: 'https://h' }]\n",
        "f:1:30: providers.type must be one of openai, anthropic, gemini, not \"azure\"");
    row("entry that is no map", "nodes: [a]\n",
        "f:1:9: nodes must be a list of maps of keys and values");
    row("rewrite without a target", "model_rewrites: [{ source_model: a }]\n",
        "f:1:18: missing key \"target_model\" in model_rewrites");
    row("source twice",
        "model_rewrites:\n  - { source_model: a, target_model: b }\n"
        "  - { source_model: ' a', target_model: c }\n",
        "f:3:21: model_rewrites.source_model has a rule in an earlier entry; a model has one rule");
    row("chain with itself", "fallback: { fallback_chains: { a: [b, a] } }\n",
        "f:1:39: fallback.fallback_chains must not hold the model that the chain is for");
    row("two chains", "fallback: { fallback_chains: { a: [b], ' a': [c] } }\n",
        "f:1:46: fallback.fallback_chains is for a model that has a chain already");
    row("key without id and key", "api_keys: { keys: [{ name: a }] }\n",
        "f:1:20: missing key \"id\" in api_keys.keys\n"
        "f:1:20: missing key \"key\" in api_keys.keys");
    row("id twice", "api_keys:\n  keys:\n    - { id: a, key: k }\n    - { id: a, key: l }\n",
        "f:4:13: api_keys.keys.id is the id of an earlier entry");
    row("key twice", "api_keys:\n  keys:\n    - { id: a, key: k }\n    - { id: b, key: k }\n",
        "f:4:21: api_keys.keys.key is the same as in an earlier entry");
    row("no scope", "api_keys: { keys: [{ id: a, key: k, scopes: [] }] }\n",
        "f:1:45: api_keys.keys.scopes must hold inference, admin or both");
    row("scope", "api_keys: { keys: [{ id: a, key: k, scopes: [root] }] }\n",
        "f:1:46: api_keys.keys.scopes must hold inference, admin or both, not \"root\"");
    row("client address",
        "api_keys: { keys: [{ id: a, key: k, allowed_client_ips: [10.0.0.0/33] }] }\n",
        "f:1:58: api_keys.keys.allowed_client_ips must hold addresses such as 192.168.1.7 or "
        "10.0.0.0/8, not \"10.0.0.0/33\"");
    row("expiry", "api_keys: { keys: [{ id: a, key: k, expires_at: 2030-02-30 }] }\n",
        "f:1:49: api_keys.keys.expires_at must be a time in UTC such as 2030-01-31T00:00:00Z, not "
        "\"2030-02-30\"");
    row("two worker modes", "appproxy: { enabled: true }\nappproxy_router: { enabled: true }\n",
        "f:2:29: appproxy_router.enabled must not be true while appproxy.enabled is: one worker "
        "mode at a time");
}

void TestConfigProblem::namesPlaceAndRemedy()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problems);

    QCOMPARE(linesOf(readingOf(text).problems), problems);
}

void TestConfigProblem::refusesOutOfRange_data()
{
    QTest::addColumn<QByteArray>("section");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");

    const auto rows = [](const char *section, const char *key, const QByteArrayList &values) {
        for (const QByteArray &value : values)
            QTest::addRow("%s %s", key, value.constData())
                << QByteArray(section) << QByteArray(key) << value;
    };
    rows("server", "max_body_bytes", {"999", "1073741825", "99999999999999999999", "-1", "1.5"});
    rows("server", "max_connections", {"0", "65537", "1e3", "0x10", "1_000"});
    rows("server", "max_connections_per_address", {"0", "65537"});
    rows("circuit_breaker", "failure_threshold", {"0", "1000001"});
    rows("circuit_breaker", "reset_timeout_s", {"0.09", "86401", "0", "25h", "soon"});
    rows("load_balancing", "health_check_interval_s", {"0.19", "3601", "199ms", "61m"});
    rows("timeouts", "connect_s", {"-1", "86401", "nan", ".inf", "1e999", "5 s"});
    rows("timeouts", "first_byte_s", {"86401"});
    rows("timeouts", "idle_s", {"86401"});
    rows("timeouts", "total_s", {"86401"});
    rows("timeouts", "probe_s", {"86401"});
    rows("model_list", "refresh_min_ms", {"-1", "86400001"});
    rows("decisions", "keep", {"-1", "1000001"});
    rows("decisions", "days", {"0", "3651"});
}

void TestConfigProblem::refusesOutOfRange()
{
    QFETCH(QByteArray, section);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);

    const QByteArray start = section + ":\n  " + key + ": ";
    const auto problems = readingOf(start + value + '\n').problems;
    QCOMPARE(problems.size(), std::size_t(1));
    const auto message = QByteArray::fromStdString(problems[0].message);
    QVERIFY2(message.startsWith(section + '.' + key + " must be "), message.constData());
    QVERIFY2(message.endsWith(", not \"" + value + '"'), message.constData());
    QCOMPARE(problems[0].line, 2);
    QCOMPARE(problems[0].column, int(key.size()) + 5);
}

void TestConfigProblem::refusesWrongTypes_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");

    const auto rows = [](const QByteArrayList &keys, const QByteArrayList &values) {
        for (const QByteArray &key : keys) {
            for (const QByteArray &value : values)
                QTest::addRow("%s %s", key.constData(), value.constData()) << key << value;
        }
    };
    rows({"server", "server.tls", "api_keys", "load_balancing", "circuit_breaker", "timeouts",
          "local_servers", "fallback", "fallback.fallback_chains", "model_list", "decisions",
          "discovery", "metrics", "appproxy", "appproxy_router"},
         {"7", "text", "[a]"});
    rows({"nodes", "providers", "model_rewrites", "local_servers.servers", "api_keys.keys"},
         {"7", "text", "{ a: b }", "[7]", "[[]]", "[~]"});
    rows({"server.allowed_hosts", "server.cors_origins", "local_servers.extra_ports"},
         {"text", "{ a: b }", "[[]]", "[{}]", "[true]", "['']"});
    rows({"local_servers.extra_ports"}, {"[0]", "[65536]", "['80']", "[http]"});
    rows({"load_balancing.enabled", "load_balancing.failover_enabled", "local_servers.auto_detect",
          "model_list.include_routing_metadata", "discovery.browse", "discovery.advertise",
          "metrics.enabled", "appproxy.enabled", "appproxy_router.enabled"},
         {"yes", "on", "1", "'true'", "~", "[]", "{}"});
    rows({"server.max_connections", "decisions.keep", "circuit_breaker.failure_threshold"},
         {"'7'", "true", "~", "[]", "{}", "7.0"});
    rows({"timeouts.connect_s", "circuit_breaker.reset_timeout_s"}, {"true", "~", "[]", "{}"});
    rows({"load_balancing.strategy", "api_keys.mode", "api_keys.persistence_file",
          "server.tls.certificate"},
         {"true", "~", "[]", "{}", "\"a\\nb\""});
}

void TestConfigProblem::refusesWrongTypes()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);

    QByteArray text = "\n" + key + ": " + value + '\n';
    const QByteArrayList parts = key.split('.');
    if (parts.size() > 1)
        text = '\n' + parts.mid(0, parts.size() - 1).join(": { ") + ": { " + parts.last() + ": "
            + value + QByteArray(parts.size() - 1, '}') + '\n';
    const auto problems = readingOf(text).problems;
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems[0].line, 2);
    const auto message = QByteArray::fromStdString(problems[0].message);
    QVERIFY2(message.startsWith(key + ' '), message.constData());
}

void TestConfigProblem::refusesUnknownKeysEverywhere_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("name");

    for (const char *section : {"server", "api_keys", "load_balancing", "circuit_breaker",
                                "timeouts", "local_servers", "fallback", "model_list", "decisions",
                                "discovery", "metrics", "appproxy", "appproxy_router"}) {
        QTest::newRow(section) << QByteArray(section) + ": { " << QByteArray(section);
    }
    const auto row = [](const char *name, const char *before) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(name);
    };
    row("server.tls", "server: { tls: { ");
    row("nodes", "nodes: [{ base_url: h, ");
    row("nodes.tls", "nodes: [{ base_url: h, tls: { ");
    row("providers", "providers: [{ name: a, base_url: h, ");
    row("local_servers.servers", "local_servers: { servers: [{ base_url: h, ");
    row("model_rewrites", "model_rewrites: [{ source_model: a, target_model: b, ");
    row("api_keys.keys", "api_keys: { keys: [{ id: a, key: k, ");
}

void TestConfigProblem::refusesUnknownKeysEverywhere()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, name);

    QByteArray after;
    for (auto c = before.rbegin(); c != before.rend(); ++c) {
        if (*c == '{' || *c == '[')
            after += *c == '{' ? '}' : ']';
    }
    const QByteArray column = QByteArray::number(before.size() + 1);
    QCOMPARE(linesOf(readingOf(before + "zzzzzzzz: 1 " + after).problems),
             "f:1:" + column + ": unknown key \"zzzzzzzz\" in " + name);
}

void TestConfigProblem::keepsSecretsOut_data()
{
    QTest::addColumn<QByteArray>("text");

    const auto row = [](const char *text) { QTest::newRow(text) << QByteArray(text); };
    row("nodes: [{ base_url: 'http://user:hunter2@h' }]");
    row("nodes: [{ base_url: 'http://h?key=hunter2' }]");
    row("nodes: [{ base_url: h, api_key: [hunter2] }]");
    row("nodes: [{ base_url: h, api_key: \"hunter2\\n\" }]");
    row("nodes: [{ base_url: h, api_key: '${hunter2!}' }]");
    row("nodes: [{ base_url: h, api_key: '${hunter2' }]");
    row("nodes: [{ base_url: h, api_key: 'hunter2${NOT_SET}' }]");
    row("nodes: [{ base_url: h, api_key: hunter2: x }]");
    row("nodes: [{ base_url: h, api_key: \"hunter2 }]");
    row("nodes: [{ base_url: h, api_key: @hunter2 }]");
    row("nodes: [{ base_url: h, api_key: *hunter2 }]");
    row("nodes: [{ base_url: h, api_kye: hunter2 }]");
    row("nodes: [{ base_url: h, api_key:hunter2 }]");
    row("nodes:\n  - base_url: h\n  - api_key=hunter2\n");
    row("api_key:hunter2");
    row("'api_key: hunter2': 1");
    row("server: { tls: { private_key: \"hunter2\\n\" } }");
    row("providers: [{ name: a, base_url: h, api_key: { hunter2: 1 } }]");
    row("api_keys: { keys: [{ id: a, key: 'hunter2 hunter2' }] }");
    row("api_keys: { keys: [{ id: a, key_sha256: hunter2 }] }");
    row("api_keys: { keys: [{ id: a, key: hunter2 }, { id: b, key: hunter2 }] }");
    row("server: { max_connections: '${KEY}' }");
    row("load_balancing: { strategy: 'x ${KEY}', enabled: '${KEY}' }");
    row("server: { bind: '${KEY}', allowed_hosts: ['${KEY}/'], cors_origins: ['${KEY}'] }");
    row("timeouts: { connect_s: '${KEY}' }");
    row("nodes: [{ base_url: 'http://${KEY}@h' }, { base_url: 'ftp://${KEY}' }]");
}

void TestConfigProblem::keepsSecretsOut()
{
    QFETCH(QByteArray, text);

    const QByteArray lines = linesOf(readingOf(text).problems);
    QVERIFY(!lines.isEmpty());
    QVERIFY2(!lines.contains("hunter2") && !lines.contains("s3cret"), lines.constData());
}

void TestConfigProblem::endsLongLists()
{
    QByteArray text;
    for (int i = 0; i < 1500; ++i)
        text += "unknown" + QByteArray::number(i) + ": 1\n";
    const auto problems = readingOf(text).problems;
    QCOMPARE(problems.size(), std::size_t(1001));
    QCOMPARE(problems[999].line, 1000);
    QCOMPARE(problems.back().message, std::string("more problems follow and are not listed"));
}

QTEST_APPLESS_MAIN(TestConfigProblem)
#include "tst_config_problem.moc"

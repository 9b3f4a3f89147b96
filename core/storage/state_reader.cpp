// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/state_reader.h"

#include "storage/statement.h"

#include <utility>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

/// Reads one table after the other, and stops at the first failure.
class Reader
{
public:
    Reader(const QSqlDatabase &database, SecretBox &box) : m_database(database), m_box(box) { }

    Result<StateReading> read()
    {
        readNodes();
        readLocalServers();
        readSettings();
        readModels();
        readNames();
        if (m_error)
            return *m_error;
        return std::move(m_reading);
    }

private:
    template <typename Use>
    void each(const QString &sql, Use use)
    {
        if (m_error)
            return;
        if (const auto done = Statement(m_database, sql).forEachRow(use); !done)
            m_error = done.error();
    }

    Secret opened(const QByteArray &sealed, const std::string &owner)
    {
        if (sealed.isEmpty())
            return Secret();
        if (auto secret = m_box.open(sealed))
            return std::move(*secret);
        std::string reason = m_box.problem();
        if (reason.empty())
            reason = "it was sealed with another master key";
        m_reading.problems.push_back("The API key of " + owner + " could not be opened (" + reason
                                     + "); enter it again.");
        return Secret();
    }

    void readNodes()
    {
        each(
            uR"(SELECT fingerprint, name, is_tls, host, port, path_prefix, sealed_api_key, is_enabled,
                 priority, source, added_at, tls_ca_file, tls_pinned_sha256
                 FROM nodes ORDER BY priority DESC, rowid)"_s,
            [this](Row row) {
                domain::Node node;
                node.fingerprint = row.text();
                node.name = row.text();
                node.baseUrl = row.baseUrl();
                const QByteArray sealed = row.bytes();
                node.isEnabled = row.boolean();
                node.priority = row.number();
                node.source
                    = domain::nodeSourceFromText(row.text()).value_or(domain::NodeSource::Manual);
                node.addedAt = row.time();
                node.tls.caFile = row.text();
                node.tls.pinnedSha256 = row.text();
                node.apiKey = opened(sealed, "the node \"" + node.name + '"');
                m_reading.state.nodes.push_back(std::move(node));
            });
    }

    void readLocalServers()
    {
        each(
            uR"(SELECT id, name, is_tls, host, port, path_prefix, kind, is_enabled, is_auto_detected
                 FROM local_servers ORDER BY rowid)"_s,
            [this](Row row) {
                domain::LocalServer server;
                server.id = row.text();
                server.name = row.text();
                server.baseUrl = row.baseUrl();
                server.kind = domain::localServerKindFromText(row.text())
                                  .value_or(domain::LocalServerKind::OpenAi);
                server.isEnabled = row.boolean();
                server.isAutoDetected = row.boolean();
                m_reading.state.localServers.push_back(std::move(server));
            });
    }

    void readSettings()
    {
        each(uR"(SELECT is_enabled, strategy, is_failover_enabled, health_check_interval_ms
                 FROM load_balancing)"_s,
             [this](Row row) {
                 domain::LoadBalancing settings;
                 settings.isEnabled = row.boolean();
                 settings.strategy
                     = domain::strategyFromText(row.text()).value_or(domain::Strategy::Priority);
                 settings.isFailoverEnabled = row.boolean();
                 settings.healthCheckInterval = std::chrono::milliseconds(row.integer());
                 m_reading.state.loadBalancing = settings;
             });
        each(u"SELECT name, value_json FROM settings"_s, [this](Row row) {
            std::string name = row.text();
            m_reading.state.settings[std::move(name)] = row.text();
        });
        each(u"SELECT model, substitutes FROM fallback_chains"_s, [this](Row row) {
            std::string model = row.text();
            m_reading.state.fallbackChains[std::move(model)]
                = row.list().value_or(std::vector<std::string>());
        });
        each(
            uR"(SELECT id, source_model, target_model, is_active, force, note, created_at, updated_at
                 FROM model_rewrites ORDER BY rowid)"_s,
            [this](Row row) {
                domain::RewriteRule rule;
                rule.id = row.text();
                rule.sourceModel = row.text();
                rule.targetModel = row.text();
                rule.isActive = row.boolean();
                rule.isForced = row.boolean();
                rule.note = row.text();
                rule.createdAt = row.time();
                rule.updatedAt = row.time();
                m_reading.state.rewriteRules.push_back(std::move(rule));
            });
        readProviders();
        readApiKeys();
    }

    void readProviders()
    {
        each(uR"(SELECT id, name, type, is_tls, host, port, path_prefix, sealed_api_key, models,
                 is_enabled FROM providers ORDER BY rowid)"_s,
             [this](Row row) {
                 domain::Provider provider;
                 provider.id = row.text();
                 provider.name = row.text();
                 provider.type = domain::providerTypeFromText(row.text())
                                     .value_or(domain::ProviderType::OpenAi);
                 provider.baseUrl = row.baseUrl();
                 const QByteArray sealed = row.bytes();
                 provider.models = row.list().value_or(std::vector<std::string>());
                 provider.isEnabled = row.boolean();
                 provider.apiKey = opened(sealed, "the provider \"" + provider.name + '"');
                 m_reading.state.providers.push_back(std::move(provider));
             });
    }

    void readApiKeys()
    {
        each(uR"(SELECT id, name, key_sha256, has_inference_scope, has_admin_scope, allowed_models,
                 allowed_backends, rate_limit_per_minute, allowed_client_ips, expires_at, is_enabled
                 FROM api_keys ORDER BY rowid)"_s,
             [this](Row row) {
                 domain::ApiKey key;
                 key.id = row.text();
                 key.name = row.text();
                 key.keySha256 = row.text();
                 key.hasInferenceScope = row.boolean();
                 key.hasAdminScope = row.boolean();
                 key.allowedModels = row.list().value_or(std::vector<std::string>());
                 key.allowedBackends = row.list();
                 key.rateLimitPerMinute = row.optionalNumber();
                 key.allowedClientIps = row.list().value_or(std::vector<std::string>());
                 key.expiresAt = row.optionalTime();
                 key.isEnabled = row.boolean();
                 // A limit that cannot be read must not become none.
                 if (!row.hasGoodLists()) {
                     key.isEnabled = false;
                     m_reading.problems.push_back("The limits of the API key \"" + key.name
                                                  + "\" could not be read, so it was switched "
                                                    "off; set them anew.");
                 }
                 m_reading.state.apiKeys.push_back(std::move(key));
             });
    }

    void readModels()
    {
        each(uR"(SELECT backend_id, model_id, raw_json, fetched_at FROM backend_models
                 ORDER BY rowid)"_s,
             [this](Row row) {
                 std::string backendId = row.text();
                 StoredModel model;
                 model.modelId = row.text();
                 model.rawJson = row.text();
                 model.fetchedAt = row.time();
                 m_reading.state.modelSnapshots[std::move(backendId)].push_back(std::move(model));
             });
    }

    void readNames()
    {
        each(u"SELECT name FROM known_names"_s,
             [this](Row row) { m_reading.state.knownNames.insert(row.text()); });
    }

    const QSqlDatabase &m_database;
    SecretBox &m_box;
    StateReading m_reading;
    std::optional<Error> m_error;
};

} // namespace

Result<StateReading> readState(const QSqlDatabase &database, SecretBox &box)
{
    return Reader(database, box).read();
}

} // namespace homeward::storage

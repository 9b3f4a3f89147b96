// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/change_writer.h"

#include "storage/statement.h"
#include "storage/transaction.h"

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

/// One overload for each kind of change, so that a new kind does not compile without its own.
class Writer
{
public:
    Writer(const QSqlDatabase &database, SecretBox &box) : m_database(database), m_box(box) { }

    Result<Done> operator()(const PutNode &change)
    {
        const domain::Node &node = change.node;
        const auto sealed = sealedKey(node.apiKey);
        if (!sealed)
            return sealed.error();
        // A key that could not be opened stays, unless its removal was asked for.
        const bool keepsKey = sealed->isEmpty() && change.emptyKey == EmptyKey::KeepsUnopened
            && hasUnopenedKey(u"SELECT sealed_api_key FROM nodes WHERE fingerprint = ?"_s,
                              node.fingerprint);
        return sql(uR"(INSERT INTO nodes (fingerprint, name, is_tls, host, port, path_prefix,
                       sealed_api_key, is_enabled, priority, source, added_at, tls_ca_file,
                       tls_pinned_sha256)
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                       ON CONFLICT (fingerprint) DO UPDATE SET name = excluded.name,
                       is_tls = excluded.is_tls, host = excluded.host, port = excluded.port,
                       path_prefix = excluded.path_prefix, )"_s
                   + (keepsKey ? QString() : u"sealed_api_key = excluded.sealed_api_key, "_s)
                   + uR"(is_enabled = excluded.is_enabled, priority = excluded.priority,
                       source = excluded.source, added_at = excluded.added_at,
                       tls_ca_file = excluded.tls_ca_file,
                       tls_pinned_sha256 = excluded.tls_pinned_sha256)"_s)
            .text(node.fingerprint)
            .text(node.name)
            .baseUrl(node.baseUrl)
            .bytes(*sealed)
            .boolean(node.isEnabled)
            .integer(node.priority)
            .text(domain::toText(node.source))
            .time(node.addedAt)
            .text(node.tls.caFile)
            .text(node.tls.pinnedSha256)
            .run();
    }

    Result<Done> operator()(const RemoveNode &change)
    {
        return sql(u"DELETE FROM nodes WHERE fingerprint = ?"_s).text(change.fingerprint).run();
    }

    Result<Done> operator()(const SetNodePriorities &change)
    {
        Statement update = sql(u"UPDATE nodes SET priority = ? WHERE fingerprint = ?"_s);
        for (const auto &[fingerprint, priority] : change.priorities) {
            if (auto done = update.integer(priority).text(fingerprint).run(); !done)
                return done;
        }
        return Done{};
    }

    Result<Done> operator()(const PutLocalServer &change)
    {
        const domain::LocalServer &server = change.server;
        if (server.isFromFile) {
            return Error{ErrorKind::StorageFailed,
                         "a local server of the configuration file is not stored",
                         {}};
        }
        return sql(uR"(INSERT INTO local_servers (id, name, is_tls, host, port, path_prefix, kind,
                       is_enabled, is_auto_detected) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name,
                       is_tls = excluded.is_tls, host = excluded.host, port = excluded.port,
                       path_prefix = excluded.path_prefix, kind = excluded.kind,
                       is_enabled = excluded.is_enabled,
                       is_auto_detected = excluded.is_auto_detected)"_s)
            .text(server.id)
            .text(server.name)
            .baseUrl(server.baseUrl)
            .text(domain::toText(server.kind))
            .boolean(server.isEnabled)
            .boolean(server.isAutoDetected)
            .run();
    }

    Result<Done> operator()(const RemoveLocalServer &change)
    {
        return sql(u"DELETE FROM local_servers WHERE id = ?"_s).text(change.id).run();
    }

    Result<Done> operator()(const PutLoadBalancing &change)
    {
        return sql(uR"(INSERT OR REPLACE INTO load_balancing (id, is_enabled, strategy,
                       is_failover_enabled, health_check_interval_ms) VALUES (1, ?, ?, ?, ?))"_s)
            .boolean(change.settings.isEnabled)
            .text(domain::toText(change.settings.strategy))
            .boolean(change.settings.isFailoverEnabled)
            .integer(change.settings.healthCheckInterval.count())
            .run();
    }

    Result<Done> operator()(const PutSetting &change)
    {
        return sql(u"INSERT OR REPLACE INTO settings (name, value_json) VALUES (?, ?)"_s)
            .text(change.name)
            .text(change.valueJson)
            .run();
    }

    Result<Done> operator()(const PutModelSnapshot &change)
    {
        if (auto removed = (*this)(RemoveModelSnapshot{change.backendId}); !removed)
            return removed;
        Statement insert = sql(uR"(INSERT OR IGNORE INTO backend_models (backend_id, model_id,
                                   raw_json, fetched_at) VALUES (?, ?, ?, ?))"_s);
        for (const ListedModel &model : change.models) {
            auto done = insert.text(change.backendId)
                            .text(model.modelId)
                            .text(model.rawJson)
                            .time(change.fetchedAt)
                            .run();
            if (!done)
                return done;
        }
        return Done{};
    }

    Result<Done> operator()(const RemoveModelSnapshot &change)
    {
        return sql(u"DELETE FROM backend_models WHERE backend_id = ?"_s)
            .text(change.backendId)
            .run();
    }

    Result<Done> operator()(const AddKnownNames &change)
    {
        Statement insert = sql(u"INSERT OR IGNORE INTO known_names (name) VALUES (?)"_s);
        for (const std::string &name : change.names) {
            if (auto done = insert.text(name).run(); !done)
                return done;
        }
        return Done{};
    }

    Result<Done> operator()(const PutRewriteRule &change)
    {
        const domain::RewriteRule &rule = change.rule;
        return sql(uR"(INSERT INTO model_rewrites (id, source_model, target_model, is_active, force,
                       note, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                       ON CONFLICT (id) DO UPDATE SET source_model = excluded.source_model,
                       target_model = excluded.target_model, is_active = excluded.is_active,
                       force = excluded.force, note = excluded.note,
                       created_at = excluded.created_at, updated_at = excluded.updated_at)"_s)
            .text(rule.id)
            .text(rule.sourceModel)
            .text(rule.targetModel)
            .boolean(rule.isActive)
            .boolean(rule.isForced)
            .text(rule.note)
            .time(rule.createdAt)
            .time(rule.updatedAt)
            .run();
    }

    Result<Done> operator()(const RemoveRewriteRule &change)
    {
        return sql(u"DELETE FROM model_rewrites WHERE id = ?"_s).text(change.id).run();
    }

    Result<Done> operator()(const PutFallbackChains &change)
    {
        if (auto removed = sql(u"DELETE FROM fallback_chains"_s).run(); !removed)
            return removed;
        Statement insert = sql(u"INSERT INTO fallback_chains (model, substitutes) VALUES (?, ?)"_s);
        for (const auto &[model, substitutes] : change.chains) {
            if (auto done = insert.text(model).list(substitutes).run(); !done)
                return done;
        }
        return Done{};
    }

    Result<Done> operator()(const PutApiKey &change)
    {
        const domain::ApiKey &key = change.key;
        return sql(uR"(INSERT INTO api_keys (id, name, key_sha256, has_inference_scope,
                       has_admin_scope, allowed_models, allowed_backends, rate_limit_per_minute,
                       allowed_client_ips, expires_at, is_enabled)
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name,
                       key_sha256 = excluded.key_sha256,
                       has_inference_scope = excluded.has_inference_scope,
                       has_admin_scope = excluded.has_admin_scope,
                       allowed_models = excluded.allowed_models,
                       allowed_backends = excluded.allowed_backends,
                       rate_limit_per_minute = excluded.rate_limit_per_minute,
                       allowed_client_ips = excluded.allowed_client_ips,
                       expires_at = excluded.expires_at, is_enabled = excluded.is_enabled)"_s)
            .text(key.id)
            .text(key.name)
            .text(key.keySha256)
            .boolean(key.hasInferenceScope)
            .boolean(key.hasAdminScope)
            .list(key.allowedModels)
            .optionalList(key.allowedBackends)
            .optionalNumber(key.rateLimitPerMinute)
            .list(key.allowedClientIps)
            .optionalTime(key.expiresAt)
            .boolean(key.isEnabled)
            .run();
    }

    Result<Done> operator()(const RemoveApiKey &change)
    {
        return sql(u"DELETE FROM api_keys WHERE id = ?"_s).text(change.id).run();
    }

    Result<Done> operator()(const PutProvider &change)
    {
        const domain::Provider &provider = change.provider;
        const auto sealed = sealedKey(provider.apiKey);
        if (!sealed)
            return sealed.error();
        const bool keepsKey = sealed->isEmpty() && change.emptyKey == EmptyKey::KeepsUnopened
            && hasUnopenedKey(u"SELECT sealed_api_key FROM providers WHERE id = ?"_s, provider.id);
        return sql(uR"(INSERT INTO providers (id, name, type, is_tls, host, port, path_prefix,
                       sealed_api_key, models, is_enabled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type,
                       is_tls = excluded.is_tls, host = excluded.host, port = excluded.port,
                       path_prefix = excluded.path_prefix, )"_s
                   + (keepsKey ? QString() : u"sealed_api_key = excluded.sealed_api_key, "_s)
                   + u"models = excluded.models, is_enabled = excluded.is_enabled"_s)
            .text(provider.id)
            .text(provider.name)
            .text(domain::toText(provider.type))
            .baseUrl(provider.baseUrl)
            .bytes(*sealed)
            .list(provider.models)
            .boolean(provider.isEnabled)
            .run();
    }

    Result<Done> operator()(const RemoveProvider &change)
    {
        return sql(u"DELETE FROM providers WHERE id = ?"_s).text(change.id).run();
    }

private:
    Statement sql(const QString &text) { return {m_database, text}; }

    Result<QByteArray> sealedKey(const Secret &key)
    {
        return key.isEmpty() ? Result<QByteArray>(QByteArray()) : m_box.seal(key);
    }

    bool hasUnopenedKey(const QString &query, const std::string &identity)
    {
        bool isUnopened = false;
        Statement statement(m_database, query);
        statement.text(identity);
        const auto read = statement.forEachRow([&](Row row) {
            const QByteArray sealed = row.bytes();
            isUnopened = !sealed.isEmpty() && !m_box.open(sealed);
        });
        return read && isUnopened;
    }

    const QSqlDatabase &m_database;
    SecretBox &m_box;
};

} // namespace

Result<Done> writeChanges(const QSqlDatabase &database, SecretBox &box,
                          const std::vector<Change> &changes)
{
    return inTransaction(database, [&]() -> Result<Done> {
        Writer writer(database, box);
        for (const Change &change : changes) {
            if (auto written = std::visit(writer, change); !written)
                return written;
        }
        return Done{};
    });
}

} // namespace homeward::storage

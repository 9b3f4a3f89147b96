// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/schema.h"

#include <vector>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

// Times are milliseconds since 1970 in UTC; lists are JSON arrays of texts. The order of rows is
// the order in which they came, which SQLite's own row ids keep: no WITHOUT ROWID where it counts.

const auto nodes = uR"(CREATE TABLE nodes (
    fingerprint TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    is_tls INTEGER NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    path_prefix TEXT NOT NULL,
    sealed_api_key BLOB,
    is_enabled INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    source TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    tls_ca_file TEXT NOT NULL,
    tls_pinned_sha256 TEXT NOT NULL))"_s;

const auto localServers = uR"(CREATE TABLE local_servers (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    is_tls INTEGER NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    path_prefix TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_enabled INTEGER NOT NULL,
    is_auto_detected INTEGER NOT NULL))"_s;

const auto providers = uR"(CREATE TABLE providers (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    is_tls INTEGER NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    path_prefix TEXT NOT NULL,
    sealed_api_key BLOB,
    models TEXT NOT NULL,
    is_enabled INTEGER NOT NULL))"_s;

const auto apiKeys = uR"(CREATE TABLE api_keys (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    key_sha256 TEXT UNIQUE NOT NULL,
    has_inference_scope INTEGER NOT NULL,
    has_admin_scope INTEGER NOT NULL,
    allowed_models TEXT NOT NULL,
    allowed_backends TEXT,
    rate_limit_per_minute INTEGER,
    allowed_client_ips TEXT NOT NULL,
    expires_at INTEGER,
    is_enabled INTEGER NOT NULL))"_s;

// One row: the settings of http-api.md, section 3.
const auto loadBalancing = uR"(CREATE TABLE load_balancing (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    is_enabled INTEGER NOT NULL,
    strategy TEXT NOT NULL,
    is_failover_enabled INTEGER NOT NULL,
    health_check_interval_ms INTEGER NOT NULL))"_s;

const auto settings = uR"(CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value_json TEXT NOT NULL) WITHOUT ROWID)"_s;

const auto modelRewrites = uR"(CREATE TABLE model_rewrites (
    id TEXT PRIMARY KEY NOT NULL,
    source_model TEXT UNIQUE NOT NULL,
    target_model TEXT NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 1,
    force INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL))"_s;

const auto fallbackChains = uR"(CREATE TABLE fallback_chains (
    model TEXT PRIMARY KEY NOT NULL,
    substitutes TEXT NOT NULL) WITHOUT ROWID)"_s;

const auto backendModels = uR"(CREATE TABLE backend_models (
    backend_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    raw_json TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    UNIQUE (backend_id, model_id)))"_s;

const auto knownNames = uR"(CREATE TABLE known_names (
    name TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID)"_s;

} // namespace

std::span<const QStringList> schemaSteps()
{
    static const std::vector<QStringList> steps{
        {nodes, localServers, providers, apiKeys, loadBalancing, settings, modelRewrites,
         fallbackChains, backendModels, knownNames, u"PRAGMA user_version = 1"_s},
    };
    return steps;
}

int schemaVersion()
{
    return int(schemaSteps().size());
}

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/iso_time.h"
#include "engine/snapshot_json.h"

#include <map>
#include <utility>

namespace homeward::engine {

namespace {

/// The first that applies (rewrites.md, Administration).
std::string_view cacheStateOf(const BackendView &view)
{
    if (!view.isEnabled)
        return "inactive";
    if (view.isStale && view.lastError)
        return "error";
    return view.hasList ? "ready" : "uninitialized";
}

OrderedJson timeOrNull(const std::optional<WallTime> &time)
{
    return time ? OrderedJson(toIsoTime(*time)) : OrderedJson(nullptr);
}

/// Lets both kinds of backend be visited in one order: local servers, then nodes.
template <typename Visitor>
void visitBackends(const Snapshot &snapshot, const Visitor &visit)
{
    for (const LocalServerView &view : snapshot.localServers)
        visit(view.state, view.server.baseUrl, domain::BackendKind::LocalServer);
    for (const NodeView &view : snapshot.nodes)
        visit(view.state, view.node.baseUrl, domain::BackendKind::Node);
}

/// As Continuum Router would see it: descending for `priority`, equal for the other strategies.
int weightOf(const Snapshot &snapshot, std::size_t place, std::size_t count)
{
    if (snapshot.loadBalancing.strategy != domain::Strategy::Priority)
        return 1;
    return int(count - place);
}

OrderedJson cacheJson(const BackendView &view)
{
    return {{"backend_id", view.backendName},
            {"initialized", view.hasList},
            {"state", cacheStateOf(view)},
            {"model_count", view.models->size()},
            {"last_synced_at", timeOrNull(view.listedAt)},
            {"last_attempted_at", timeOrNull(view.attemptedAt)},
            {"last_error",
             view.lastError
                 ? OrderedJson{{"code", view.lastError->code}, {"message", view.lastError->message}}
                 : OrderedJson(nullptr)}};
}

} // namespace

const BackendView *backendViewIn(const Snapshot &snapshot, std::string_view backendName)
{
    const BackendView *found = nullptr;
    visitBackends(snapshot, [&](const BackendView &view, const auto &...) {
        if (view.backendName == backendName)
            found = &view;
    });
    return found;
}

OrderedJson adminBackendsJson(const Snapshot &snapshot)
{
    const std::size_t count = snapshot.localServers.size() + snapshot.nodes.size();
    OrderedJson backends = OrderedJson::array();
    visitBackends(
        snapshot,
        [&](const BackendView &view, const domain::BaseUrl &baseUrl, domain::BackendKind kind) {
            backends.push_back({{"id", view.backendName},
                                {"name", view.backendName},
                                {"kind", kind == domain::BackendKind::Node ? "node" : "local"},
                                {"base_url", domain::toText(baseUrl)},
                                {"is_active", view.isEnabled},
                                {"weight", weightOf(snapshot, backends.size(), count)},
                                {"cached_model_count", view.models->size()},
                                {"last_model_sync_at", timeOrNull(view.listedAt)},
                                {"model_cache_initialized", view.hasList},
                                {"model_cache_state", cacheStateOf(view)}});
        });
    return {{"backends", std::move(backends)}};
}

OrderedJson adminBackendModelsJson(const Snapshot &snapshot, std::string_view backendName)
{
    OrderedJson backend;
    const OrderedJson all = adminBackendsJson(snapshot);
    for (const OrderedJson &candidate : all["backends"]) {
        if (candidate["id"] == backendName)
            backend = candidate;
    }
    const BackendView &view = *backendViewIn(snapshot, backendName);
    OrderedJson snapshots = OrderedJson::array();
    OrderedJson models = OrderedJson::array();
    for (const protocol::ListedModel &model : *view.models) {
        snapshots.push_back({{"backend_id", view.backendName},
                             {"model_id", model.id},
                             {"raw_json", model.rawJson},
                             {"fetched_at", timeOrNull(view.listedAt)}});
        models.push_back(model.id);
    }
    return {{"backend", std::move(backend)},
            {"cache", cacheJson(view)},
            {"snapshots", std::move(snapshots)},
            {"models", std::move(models)}};
}

OrderedJson adminModelCacheJson(const Snapshot &snapshot)
{
    OrderedJson backends = OrderedJson::array();
    std::map<std::string_view, OrderedJson> holders;
    visitBackends(snapshot, [&](const BackendView &view, const auto &...) {
        backends.push_back(cacheJson(view));
        for (const protocol::ListedModel &model : *view.models)
            holders[model.id].push_back(view.backendName);
    });
    OrderedJson models = OrderedJson::array();
    for (auto &[id, backendIds] : holders)
        models.push_back({{"model_id", id}, {"backend_ids", std::move(backendIds)}});
    return {{"backends", std::move(backends)}, {"models", std::move(models)}};
}

} // namespace homeward::engine

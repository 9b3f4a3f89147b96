// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/management_api.h"

#include "engine/snapshot_builder.h"
#include "protocol/error_body.h"

#include <utility>

namespace homeward::engine {

namespace {

OrderedJson modelIdsOf(const ModelList &models)
{
    OrderedJson ids = OrderedJson::array();
    for (const protocol::ListedModel &model : models)
        ids.push_back(model.id);
    return ids;
}

/// http-api.md, section 4: `test`.
OrderedJson testJson(const ProbeReport &report)
{
    return {{"ok", report.isGood()},
            {"stage", toText(report.stage)},
            {"latencyMs", std::chrono::duration<double, std::milli>(report.latency).count()},
            {"models", modelIdsOf(report.models)},
            {"message", report.error ? report.error->message : "it answers, and lists its models"}};
}

bool hasFirstIndex(const HealthMonitor &monitor)
{
    return !monitor.isWaitingForFirstProbes(HealthMonitor::Scope::AllBackends);
}

} // namespace

ManagementApi::ManagementApi(const Parts &parts) : m_parts(parts)
{
    using Api = ManagementApi;
    for (const char *path : {"/health", "/healthz", "/livez", "/api/v1/health"})
        route("GET", path, &Api::getHealth);
    route("GET", "/readyz", &Api::getReadiness);
    route("GET", "/api/v1/inference/status", &Api::getInferenceStatus);
    route("GET", "/api/v1/pool/distributed-status", &Api::getDistributedStatus);
    route("GET", "/api/v1/pool/routing-stats", &Api::getRoutingStats);
    route("GET", "/api/v1/nodes/routing-stats", &Api::getRoutingStats);
    route("GET", "/admin/stats", &Api::getAdminStats);
    route("GET", "/api/v1/pool/load-balancing", &Api::getLoadBalancing);
    route("PUT", "/api/v1/pool/load-balancing", &Api::putLoadBalancing);
    route("PATCH", "/api/v1/pool/load-balancing", &Api::patchLoadBalancing);
    route("PUT", "/api/v1/pool/node-order", &Api::putNodeOrder);
    route("GET", "/api/v1/nodes", &Api::getNodes);
    route("POST", "/api/v1/nodes", &Api::postNode);
    route("POST", "/api/v1/nodes/test", &Api::testDraft);
    route("GET", "/api/v1/nodes/discovered", &Api::getDiscovered);
    route("GET", "/api/v1/nodes/{fingerprint}", &Api::getNode);
    route("PATCH", "/api/v1/nodes/{fingerprint}", &Api::patchNode);
    route("DELETE", "/api/v1/nodes/{fingerprint}", &Api::deleteNode);
    route("POST", "/api/v1/nodes/{fingerprint}/test", &Api::testNode);
    route("GET", "/api/v1/nodes/{fingerprint}/models", &Api::getNodeModels);
    route("GET", "/api/v1/local-servers", &Api::getLocalServers);
    route("POST", "/api/v1/local-servers", &Api::postLocalServer);
    route("POST", "/api/v1/local-servers/scan", &Api::scanLocalServers);
    route("GET", "/api/v1/local-servers/{id}", &Api::getLocalServer);
    route("PATCH", "/api/v1/local-servers/{id}", &Api::patchLocalServer);
    route("DELETE", "/api/v1/local-servers/{id}", &Api::deleteLocalServer);
    route("GET", "/admin/backends", &Api::getBackends);
    route("GET", "/admin/backends/{id}/models", &Api::getBackendModels);
    route("POST", "/admin/backends/{id}/models/refresh", &Api::refreshBackend);
    route("GET", "/admin/models/cache", &Api::getModelCache);
}

ManagementApi::~ManagementApi() = default;

void ManagementApi::route(const char *method, const char *pattern, Handler handler)
{
    m_routes.add(method, pattern, int(m_handlers.size()));
    m_handlers.push_back(handler);
    const std::string_view path = pattern;
    if (path.find('{') == std::string_view::npos)
        m_paths.emplace_back(path);
}

bool ManagementApi::take(std::unique_ptr<http::Exchange> &exchange, const HeaderList &commonFields)
{
    const http::Request &request = exchange->request();
    http::RouteMatch match = m_routes.find(request.method, request.path());
    if (!match.isKnownPath)
        return false;
    HeaderList fields = commonFields;
    if (match.route < 0)
        fields.append("Allow", match.allowed);
    const auto call = std::make_shared<ManagementCall>(std::move(exchange), std::move(fields),
                                                       std::move(match.parameters));
    if (call->request().method == "OPTIONS") {
        call->answerEmpty();
    } else if (match.route < 0) {
        call->refuse(
            {ErrorKind::MethodNotAllowed, "this path takes " + match.allowed + " only", {}});
    } else {
        (this->*m_handlers[std::size_t(match.route)])(call);
    }
    return true;
}

Snapshot ManagementApi::snapshot() const
{
    return snapshotOf(m_parts.state, m_parts.clock);
}

void ManagementApi::getHealth(const ManagementCallPtr &call)
{
    call->answer(200, {{"status", "ok"}});
}

void ManagementApi::getReadiness(const ManagementCallPtr &call)
{
    if (hasFirstIndex(m_parts.monitor)) {
        call->answer(200, {{"status", "ready"}});
        return;
    }
    call->answer(503, {{"status", "starting"}, {"reason", "the first index is not there yet"}});
}

void ManagementApi::getInferenceStatus(const ManagementCallPtr &call)
{
    call->answer(200, inferenceStatusJson(snapshot()));
}

void ManagementApi::getDistributedStatus(const ManagementCallPtr &call)
{
    call->answer(200, distributedStatusJson(snapshot()));
}

void ManagementApi::getRoutingStats(const ManagementCallPtr &call)
{
    call->answer(200, routingStatsJson(snapshot()));
}

void ManagementApi::getAdminStats(const ManagementCallPtr &call)
{
    call->answer(200, adminStatsJson(snapshot()));
}

void ManagementApi::getLoadBalancing(const ManagementCallPtr &call)
{
    call->answer(200, loadBalancingJson(snapshot()));
}

void ManagementApi::patchLoadBalancing(const ManagementCallPtr &call)
{
    changeLoadBalancing(call, false);
}

void ManagementApi::putLoadBalancing(const ManagementCallPtr &call)
{
    changeLoadBalancing(call, true);
}

void ManagementApi::changeLoadBalancing(const ManagementCallPtr &call, bool isReplacing)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<LoadBalancingPatch> patch = loadBalancingPatchFromJson(*body);
    if (!patch)
        return call->refuse(patch.error());
    if (isReplacing) {
        // PUT gives the whole: what is left out goes back to its default, but for the nodes' own.
        const domain::LoadBalancing defaults;
        patch->isEnabled = patch->isEnabled.value_or(defaults.isEnabled);
        patch->strategy = patch->strategy.value_or(defaults.strategy);
        patch->isFailoverEnabled = patch->isFailoverEnabled.value_or(defaults.isFailoverEnabled);
        if (!patch->healthCheckIntervalSecs) {
            patch->healthCheckIntervalSecs
                = std::chrono::duration<double>(defaults.healthCheckInterval).count();
        }
    }
    m_parts.commands.changeLoadBalancing(std::move(*patch), [this, call](const Result<Done> &done) {
        if (!done)
            return call->refuse(done.error());
        call->answer(200, loadBalancingJson(snapshot()));
    });
}

void ManagementApi::putNodeOrder(const ManagementCallPtr &call)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<std::vector<std::string>> order = nodeOrderFromJson(*body);
    if (!order)
        return call->refuse(order.error());
    m_parts.commands.setNodeOrder(std::move(*order), [this, call](const Result<Done> &done) {
        OrderedJson fingerprints = OrderedJson::array();
        for (const Slot slot : m_parts.state.fleet.nodes())
            fingerprints.push_back(m_parts.state.fleet.node(slot).fingerprint);
        const OrderedJson current{{"fingerprints", std::move(fingerprints)}};
        if (done)
            call->answer(200, current);
        else
            call->refuse(done.error(), current);
    });
}

// Nodes

std::optional<Slot> ManagementApi::nodeOf(const ManagementCallPtr &call)
{
    const auto slot = m_parts.state.fleet.findNode(call->parameter(0));
    if (!slot) {
        call->refuse(
            {ErrorKind::NotFound,
             "there is no node with this fingerprint; GET /api/v1/nodes lists the known ones",
             {}});
    }
    return slot;
}

void ManagementApi::answerNode(const ManagementCallPtr &call, int status,
                               const std::string &fingerprint)
{
    const auto slot = m_parts.state.fleet.findNode(fingerprint);
    if (!slot)
        return call->refuse({ErrorKind::NotFound, "the node was removed meanwhile", {}});
    call->answer(status, nodeJson(nodeViewOf(m_parts.state, *slot, m_parts.clock)));
}

void ManagementApi::getNodes(const ManagementCallPtr &call)
{
    call->answer(200, nodesJson(snapshot()));
}

void ManagementApi::postNode(const ManagementCallPtr &call)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<NodeDraft> draft = nodeDraftFromJson(*body);
    if (!draft)
        return call->refuse(draft.error());
    m_parts.commands.addNode(std::move(*draft), [this, call](const Result<std::string> &added) {
        if (!added)
            return call->refuse(added.error());
        answerNode(call, 201, *added);
    });
}

void ManagementApi::getNode(const ManagementCallPtr &call)
{
    if (const auto slot = nodeOf(call))
        call->answer(200, nodeJson(nodeViewOf(m_parts.state, *slot, m_parts.clock)));
}

void ManagementApi::patchNode(const ManagementCallPtr &call)
{
    if (!nodeOf(call))
        return;
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<NodePatch> patch = nodePatchFromJson(*body);
    if (!patch)
        return call->refuse(patch.error());
    m_parts.commands.changeNode(call->parameter(0), std::move(*patch),
                                [this, call](const Result<Done> &done) {
                                    if (!done)
                                        return call->refuse(done.error());
                                    answerNode(call, 200, call->parameter(0));
                                });
}

void ManagementApi::deleteNode(const ManagementCallPtr &call)
{
    if (!nodeOf(call))
        return;
    m_parts.commands.removeNode(call->parameter(0), [call](const Result<Done> &done) {
        if (!done)
            return call->refuse(done.error());
        call->answerEmpty();
    });
}

void ManagementApi::testNode(const ManagementCallPtr &call)
{
    const auto slot = nodeOf(call);
    if (!slot)
        return;
    if (!isEnabled(m_parts.state.fleet.at(*slot).configured)) {
        return call->refuse({ErrorKind::Conflict,
                             "the node is disabled and is never contacted; enable it first",
                             {}});
    }
    const BackendReference reference = m_parts.state.fleet.referenceTo(*slot);
    m_parts.monitor.refreshForced(*slot, [this, call, reference](const ProbeReport &report) {
        // An explicit test is the probe of an open breaker (product.md, Breaker).
        if (m_parts.state.fleet.resolve(reference))
            m_parts.state.fleet.testedByUser(reference.slot, report.isGood(), m_parts.clock.now());
        call->answer(200, testJson(report));
    });
}

void ManagementApi::testDraft(const ManagementCallPtr &call)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    const Result<NodeDraft> draft = nodeDraftFromJson(*body);
    if (!draft)
        return call->refuse(draft.error());
    const domain::Node node{.baseUrl = draft->baseUrl, .apiKey = draft->apiKey, .tls = draft->tls};
    const std::uint64_t number = m_nextTest++;
    m_tests[number] = std::make_unique<BackendProbe>(
        m_parts.client, m_parts.clock, probeTargetOf(node), m_parts.state.settings().timeouts.probe,
        [this, call, number](const ProbeReport &report) {
            const auto ended = m_tests.extract(number);
            call->answer(200, testJson(report));
        });
}

void ManagementApi::getNodeModels(const ManagementCallPtr &call)
{
    if (const auto slot = nodeOf(call))
        call->answer(200, nodeModelsJson(nodeViewOf(m_parts.state, *slot, m_parts.clock)));
}

void ManagementApi::getDiscovered(const ManagementCallPtr &call)
{
    // Nothing looks for nodes on the network yet, so none was found.
    call->answer(200, {{"nodes", OrderedJson::array()}});
}

// Local servers

std::optional<Slot> ManagementApi::localServerOf(const ManagementCallPtr &call)
{
    const auto slot = m_parts.state.fleet.findLocalServer(call->parameter(0));
    if (!slot) {
        call->refuse({ErrorKind::NotFound,
                      "there is no local server with this id; GET /api/v1/local-servers lists the "
                      "known ones",
                      {}});
    }
    return slot;
}

void ManagementApi::answerLocalServer(const ManagementCallPtr &call, int status,
                                      const std::string &id)
{
    const auto slot = m_parts.state.fleet.findLocalServer(id);
    if (!slot)
        return call->refuse({ErrorKind::NotFound, "the local server was removed meanwhile", {}});
    call->answer(status, localServerJson(localServerViewOf(m_parts.state, *slot, m_parts.clock)));
}

void ManagementApi::getLocalServers(const ManagementCallPtr &call)
{
    call->answer(200, localServersJson(snapshot()));
}

void ManagementApi::postLocalServer(const ManagementCallPtr &call)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<LocalServerDraft> draft = localServerDraftFromJson(*body);
    if (!draft)
        return call->refuse(draft.error());
    if (m_parts.scan.isOwnAddress(draft->baseUrl)) {
        return call->refuse({ErrorKind::InvalidRequest,
                             "\"baseUrl\" is this router's own address; give that of an engine",
                             "baseUrl"});
    }
    m_parts.commands.addLocalServer(std::move(*draft),
                                    [this, call](const Result<std::string> &added) {
                                        if (!added)
                                            return call->refuse(added.error());
                                        answerLocalServer(call, 201, *added);
                                    });
}

void ManagementApi::getLocalServer(const ManagementCallPtr &call)
{
    if (const auto slot = localServerOf(call))
        call->answer(200, localServerJson(localServerViewOf(m_parts.state, *slot, m_parts.clock)));
}

void ManagementApi::patchLocalServer(const ManagementCallPtr &call)
{
    if (!localServerOf(call))
        return;
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    Result<LocalServerPatch> patch = localServerPatchFromJson(*body);
    if (!patch)
        return call->refuse(patch.error());
    m_parts.commands.changeLocalServer(call->parameter(0), std::move(*patch),
                                       [this, call](const Result<Done> &done) {
                                           if (!done)
                                               return call->refuse(done.error());
                                           answerLocalServer(call, 200, call->parameter(0));
                                       });
}

void ManagementApi::deleteLocalServer(const ManagementCallPtr &call)
{
    if (!localServerOf(call))
        return;
    m_parts.commands.removeLocalServer(call->parameter(0), [call](const Result<Done> &done) {
        if (!done)
            return call->refuse(done.error());
        call->answerEmpty();
    });
}

void ManagementApi::scanLocalServers(const ManagementCallPtr &call)
{
    const Result<nlohmann::json> body = call->body();
    if (!body)
        return call->refuse(body.error());
    if (!body->empty()) {
        return call->refuse({ErrorKind::InvalidRequest,
                             '"' + body->items().begin().key() + "\" is not a field of this call",
                             body->items().begin().key()});
    }
    m_parts.scan.run([this, call] { call->answer(200, localServersJson(snapshot())); });
}

// Administration

void ManagementApi::getBackends(const ManagementCallPtr &call)
{
    call->answer(200, adminBackendsJson(snapshot()));
}

void ManagementApi::getBackendModels(const ManagementCallPtr &call)
{
    const Snapshot current = snapshot();
    if (!backendViewIn(current, call->parameter(0))) {
        return call->refuse({ErrorKind::NotFound,
                             "there is no such backend; GET /admin/backends lists the known ones",
                             {}});
    }
    call->answer(200, adminBackendModelsJson(current, call->parameter(0)));
}

void ManagementApi::refreshBackend(const ManagementCallPtr &call)
{
    const auto slot = m_parts.state.fleet.find(call->parameter(0));
    if (!slot) {
        return call->refuse({ErrorKind::NotFound,
                             "there is no such backend; GET /admin/backends lists the known ones",
                             {}});
    }
    if (!isEnabled(m_parts.state.fleet.at(*slot).configured)) {
        return call->refuse({ErrorKind::Conflict,
                             "the backend is disabled and is never contacted; enable it first",
                             {}});
    }
    m_parts.monitor.refreshForced(*slot, [this, call](const ProbeReport &report) {
        if (!report.isGood()) {
            return call->refuse(
                {ErrorKind::UpstreamInvalidResponse,
                 "the list of models could not be fetched: " + report.error->message,
                 {}},
                {{"stage", toText(report.stage)}});
        }
        const Snapshot current = snapshot();
        if (!backendViewIn(current, call->parameter(0)))
            return call->refuse({ErrorKind::NotFound, "the backend was removed meanwhile", {}});
        call->answer(200, adminBackendModelsJson(current, call->parameter(0)));
    });
}

void ManagementApi::getModelCache(const ManagementCallPtr &call)
{
    call->answer(200, adminModelCacheJson(snapshot()));
}

} // namespace homeward::engine

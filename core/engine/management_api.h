// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/fleet_commands.h"
#include "engine/local_scan.h"
#include "engine/management_call.h"
#include "engine/router_state.h"
#include "http/route_table.h"

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

namespace homeward::engine {

/// The calls of http-api.md, sections 2 to 5, and of rewrites.md, Administration: finds the handler
/// of a call, reads its body, and answers with a snapshot or the outcome of a command.
class ManagementApi
{
public:
    struct Parts
    {
        RouterState &state;
        FleetCommands &commands;
        HealthMonitor &monitor;
        LocalScan &scan;
        upstream::UpstreamClient &client;
        const Clock &clock;
    };
    explicit ManagementApi(const Parts &parts);
    ~ManagementApi();
    ManagementApi(const ManagementApi &) = delete;
    ManagementApi &operator=(const ManagementApi &) = delete;

    /// True when this path is one of these calls, whatever the method: then the exchange is taken.
    bool take(std::unique_ptr<http::Exchange> &exchange, const HeaderList &commonFields);

    /// Those of its paths that have no parameter.
    const std::vector<std::string> &paths() const { return m_paths; }

private:
    using Handler = void (ManagementApi::*)(const ManagementCallPtr &);
    void route(const char *method, const char *pattern, Handler handler);

    void getHealth(const ManagementCallPtr &call);
    void getReadiness(const ManagementCallPtr &call);
    void getInferenceStatus(const ManagementCallPtr &call);
    void getDistributedStatus(const ManagementCallPtr &call);
    void getRoutingStats(const ManagementCallPtr &call);
    void getAdminStats(const ManagementCallPtr &call);
    void getLoadBalancing(const ManagementCallPtr &call);
    void patchLoadBalancing(const ManagementCallPtr &call);
    void putLoadBalancing(const ManagementCallPtr &call);
    void putNodeOrder(const ManagementCallPtr &call);
    void getNodes(const ManagementCallPtr &call);
    void postNode(const ManagementCallPtr &call);
    void getNode(const ManagementCallPtr &call);
    void patchNode(const ManagementCallPtr &call);
    void deleteNode(const ManagementCallPtr &call);
    void testNode(const ManagementCallPtr &call);
    void testDraft(const ManagementCallPtr &call);
    void getNodeModels(const ManagementCallPtr &call);
    void getDiscovered(const ManagementCallPtr &call);
    void getLocalServers(const ManagementCallPtr &call);
    void postLocalServer(const ManagementCallPtr &call);
    void getLocalServer(const ManagementCallPtr &call);
    void patchLocalServer(const ManagementCallPtr &call);
    void deleteLocalServer(const ManagementCallPtr &call);
    void scanLocalServers(const ManagementCallPtr &call);
    void getBackends(const ManagementCallPtr &call);
    void getBackendModels(const ManagementCallPtr &call);
    void refreshBackend(const ManagementCallPtr &call);
    void getModelCache(const ManagementCallPtr &call);

    void changeLoadBalancing(const ManagementCallPtr &call, bool isReplacing);
    Snapshot snapshot() const;
    /// Nothing when it was refused: there is no such node.
    std::optional<Slot> nodeOf(const ManagementCallPtr &call);
    std::optional<Slot> localServerOf(const ManagementCallPtr &call);
    void answerNode(const ManagementCallPtr &call, int status, const std::string &fingerprint);
    void answerLocalServer(const ManagementCallPtr &call, int status, const std::string &id);

    Parts m_parts;
    http::RouteTable m_routes;
    std::vector<std::string> m_paths;
    std::vector<Handler> m_handlers;
    std::unordered_map<std::uint64_t, std::unique_ptr<BackendProbe>> m_tests;
    std::uint64_t m_nextTest = 1;
};

} // namespace homeward::engine

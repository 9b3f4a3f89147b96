// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine.h"

#include "base/id.h"
#include "base/log.h"
#include "base/turn_watch.h"
#include "engine/backend_sync.h"
#include "engine/command_queue.h"
#include "engine/inference_api.h"
#include "engine/listening.h"
#include "engine/local_scan.h"
#include "engine/management_api.h"
#include "engine/router_engine.h"
#include "engine/snapshot_builder.h"
#include "engine/unsupported_config.h"
#include "net/descriptor_room.h"
#include "net/poller.h"
#include "storage/store.h"
#include "upstream/upstream_client.h"

#include <QSysInfo>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <optional>
#include <utility>

namespace homeward::engine {

namespace {

/// Names that became known are stored together, some at a time.
constexpr auto recordDelay = std::chrono::milliseconds(500);

http::ServerLimits serverLimitsOf(const config::ServerSettings &settings)
{
    http::ServerLimits limits;
    limits.maxBodyBytes = std::uint64_t(settings.maxBodyBytes);
    limits.maxConnections = std::size_t(settings.maxConnections);
    limits.maxConnectionsPerAddress = std::size_t(settings.maxConnectionsPerAddress);
    return limits;
}

http::AccessPolicy accessPolicyOf(const config::ServerSettings &settings)
{
    const std::string name = QSysInfo::machineHostName().toLower().toStdString();
    http::AccessPolicy policy{
        .ownNames = {}, .allowedHosts = settings.allowedHosts, .corsOrigins = settings.corsOrigins};
    if (!name.empty())
        policy.ownNames = {name, name + ".local"};
    return policy;
}

/// Before the storage thread begins: see net/descriptor_room.
std::vector<std::string> prepareDescriptors(int maxConnections)
{
    const std::size_t wanted = net::descriptorsFor(std::size_t(maxConnections));
    const net::DescriptorRoom room = net::makeDescriptorRoom(wanted);
    if (room.limit > room.limitBefore) {
        qCInfo(logRouter) << "The limit of open files was raised from" << room.limitBefore << "to"
                          << room.limit << "for server.max_connections.";
    }
    if (room.limit >= wanted)
        return {};
    return {"the system allows " + std::to_string(room.limit) + " open files, and "
            + std::to_string(maxConnections) + " connections (server.max_connections) may need "
            + std::to_string(wanted) + "; raise the limit (ulimit -n, LimitNOFILE=)"};
}

net::ProxySettings proxiesOfEnvironment()
{
    return net::proxySettingsFrom([](const char *name) -> std::optional<std::string> {
        if (const char *value = std::getenv(name))
            return value;
        return std::nullopt;
    });
}

} // namespace

/// The objects of one router, each after those that it uses.
class Engine::Parts
{
public:
    Parts(EngineOptions options, std::unique_ptr<storage::Store> openStore);

    Result<Done> begin();
    void takeStored(const storage::StoredState &stored);
    void apply(config::RouterConfig file);
    void recordKnownNames();

    SystemClock clock;
    EngineOptions options;
    std::unique_ptr<storage::Store> store;
    std::unique_ptr<net::Poller> poller = net::Poller::create();
    net::DeadlineQueue deadlines{clock};
    upstream::UpstreamClient client;
    RouterState state;
    HealthMonitor monitor;
    CommandQueue queue;
    FleetCommands commands;
    LocalScan scan;
    InferenceApi inference;
    ManagementApi management;
    RouterEngine router;
    Listening listening;
    std::vector<std::string> warnings;
    net::Deadline record;
    net::Deadline stopLimit;
    std::function<void()> stopped;
    /// While somebody reads what it says.
    std::optional<TurnWatch> turnWatch;
};

Engine::Parts::Parts(EngineOptions given, std::unique_ptr<storage::Store> openStore)
    : options(std::move(given)),
      store(std::move(openStore)),
      client({*poller, deadlines, proxiesOfEnvironment()}),
      monitor(client, deadlines, state.fleet, state.effective.settings),
      queue(*store),
      commands(state, monitor, queue, clock),
      scan(state, commands, client, deadlines),
      inference({.poller = *poller,
                 .deadlines = deadlines,
                 .client = client,
                 .fleet = state.fleet,
                 .monitor = monitor,
                 .settings = state.effective.settings,
                 .instanceId = state.instanceId},
                state),
      management({.state = state,
                  .commands = commands,
                  .monitor = monitor,
                  .scan = scan,
                  .client = client,
                  .clock = clock}),
      router(inference, management),
      listening(*poller, deadlines, router),
      record(deadlines, [this] { recordKnownNames(); }),
      stopLimit(deadlines, [this] { listening.abortAll(); })
{
    if (logRouter().isDebugEnabled())
        turnWatch.emplace();
    state.instanceId = newIdentifier("hw_");
    state.startedAt = clock.wallNow();
    state.runningSince = clock.now();
    state.sources.commandLine = options.commandLine;
    state.sources.environment = options.environment;
    commands.setSettingsChanged([this] { monitor.settingsChanged(); });
    monitor.setReported([this](Slot, const ProbeReport &) {
        if (!record.isSet())
            record.setAfter(recordDelay);
    });
}

void Engine::Parts::takeStored(const storage::StoredState &stored)
{
    state.storedNodes = stored.nodes;
    state.storedLocalServers = stored.localServers;
    if (stored.loadBalancing)
        state.sources.stored.loadBalancing = *stored.loadBalancing;
    state.isOrderedByUser = stored.settings.contains(std::string(orderedByUserSetting));
    if (const auto found = stored.settings.find(std::string(dismissedPortsSetting));
        found != stored.settings.end()) {
        const auto ports = nlohmann::json::parse(found->second, nullptr, false);
        for (const auto &port : ports) {
            if (port.is_number_unsigned())
                state.dismissedPorts.insert(port.get<std::uint16_t>());
        }
    }
    for (const std::string &name : stored.knownNames)
        state.fleet.index().addKnown(name);
    state.fleet.index().takeNewlyKnown();
}

void Engine::Parts::apply(config::RouterConfig file)
{
    state.sources.file = std::move(file);
    state.effective = config::effectiveSettings(state.sources);
    router.setAccessPolicy(accessPolicyOf(state.settings().server));
    listening.setLimits(serverLimitsOf(state.settings().server));
    syncBackends(state, monitor, *store, clock);
    monitor.settingsChanged();
}

Result<Done> Engine::Parts::begin()
{
    takeStored(store->initialState());
    for (const std::string &problem : store->problems())
        warnings.push_back(problem);
    state.sources.file = options.file;
    state.effective = config::effectiveSettings(state.sources);
    if (const auto supported = checkSupported(options.file, state.settings()); !supported)
        return supported.error();
    listening.setLimits(serverLimitsOf(state.settings().server));
    const auto listens = options.listeningDescriptors.empty()
        ? listening.listen(state.settings().server.bind)
        : listening.adopt(options.listeningDescriptors);
    if (!listens)
        return listens.error();
    state.port = listening.port();
    apply(options.file);
    scan.startWatching();
    return Done{};
}

void Engine::Parts::recordKnownNames()
{
    std::vector<std::string> names = state.fleet.index().takeNewlyKnown();
    if (names.empty())
        return;
    store->save({storage::AddKnownNames{std::move(names)}}, [](const Result<Done> &saved) {
        if (!saved)
            qCWarning(logRouter).noquote()
                << "Could not store the names of models:" << utf8(saved.error().message);
    });
}

Engine::Engine(std::unique_ptr<Parts> parts) : m_parts(std::move(parts))
{ }

Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::start(EngineOptions options)
{
    const config::EffectiveSettings given
        = config::effectiveSettings({.commandLine = options.commandLine,
                                     .environment = options.environment,
                                     .file = options.file,
                                     .stored = {}});
    std::vector<std::string> warnings = prepareDescriptors(given.settings.server.maxConnections);
    auto store = storage::Store::open(options.dataFolder);
    if (!store)
        return store.error();
    auto parts = std::make_unique<Parts>(std::move(options), std::move(*store));
    parts->warnings = std::move(warnings);
    if (const auto begun = parts->begin(); !begun)
        return begun.error();
    return std::unique_ptr<Engine>(new Engine(std::move(parts)));
}

std::vector<std::string> Engine::addresses() const
{
    return m_parts->listening.addresses();
}

std::vector<std::string> Engine::warnings() const
{
    return m_parts->warnings;
}

Snapshot Engine::snapshot() const
{
    return snapshotOf(m_parts->state, m_parts->clock);
}

Result<Done> Engine::reload(config::RouterConfig file)
{
    config::SettingSources sources = m_parts->state.sources;
    sources.file = file;
    const config::EffectiveSettings wanted = config::effectiveSettings(sources);
    if (const auto supported = checkSupported(file, wanted.settings); !supported)
        return supported.error();
    const bool isElsewhere
        = !(wanted.settings.server.bind == m_parts->state.settings().server.bind);
    if (isElsewhere && m_parts->options.listeningDescriptors.empty()) {
        if (const auto moved = m_parts->listening.moveTo(wanted.settings.server.bind); !moved)
            return moved.error();
        m_parts->state.port = m_parts->listening.port();
    }
    for (const std::string &warning : prepareDescriptors(wanted.settings.server.maxConnections))
        qCWarning(logRouter).noquote() << utf8(warning);
    m_parts->apply(std::move(file));
    return Done{};
}

void Engine::stop(Duration limit, std::function<void()> stopped)
{
    m_parts->stopLimit.setAfter(limit);
    m_parts->listening.stop(std::move(stopped));
}

} // namespace homeward::engine

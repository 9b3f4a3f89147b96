// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/effective_settings.h"
#include "config/router_config.h"
#include "engine/snapshot.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::engine {

struct EngineOptions
{
    config::CommandLine commandLine;
    config::EnvironmentSettings environment;
    config::RouterConfig file;
    std::string dataFolder;
    /// Sockets that listen already and are given to this process; they are used instead of `bind`.
    std::vector<int> listeningDescriptors;
};

/// The router: listens, routes, keeps its settings. Lives on the thread that made it, which must
/// run Qt's event loop.
class Engine
{
public:
    /// Opens the data folder, listens and begins to look at the backends. An error says what stands
    /// in the way, and who holds it where that is known.
    static Result<std::unique_ptr<Engine>> start(EngineOptions options);
    ~Engine();
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    /// `http://127.0.0.1:39080` or `unix:/path`, in the order of the settings.
    std::vector<std::string> addresses() const;
    /// What is worth telling the user of the start.
    std::vector<std::string> warnings() const;
    Snapshot snapshot() const;

    /// Takes over a configuration file that was read anew. Addresses that cannot be listened on are
    /// an error, and then the old ones stay.
    Result<Done> reload(config::RouterConfig file);

    /// No new connections; calls `stopped`, later, when the running requests have ended, or when
    /// `limit` is over.
    void stop(Duration limit, std::function<void()> stopped);

private:
    class Parts;
    explicit Engine(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace homeward::engine

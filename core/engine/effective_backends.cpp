// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/effective_backends.h"

#include "domain/node_order.h"

#include <algorithm>

namespace homeward::engine {

namespace {

const domain::Node *storedAt(const std::vector<domain::Node> &stored, const domain::BaseUrl &url)
{
    const auto found = std::find_if(stored.begin(), stored.end(),
                                    [&](const domain::Node &node) { return node.baseUrl == url; });
    return found == stored.end() ? nullptr : &*found;
}

bool fileLists(const std::vector<config::NodeConfig> &file, const domain::BaseUrl &url)
{
    return std::any_of(file.begin(), file.end(),
                       [&](const config::NodeConfig &node) { return node.baseUrl == url; });
}

domain::Node nodeOfFile(const config::NodeConfig &config, int position, const domain::Node *stored,
                        const NodeSources &sources)
{
    int priority = config.priority.value_or(position);
    if (!config.priority && sources.isOrderedByUser && stored)
        priority = stored->priority;
    return {.fingerprint = stored ? stored->fingerprint : sources.newFingerprint(),
            .name = config.name,
            .baseUrl = config.baseUrl,
            .apiKey = config.apiKey,
            .isEnabled = config.isEnabled,
            .priority = priority,
            .source = domain::NodeSource::Config,
            .addedAt = stored ? stored->addedAt : sources.now,
            .tls = config.tls};
}

domain::Node withoutKey(domain::Node node)
{
    node.apiKey = Secret();
    return node;
}

void tellPrioritiesApart(std::vector<domain::Node> &nodes)
{
    if (nodes.size() > std::size_t(domain::highestPriority))
        return;
    std::vector<int> wanted;
    wanted.reserve(nodes.size());
    for (const domain::Node &node : nodes)
        wanted.push_back(node.priority);
    const std::vector<int> priorities = domain::distinctPriorities(wanted);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].priority = priorities[i];
}

} // namespace

EffectiveNodes effectiveNodes(const NodeSources &sources)
{
    EffectiveNodes result;
    const std::vector<int> positions = config::prioritiesOf(sources.file);
    for (std::size_t i = 0; i < sources.file.size(); ++i) {
        const config::NodeConfig &config = sources.file[i];
        const domain::Node *stored = storedAt(sources.stored, config.baseUrl);
        result.nodes.push_back(nodeOfFile(config, positions[i], stored, sources));
        if (!stored)
            result.toStore.push_back(withoutKey(result.nodes.back()));
    }
    for (const domain::Node &node : sources.stored) {
        if (fileLists(sources.file, node.baseUrl))
            continue;
        if (node.source == domain::NodeSource::Config)
            result.toForget.push_back(node.fingerprint);
        else
            result.nodes.push_back(node);
    }
    tellPrioritiesApart(result.nodes);
    return result;
}

std::string idFromName(std::string_view name,
                       const std::function<bool(const std::string &)> &isTaken)
{
    constexpr std::size_t longest = 48;
    std::string id;
    for (const char c : name.substr(0, longest)) {
        const char lower = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
        const bool isGood = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
        if (isGood)
            id += lower;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    if (id.empty() || domain::isReservedBackendName(id))
        id = "server";
    if (!isTaken(id))
        return id;
    for (int number = 2;; ++number) {
        std::string numbered = id + '-' + std::to_string(number);
        if (!isTaken(numbered))
            return numbered;
    }
}

std::vector<domain::LocalServer>
effectiveLocalServers(const std::vector<config::LocalServerConfig> &file,
                      const std::vector<domain::LocalServer> &stored)
{
    std::vector<domain::LocalServer> servers;
    const auto isTaken = [&servers, &stored](const std::string &id) {
        const auto hasId = [&id](const domain::LocalServer &server) { return server.id == id; };
        return std::any_of(servers.begin(), servers.end(), hasId)
            || std::any_of(stored.begin(), stored.end(), hasId);
    };
    for (const config::LocalServerConfig &config : file) {
        servers.push_back({.id = idFromName(config.name, isTaken),
                           .name = config.name,
                           .baseUrl = config.baseUrl,
                           .kind = config.kind,
                           .isEnabled = true,
                           .isAutoDetected = false,
                           .isFromFile = true});
    }
    for (const domain::LocalServer &server : stored) {
        const bool isListed
            = std::any_of(file.begin(), file.end(), [&](const config::LocalServerConfig &config) {
                  return config.baseUrl == server.baseUrl;
              });
        if (!isListed)
            servers.push_back(server);
    }
    return servers;
}

} // namespace homeward::engine

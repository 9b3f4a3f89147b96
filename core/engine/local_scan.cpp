// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/local_scan.h"

#include "engine/probe_report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace homeward::engine {

namespace {

using domain::LocalServerKind;

/// The ports that engines use by themselves (http-api.md, section 4).
constexpr std::array<std::uint16_t, 7> enginePorts = {8080, 11434, 1234, 8000, 1337, 4891, 30000};
constexpr auto answerLimit = std::chrono::seconds(2);
constexpr auto watchInterval = std::chrono::seconds(30);
constexpr std::size_t maxListBytes = std::size_t(4) << 20;

domain::BaseUrl loopbackUrl(std::uint16_t port)
{
    return {.isTls = false, .host = "127.0.0.1", .port = port, .pathPrefix = {}};
}

bool isLoopbackHost(const std::string &host)
{
    if (host == "localhost")
        return true;
    const auto address = net::ipAddressFromText(host);
    return address && address->isLoopback();
}

/// What servers call the owner of their models.
struct Owner
{
    std::string_view ownedBy;
    LocalServerKind kind;
};
constexpr std::array owners = {
    Owner{"llamacpp", LocalServerKind::LlamaServer},
    Owner{"library", LocalServerKind::Ollama},
    Owner{"organization_owner", LocalServerKind::LmStudio},
    Owner{"vllm", LocalServerKind::Vllm},
    Owner{"sglang", LocalServerKind::Sglang},
    Owner{"humanity", LocalServerKind::Gpt4All},
    Owner{"localai", LocalServerKind::LocalAi},
    Owner{"jan", LocalServerKind::Jan},
};

std::string_view displayName(LocalServerKind kind)
{
    switch (kind) {
    case LocalServerKind::OpenAi:
        return "OpenAI-compatible server";
    case LocalServerKind::LlamaServer:
        return "llama-server";
    case LocalServerKind::Ollama:
        return "Ollama";
    case LocalServerKind::LmStudio:
        return "LM Studio";
    case LocalServerKind::Vllm:
        return "vLLM";
    case LocalServerKind::Sglang:
        return "SGLang";
    case LocalServerKind::LocalAi:
        return "LocalAI";
    case LocalServerKind::Jan:
        return "Jan";
    case LocalServerKind::Gpt4All:
        return "GPT4All";
    case LocalServerKind::Homeward:
        return "Homeward";
    case LocalServerKind::BackendAiGo:
        return "Backend.AI GO";
    case LocalServerKind::ContinuumRouter:
        return "Continuum Router";
    case LocalServerKind::Image:
        return "Image engine";
    }
    return "server";
}

} // namespace

std::optional<LocalServerKind> kindFromAnswer(const upstream::CollectedAnswer &answer)
{
    const ProbeReport report = probeReportFrom(answer, false);
    if (!report.isGood())
        return std::nullopt;
    if (equalsIgnoringCase(answer.head->fields.find("Server").value_or(""), "llama.cpp"))
        return LocalServerKind::LlamaServer;
    for (const protocol::ListedModel &model : report.models) {
        const auto entry = nlohmann::json::parse(model.rawJson, nullptr, false);
        const auto ownedBy = entry.is_object() ? entry.find("owned_by") : entry.end();
        if (ownedBy == entry.end() || !ownedBy->is_string())
            continue;
        const auto text = ownedBy->get<std::string>();
        const auto *const owner
            = std::find_if(owners.begin(), owners.end(),
                           [&](const Owner &known) { return known.ownedBy == text; });
        if (owner != owners.end())
            return owner->kind;
    }
    return LocalServerKind::OpenAi;
}

LocalScan::LocalScan(RouterState &state, FleetCommands &commands, upstream::UpstreamClient &client,
                     net::DeadlineQueue &deadlines)
    : m_state(state),
      m_commands(commands),
      m_client(client),
      m_deadlines(deadlines),
      m_next(deadlines, [this] { startWatching(); })
{ }

bool LocalScan::isOwnAddress(const domain::BaseUrl &url) const
{
    return url.port == m_state.port && isLoopbackHost(url.host);
}

bool LocalScan::isKnown(const domain::BaseUrl &url) const
{
    const std::vector<Slot> &servers = m_state.fleet.localServers();
    return std::any_of(servers.begin(), servers.end(), [&](Slot slot) {
        const domain::BaseUrl &known = m_state.fleet.localServer(slot).baseUrl;
        return known.port == url.port && isLoopbackHost(known.host);
    });
}

void LocalScan::run(std::function<void()> finish)
{
    m_finishes.push_back(std::move(finish));
    if (m_openCount == 0)
        begin(true);
}

void LocalScan::startWatching()
{
    if (m_state.settings().isAutoDetecting && m_openCount == 0)
        begin(false);
    m_next.setAfter(watchInterval);
}

void LocalScan::begin(bool isAskedFor)
{
    std::set<std::uint16_t> ports(enginePorts.begin(), enginePorts.end());
    const auto &extra = m_state.settings().extraPorts;
    ports.insert(extra.begin(), extra.end());
    // One more for this function itself, so that finishing waits until all are asked.
    m_openCount = 1;
    for (const std::uint16_t port : ports) {
        const domain::BaseUrl url = loopbackUrl(port);
        const bool isDismissed = !isAskedFor && m_state.dismissedPorts.contains(port);
        if (isOwnAddress(url) || isKnown(url) || isDismissed)
            continue;
        m_openCount += 1;
        upstream::UpstreamRequest request{
            .method = "GET", .target = "/v1/models", .fields = {}, .body = {}};
        request.fields.append("Accept", "application/json");
        m_calls[port] = std::make_unique<upstream::CollectedCall>(
            m_client, m_deadlines.clock(), originOf(url, {}), std::move(request),
            upstream::CallLimits{.connect = answerLimit,
                                 .firstByte = answerLimit,
                                 .idle = answerLimit,
                                 .total = answerLimit},
            maxListBytes,
            [this, port](const upstream::CollectedAnswer &answer) { answered(port, answer); });
    }
    endOne();
}

void LocalScan::answered(std::uint16_t port, const upstream::CollectedAnswer &answer)
{
    const auto ended = m_calls.extract(port);
    const auto kind = kindFromAnswer(answer);
    if (!kind)
        return endOne();
    domain::LocalServer server{.id = {},
                               .name = std::string(displayName(*kind)),
                               .baseUrl = loopbackUrl(port),
                               .kind = *kind,
                               .isEnabled = true,
                               .isAutoDetected = true};
    m_commands.addDetectedServer(std::move(server), [this](const Result<Done> &) { endOne(); });
}

void LocalScan::endOne()
{
    m_openCount -= 1;
    if (m_openCount > 0)
        return;
    const std::vector<std::function<void()>> finishes = std::move(m_finishes);
    m_finishes.clear();
    for (const auto &finish : finishes)
        finish();
}

} // namespace homeward::engine

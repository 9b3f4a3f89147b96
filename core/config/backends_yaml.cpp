// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/backends_yaml.h"

#include "config/sha256_text.h"

#include <set>
#include <string>

namespace homeward::config {

namespace {

constexpr WholeNumberRange priorityRange{.lowest = 1, .highest = 255};
constexpr WholeNumberRange portRange{.lowest = 1, .highest = 65535};

/// What the earlier entries of a list have, and the next ones must not repeat: requests to one
/// address would be counted and probed twice, and a name is what a backend is called by.
struct Taken
{
    std::set<std::string> names;
    std::set<std::string> addresses;
};

std::optional<domain::BaseUrl> baseUrlOf(YamlMap &entry, Taken &taken)
{
    const auto value = entry.find("base_url");
    if (!value) {
        entry.refuseMissing("base_url");
        return std::nullopt;
    }
    const auto text = value->text();
    if (!text)
        return std::nullopt;
    const auto url = domain::baseUrlFromText(*text);
    if (!url) {
        value->refuse("is no address of a backend: " + url.error().message);
        return std::nullopt;
    }
    if (!taken.addresses.insert(domain::toText(*url)).second)
        value->refuse("is the address of an earlier entry");
    return *url;
}

std::optional<std::string> backendNameOf(YamlMap &entry, Taken &taken)
{
    const auto value = entry.find("name");
    auto name = value ? value->nameText() : std::nullopt;
    if (!name)
        return std::nullopt;
    if (domain::isReservedBackendName(*name))
        value->refuse("must not begin with node- or appproxy-, which are for nodes and circuits");
    if (!taken.names.insert(*name).second)
        value->refuse("is the name of an earlier entry");
    return name;
}

std::optional<std::string> pinnedSha256Of(const YamlValue &value)
{
    auto text = value.text();
    if (!text || text->empty())
        return text;
    auto digest = sha256FromText(*text);
    if (!digest)
        value.refuse("must be the certificate's SHA-256 in 64 hexadecimal digits");
    return digest;
}

domain::TlsOptions tlsOf(YamlMap section, const std::optional<domain::BaseUrl> &url)
{
    domain::TlsOptions tls;
    const auto caFile = section.find("ca_file");
    const auto pinned = section.find("pinned_sha256");
    tls.caFile = caFile ? caFile->text().value_or("") : "";
    tls.pinnedSha256 = pinned ? pinnedSha256Of(*pinned).value_or("") : "";
    // Whoever pins a certificate must not be left with a connection in the clear.
    if (url && !url->isTls && tls != domain::TlsOptions()) {
        const auto &given = tls.caFile.empty() ? pinned : caFile;
        given->refuse("needs a base_url that begins with https://");
    }
    section.refuseOthers();
    return tls;
}

NodeConfig nodeFromYaml(YamlMap &entry, Taken &taken)
{
    NodeConfig node;
    const auto name = entry.nameText("name");
    const auto url = baseUrlOf(entry, taken);
    node.baseUrl = url.value_or(domain::BaseUrl());
    node.name = name.value_or(url ? domain::authorityOf(*url) : "");
    node.apiKey = entry.secret("api_key").value_or(Secret());
    if (const auto priority = entry.wholeNumber("priority", priorityRange))
        node.priority = int(*priority);
    node.isEnabled = entry.boolean("enabled").value_or(true);
    node.tls = tlsOf(entry.section("tls"), url);
    entry.refuseOthers();
    return node;
}

LocalServerConfig localServerFromYaml(YamlMap &entry, Taken &taken)
{
    LocalServerConfig server;
    const auto name = backendNameOf(entry, taken);
    const auto url = baseUrlOf(entry, taken);
    server.baseUrl = url.value_or(domain::BaseUrl());
    server.name = name.value_or(url ? domain::authorityOf(*url) : "");
    server.kind
        = entry.choice("kind", domain::localServerKindFromText, domain::localServerKindTexts())
              .value_or(server.kind);
    entry.refuseOthers();
    return server;
}

domain::Provider providerFromYaml(YamlMap &entry, Taken &taken)
{
    domain::Provider provider;
    if (!entry.find("name"))
        entry.refuseMissing("name");
    provider.name = backendNameOf(entry, taken).value_or("");
    provider.type = entry.choice("type", domain::providerTypeFromText, "openai, anthropic, gemini")
                        .value_or(provider.type);
    provider.baseUrl = baseUrlOf(entry, taken).value_or(domain::BaseUrl());
    provider.apiKey = entry.secret("api_key").value_or(Secret());
    provider.models = entry.names("models");
    entry.refuseOthers();
    return provider;
}

std::vector<std::uint16_t> portsOf(const YamlValue &value)
{
    std::vector<std::uint16_t> ports;
    for (const YamlValue &item : value.items()) {
        if (const auto port = item.wholeNumber(portRange))
            ports.push_back(std::uint16_t(*port));
    }
    return ports;
}

} // namespace

std::vector<NodeConfig> nodesFromYaml(std::vector<YamlMap> entries)
{
    std::vector<NodeConfig> nodes;
    nodes.reserve(entries.size());
    Taken taken;
    for (YamlMap &entry : entries)
        nodes.push_back(nodeFromYaml(entry, taken));
    return nodes;
}

LocalServersConfig localServersFromYaml(YamlMap section)
{
    LocalServersConfig servers;
    servers.isAutoDetecting = section.boolean("auto_detect");
    if (const auto ports = section.list("extra_ports"))
        servers.extraPorts = portsOf(*ports);
    Taken taken;
    for (YamlMap &entry : section.entries("servers"))
        servers.servers.push_back(localServerFromYaml(entry, taken));
    section.refuseOthers();
    return servers;
}

std::vector<domain::Provider> providersFromYaml(std::vector<YamlMap> entries)
{
    std::vector<domain::Provider> providers;
    providers.reserve(entries.size());
    Taken taken;
    for (YamlMap &entry : entries)
        providers.push_back(providerFromYaml(entry, taken));
    return providers;
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/server_yaml.h"

#include <set>
#include <string>

namespace homeward::config {

namespace {

/// A decimal kilobyte is taken too: whoever writes 1000 means it, and it harms nobody.
constexpr WholeNumberRange bodyBytesRange{.lowest = 1000, .highest = 1024 * 1024 * 1024};
constexpr WholeNumberRange connectionsRange{.lowest = 1, .highest = 65536};

/// `bind` is one address or a list of them.
std::vector<YamlValue> bindValues(const YamlValue &value)
{
    if (value.node().kind == YamlNode::Kind::Scalar)
        return {value};
    return value.items();
}

std::vector<BindAddress> bindAddressesOf(const YamlValue &value)
{
    std::vector<BindAddress> addresses;
    std::set<std::string> taken;
    const auto values = bindValues(value);
    for (const YamlValue &item : values) {
        const auto text = item.nonNumericText();
        if (!text)
            continue;
        const auto address = bindAddressFromText(*text);
        if (!address) {
            item.refuse(item.insteadOf() + ": " + address.error().message);
            continue;
        }
        const bool isFixed = address->port != 0 || !address->unixPath.empty();
        if (isFixed && !taken.insert(toText(*address)).second)
            item.refuse("has the same address twice");
        addresses.push_back(*address);
    }
    if (values.empty() && value.node().kind != YamlNode::Kind::Map)
        value.refuse("must name at least one address, such as 127.0.0.1:39080");
    return addresses;
}

std::vector<std::string> hostsOf(const YamlValue &value)
{
    std::vector<std::string> hosts;
    for (const YamlValue &item : value.items()) {
        const auto host = item.nameText();
        if (!host)
            continue;
        if (host->find_first_of(" \t/@?#") == std::string::npos)
            hosts.push_back(*host);
        else
            item.refuse("must hold names such as llm.example, without http:// or a path");
    }
    return hosts;
}

/// `scheme://host[:port]`, as a browser sends it; a path or a final slash would never match.
bool isOrigin(std::string_view text)
{
    if (text == "null")
        return true;
    const auto separator = text.find("://");
    if (separator == std::string_view::npos || separator == 0)
        return false;
    const auto authority = text.substr(separator + 3);
    return !authority.empty() && authority.find_first_of(" \t/@?#*,") == std::string_view::npos;
}

std::vector<std::string> originsOf(const YamlValue &value)
{
    std::vector<std::string> origins;
    for (const YamlValue &item : value.items()) {
        const auto origin = item.nameText();
        if (!origin)
            continue;
        if (isOrigin(*origin))
            origins.push_back(*origin);
        else
            item.refuse("must hold origins such as https://app.example:8443, without a path, "
                        + item.insteadOf());
    }
    return origins;
}

std::optional<ServerTls> tlsOf(YamlMap section)
{
    const auto certificate = section.find("certificate");
    const auto privateKey = section.find("private_key");
    section.refuseOthers();
    if (!certificate && !privateKey)
        return std::nullopt;
    ServerTls tls{.certificate = certificate ? certificate->text().value_or("") : "",
                  .privateKey = privateKey ? privateKey->text().value_or("") : ""};
    if (tls.certificate.empty() != tls.privateKey.empty()) {
        const auto &given = tls.certificate.empty() ? privateKey : certificate;
        given->refuse("needs the other one too: a certificate and its private key");
    }
    return tls;
}

std::optional<int> connectionsOf(YamlMap &section, std::string_view key)
{
    const auto count = section.wholeNumber(key, connectionsRange);
    return count ? std::optional(int(*count)) : std::nullopt;
}

} // namespace

ServerConfig serverFromYaml(YamlMap section)
{
    ServerConfig server;
    if (const auto bind = section.list("bind"))
        server.bind = bindAddressesOf(*bind);
    server.maxBodyBytes = section.wholeNumber("max_body_bytes", bodyBytesRange);
    server.maxConnections = connectionsOf(section, "max_connections");
    server.maxConnectionsPerAddress = connectionsOf(section, "max_connections_per_address");
    if (const auto hosts = section.list("allowed_hosts"))
        server.allowedHosts = hostsOf(*hosts);
    if (const auto origins = section.list("cors_origins"))
        server.corsOrigins = originsOf(*origins);
    server.tls = tlsOf(section.section("tls"));
    section.refuseOthers();
    return server;
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/backend_record.h"

namespace homeward::engine {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors...
{
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

} // namespace

std::shared_ptr<const ModelList> emptyModelList()
{
    static const auto empty = std::make_shared<const ModelList>();
    return empty;
}

domain::BackendKind kindOf(const Configured &configured)
{
    return std::visit(
        Overloaded{[](const domain::LocalServer &) { return domain::BackendKind::LocalServer; },
                   [](const domain::Node &) { return domain::BackendKind::Node; }},
        configured);
}

const std::string &identityOf(const Configured &configured)
{
    return std::visit(
        Overloaded{
            [](const domain::LocalServer &server) -> const std::string & { return server.id; },
            [](const domain::Node &node) -> const std::string & { return node.fingerprint; }},
        configured);
}

std::string backendNameOf(const Configured &configured)
{
    return std::visit(
        Overloaded{[](const domain::LocalServer &server) { return "local-" + server.id; },
                   [](const domain::Node &node) { return "node-" + node.fingerprint; }},
        configured);
}

const std::string &displayNameOf(const Configured &configured)
{
    return std::visit([](const auto &backend) -> const std::string & { return backend.name; },
                      configured);
}

const domain::BaseUrl &baseUrlOf(const Configured &configured)
{
    return std::visit(
        [](const auto &backend) -> const domain::BaseUrl & { return backend.baseUrl; }, configured);
}

bool isEnabled(const Configured &configured)
{
    return std::visit([](const auto &backend) { return backend.isEnabled; }, configured);
}

const Secret &keyOf(const Configured &configured)
{
    static const Secret none;
    return std::visit(
        Overloaded{[](const domain::LocalServer &) -> const Secret & { return none; },
                   [](const domain::Node &node) -> const Secret & { return node.apiKey; }},
        configured);
}

domain::TlsOptions tlsOf(const Configured &configured)
{
    return std::visit(Overloaded{[](const domain::LocalServer &) { return domain::TlsOptions{}; },
                                 [](const domain::Node &node) { return node.tls; }},
                      configured);
}

upstream::Origin originOf(const domain::BaseUrl &baseUrl, const domain::TlsOptions &tls)
{
    return upstream::Origin{
        .address
        = net::ConnectTarget{.host = baseUrl.host,
                             .port = baseUrl.port,
                             .tls = net::TlsClientOptions{.isTls = baseUrl.isTls,
                                                          .caFile = tls.caFile,
                                                          .pinnedSha256 = tls.pinnedSha256}},
        .authority = domain::authorityOf(baseUrl)};
}

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/ip_address.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::net {

/// A forward proxy of the environment's.
struct ForwardProxy
{
    std::string host;
    std::uint16_t port = 0;
    std::string user;
    std::string password;

    bool operator==(const ForwardProxy &) const = default;
};

/// `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in capitals or not (config.md, Environment).
struct ProxySettings
{
    std::optional<ForwardProxy> http;
    std::optional<ForwardProxy> https;
    /// Names, `*.suffix`, `.suffix`, addresses and CIDR ranges that go without a proxy; `*` for
    /// all.
    std::vector<std::string> exceptions;

    bool operator==(const ProxySettings &) const = default;
};

using EnvironmentVariable = std::function<std::optional<std::string>(const char *name)>;
ProxySettings proxySettingsFrom(const EnvironmentVariable &environment);

/// The proxy for a connection to this host, if any. Loopback and private addresses never have one.
std::optional<ForwardProxy> proxyFor(const ProxySettings &settings, bool isTls,
                                     std::string_view host);

} // namespace homeward::net

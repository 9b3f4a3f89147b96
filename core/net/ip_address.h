// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// <array> brings <compare> ([array.syn]), which moc 6.4 cannot read by itself; tests include this.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::net {

/// An IPv4 or IPv6 address as 16 bytes; IPv4 stands in its mapped form (::ffff:a.b.c.d).
struct IpAddress
{
    std::array<std::uint8_t, 16> bytes{};
    /// The interface of a link-local address; 0 where there is none.
    std::uint32_t scope = 0;

    auto operator<=>(const IpAddress &) const = default;
    bool isIpv4() const;
    bool isLoopback() const;
    bool isAny() const;
    /// RFC 1918, RFC 4193, link-local and carrier-grade ranges: a network of one's own.
    bool isPrivate() const;
};

/// A literal without brackets, with an optional `%interface`.
std::optional<IpAddress> ipAddressFromText(std::string_view text);
/// IPv4 in dots, IPv6 without brackets; a mapped address as the IPv4 address that it is.
std::string toText(const IpAddress &address);

/// An address with a port: `127.0.0.1:80`, `[::1]:80`.
struct Endpoint
{
    IpAddress address;
    std::uint16_t port = 0;

    auto operator<=>(const Endpoint &) const = default;
};
std::string toText(const Endpoint &endpoint);

} // namespace homeward::net

// Not `struct std::hash<...>`: moc 6.4 does not parse it, and tests include this.
namespace std {

template <>
struct hash<homeward::net::IpAddress>
{
    size_t operator()(const homeward::net::IpAddress &address) const noexcept
    {
        return hash<string_view>()(string_view(reinterpret_cast<const char *>(address.bytes.data()),
                                               address.bytes.size()));
    }
};

} // namespace std

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// <array> brings <compare> ([array.syn]), which moc 6.4 cannot read by itself; tests include this.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

/// Address literals and ranges of them as values, for modules that may not know the network.

namespace homeward {

using Ipv4 = std::array<std::uint8_t, 4>;
/// The eight groups of 16 bits, the first one first.
using Ipv6 = std::array<std::uint16_t, 8>;
/// An address of either kind; IPv4 stands in its mapped form (::ffff:a.b.c.d).
using AddressBytes = std::array<std::uint8_t, 16>;

/// Four decimal numbers without leading zeros.
std::optional<Ipv4> ipv4FromText(std::string_view text);
/// RFC 4291, section 2.2, without brackets and without an interface.
std::optional<Ipv6> ipv6FromText(std::string_view text);

/// The addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or a single one.
struct IpRange
{
    AddressBytes address{};
    /// 0 to 128; that of an IPv4 range counts the 96 bits in front of a mapped address too.
    int prefixLength = 128;

    /// A range of IPv6, `::/0` too, holds no IPv4 address, unless it is one of mapped addresses.
    bool contains(const AddressBytes &candidate) const;

    bool operator==(const IpRange &) const = default;
};

std::optional<IpRange> ipRangeFromText(std::string_view text);

} // namespace homeward

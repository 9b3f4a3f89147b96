// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/ip_address.h"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>

namespace homeward::net {

namespace {

constexpr std::array<std::uint8_t, 12> mappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool isIpv4Private(std::uint8_t a, std::uint8_t b)
{
    return a == 10 || (a == 172 && b >= 16 && b < 32) || (a == 192 && b == 168)
        || (a == 169 && b == 254) || (a == 100 && b >= 64 && b < 128);
}

/// The name of an interface of this machine, or the number of one.
std::optional<std::uint32_t> scopeFromText(const std::string &text)
{
    if (const unsigned index = ::if_nametoindex(text.c_str()); index != 0)
        return index;
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number == 0)
        return std::nullopt;
    return number;
}

} // namespace

bool IpAddress::isIpv4() const
{
    return std::equal(mappedPrefix.begin(), mappedPrefix.end(), bytes.begin());
}

bool IpAddress::isLoopback() const
{
    if (isIpv4())
        return bytes[12] == 127;
    return bytes[15] == 1
        && std::all_of(bytes.begin(), bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; });
}

bool IpAddress::isAny() const
{
    const auto first = bytes.begin() + (isIpv4() ? 12 : 0);
    return std::all_of(first, bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool IpAddress::isPrivate() const
{
    if (isIpv4())
        return isIpv4Private(bytes[12], bytes[13]);
    const bool isUniqueLocal = (bytes[0] & 0xfe) == 0xfc;
    const bool isLinkLocal = bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
    return isUniqueLocal || isLinkLocal;
}

std::optional<IpAddress> ipAddressFromText(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    IpAddress address;
    std::string literal(text);
    in_addr ipv4{};
    if (::inet_pton(AF_INET, literal.c_str(), &ipv4) == 1) {
        std::copy(mappedPrefix.begin(), mappedPrefix.end(), address.bytes.begin());
        const auto *first = reinterpret_cast<const std::uint8_t *>(&ipv4.s_addr);
        std::copy(first, first + 4, address.bytes.begin() + 12);
        return address;
    }
    if (const auto percent = literal.find('%'); percent != std::string::npos) {
        const auto scope = scopeFromText(literal.substr(percent + 1));
        if (!scope)
            return std::nullopt;
        address.scope = *scope;
        literal.resize(percent);
    }
    in6_addr ipv6{};
    if (::inet_pton(AF_INET6, literal.c_str(), &ipv6) != 1)
        return std::nullopt;
    std::copy(std::begin(ipv6.s6_addr), std::end(ipv6.s6_addr), address.bytes.begin());
    return address;
}

std::string toText(const IpAddress &address)
{
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    if (address.isIpv4())
        ::inet_ntop(AF_INET, address.bytes.data() + 12, buffer.data(), socklen_t(buffer.size()));
    else
        ::inet_ntop(AF_INET6, address.bytes.data(), buffer.data(), socklen_t(buffer.size()));
    return buffer.data();
}

std::string toText(const Endpoint &endpoint)
{
    const std::string address = toText(endpoint.address);
    return (endpoint.address.isIpv4() ? address : '[' + address + ']') + ':'
        + std::to_string(endpoint.port);
}

} // namespace homeward::net

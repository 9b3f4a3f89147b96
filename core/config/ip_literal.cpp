// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/ip_literal.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <arpa/inet.h>

namespace homeward::config {

namespace {

std::optional<std::string> canonicalOfFamily(int family, std::string_view text)
{
    const std::string literal(text);
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    // A NUL inside would end the text early for inet_pton.
    if (literal.find('\0') != std::string::npos
        || ::inet_pton(family, literal.c_str(), bytes.data()) != 1) {
        return std::nullopt;
    }
    std::array<char, INET6_ADDRSTRLEN> spelled{};
    if (::inet_ntop(family, bytes.data(), spelled.data(), socklen_t(spelled.size())) == nullptr)
        return std::nullopt;
    return std::string(spelled.data());
}

bool isInterfaceName(std::string_view text)
{
    return !text.empty() && text.size() < 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || c == '-' || c == '_' || c == '.';
    });
}

} // namespace

std::optional<std::string> canonicalAddress(std::string_view text)
{
    if (const auto ipv4 = canonicalOfFamily(AF_INET, text))
        return ipv4;
    const auto percent = text.find('%');
    const auto ipv6 = canonicalOfFamily(AF_INET6, text.substr(0, percent));
    if (!ipv6 || percent == std::string_view::npos)
        return ipv6;
    const auto zone = text.substr(percent + 1);
    if (!ipv6->starts_with("fe80:") || !isInterfaceName(zone))
        return std::nullopt;
    return *ipv6 + '%' + std::string(zone);
}

bool isAddressRange(std::string_view text)
{
    const auto slash = text.find('/');
    const auto address = text.substr(0, slash);
    const bool isIpv4 = canonicalOfFamily(AF_INET, address).has_value();
    if (!isIpv4 && !canonicalOfFamily(AF_INET6, address))
        return false;
    if (slash == std::string_view::npos)
        return true;
    const auto digits = text.substr(slash + 1);
    unsigned length = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    return read.ec == std::errc() && read.ptr == digits.data() + digits.size()
        && length <= (isIpv4 ? 32U : 128U);
}

} // namespace homeward::config

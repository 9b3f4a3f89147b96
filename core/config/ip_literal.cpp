// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/ip_literal.h"

#include "base/ip_range.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace homeward::config {

namespace {

std::string toText(const Ipv4 &address)
{
    std::string text;
    for (const std::uint8_t number : address)
        text += (text.empty() ? "" : ".") + std::to_string(number);
    return text;
}

struct Run
{
    std::size_t start = 0;
    std::size_t length = 0;
};

/// The first of the longest runs of zeros of two groups or more.
Run longestZeros(const Ipv6 &address)
{
    Run longest;
    Run current;
    for (std::size_t i = 0; i < address.size(); ++i) {
        current = address[i] != 0 ? Run{.start = i + 1, .length = 0}
                                  : Run{.start = current.start, .length = current.length + 1};
        if (current.length > std::max<std::size_t>(longest.length, 1))
            longest = current;
    }
    return longest;
}

std::string hexadecimal(std::uint16_t number)
{
    std::array<char, 4> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
    return std::string(digits.data(), written.ptr);
}

/// RFC 5952, section 4, and for mapped IPv4 addresses section 5.
std::string toText(const Ipv6 &address)
{
    constexpr Ipv6 mappedPrefix{0, 0, 0, 0, 0, 0xffff};
    if (std::equal(mappedPrefix.begin(), mappedPrefix.begin() + 6, address.begin())) {
        return "::ffff:"
            + toText(Ipv4{std::uint8_t(address[6] >> 8), std::uint8_t(address[6] & 0xff),
                          std::uint8_t(address[7] >> 8), std::uint8_t(address[7] & 0xff)});
    }
    const Run zeros = longestZeros(address);
    std::string text;
    for (std::size_t i = 0; i < address.size(); ++i) {
        if (zeros.length > 0 && i == zeros.start) {
            text += "::";
            i += zeros.length - 1;
            continue;
        }
        text += (text.empty() || text.ends_with(':') ? "" : ":") + hexadecimal(address[i]);
    }
    return text;
}

bool isInterfaceName(std::string_view text)
{
    return !text.empty() && text.size() < 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || c == '-' || c == '_' || c == '.';
    });
}

/// fe80::/10, where an address means something on one interface only.
bool isLinkLocal(const Ipv6 &address)
{
    return (address[0] & 0xffc0) == 0xfe80;
}

} // namespace

std::optional<std::string> canonicalAddress(std::string_view text)
{
    if (const auto ipv4 = ipv4FromText(text))
        return toText(*ipv4);
    const auto percent = text.find('%');
    const auto ipv6 = ipv6FromText(text.substr(0, percent));
    if (!ipv6)
        return std::nullopt;
    if (percent == std::string_view::npos)
        return toText(*ipv6);
    const auto zone = text.substr(percent + 1);
    if (!isLinkLocal(*ipv6) || !isInterfaceName(zone))
        return std::nullopt;
    return toText(*ipv6) + '%' + std::string(zone);
}

bool isAddressRange(std::string_view text)
{
    return ipRangeFromText(text).has_value();
}

} // namespace homeward::config

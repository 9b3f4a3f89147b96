// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/ip_literal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

namespace homeward::config {

namespace {

using Ipv4 = std::array<std::uint8_t, 4>;
/// The eight groups of 16 bits, the first one first.
using Ipv6 = std::array<std::uint16_t, 8>;

std::optional<unsigned> numberFromText(std::string_view text, int base, unsigned highest)
{
    unsigned number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number > highest)
        return std::nullopt;
    return number;
}

std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<Ipv4> ipv4FromText(std::string_view text)
{
    Ipv4 address{};
    const auto parts = partsOf(text, '.');
    if (parts.size() != address.size())
        return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = numberFromText(parts[i], 10, 255);
        // Some readers take a leading zero for octal: such an address means two things.
        if (!number || (parts[i].size() > 1 && parts[i].front() == '0'))
            return std::nullopt;
        address[i] = std::uint8_t(*number);
    }
    return address;
}

std::string toText(const Ipv4 &address)
{
    std::string text;
    for (const std::uint8_t number : address)
        text += (text.empty() ? "" : ".") + std::to_string(number);
    return text;
}

/// The groups of one side of `::`; the last one may be an IPv4 address, which counts as two.
std::optional<std::vector<std::uint16_t>> groupsFromText(std::string_view text)
{
    std::vector<std::uint16_t> groups;
    if (text.empty())
        return groups;
    const auto parts = partsOf(text, ':');
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto group
            = parts[i].size() <= 4 ? numberFromText(parts[i], 16, 0xffff) : std::nullopt;
        const auto ipv4 = i + 1 == parts.size() ? ipv4FromText(parts[i]) : std::nullopt;
        if (group) {
            groups.push_back(std::uint16_t(*group));
        } else if (ipv4) {
            groups.push_back(std::uint16_t((*ipv4)[0] << 8 | (*ipv4)[1]));
            groups.push_back(std::uint16_t((*ipv4)[2] << 8 | (*ipv4)[3]));
        } else {
            return std::nullopt;
        }
    }
    return groups;
}

/// RFC 4291, section 2.2.
std::optional<Ipv6> ipv6FromText(std::string_view text)
{
    Ipv6 address{};
    const auto gap = text.find("::");
    const bool hasGap = gap != std::string_view::npos;
    const auto front = groupsFromText(text.substr(0, gap));
    const auto back = groupsFromText(hasGap ? text.substr(gap + 2) : std::string_view());
    // An IPv4 address in front of the gap would not stand at the end.
    if (!front || !back || (hasGap && text.substr(0, gap).find('.') != std::string_view::npos))
        return std::nullopt;
    const std::size_t count = front->size() + back->size();
    if (hasGap ? count >= address.size() : count != address.size())
        return std::nullopt;
    std::copy(front->begin(), front->end(), address.begin());
    std::copy_backward(back->begin(), back->end(), address.end());
    return address;
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
    const auto slash = text.find('/');
    const auto address = text.substr(0, slash);
    const bool isIpv4 = ipv4FromText(address).has_value();
    if (!isIpv4 && !ipv6FromText(address))
        return false;
    return slash == std::string_view::npos
        || numberFromText(text.substr(slash + 1), 10, isIpv4 ? 32 : 128);
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/ip_range.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace homeward {

namespace {

constexpr AddressBytes mappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int mappedPrefixLength = 96;

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

bool isMapped(const AddressBytes &address)
{
    return std::equal(mappedPrefix.begin(), mappedPrefix.begin() + 12, address.begin());
}

AddressBytes bytesOf(const Ipv4 &address)
{
    AddressBytes bytes = mappedPrefix;
    std::copy(address.begin(), address.end(), bytes.begin() + 12);
    return bytes;
}

AddressBytes bytesOf(const Ipv6 &address)
{
    AddressBytes bytes{};
    for (std::size_t i = 0; i < address.size(); ++i) {
        bytes[2 * i] = std::uint8_t(address[i] >> 8);
        bytes[2 * i + 1] = std::uint8_t(address[i] & 0xff);
    }
    return bytes;
}

bool isSameUpTo(int bits, const AddressBytes &a, const AddressBytes &b)
{
    const std::ptrdiff_t wholeBytes = bits / 8;
    if (!std::equal(a.begin(), a.begin() + wholeBytes, b.begin()))
        return false;
    const int bitsLeft = bits % 8;
    if (bitsLeft == 0)
        return true;
    const auto differing = unsigned(a[std::size_t(wholeBytes)] ^ b[std::size_t(wholeBytes)]);
    return differing >> (8 - bitsLeft) == 0;
}

} // namespace

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

bool IpRange::contains(const AddressBytes &candidate) const
{
    if (prefixLength < mappedPrefixLength && isMapped(candidate))
        return false;
    return isSameUpTo(prefixLength, address, candidate);
}

std::optional<IpRange> ipRangeFromText(std::string_view text)
{
    const auto slash = text.find('/');
    const auto literal = text.substr(0, slash);
    const auto ipv4 = ipv4FromText(literal);
    const auto ipv6 = ipv4 ? std::nullopt : ipv6FromText(literal);
    if (!ipv4 && !ipv6)
        return std::nullopt;
    IpRange range{.address = ipv4 ? bytesOf(*ipv4) : bytesOf(*ipv6)};
    if (slash == std::string_view::npos)
        return range;
    const auto length = numberFromText(text.substr(slash + 1), 10, ipv4 ? 32 : 128);
    if (!length)
        return std::nullopt;
    range.prefixLength = int(*length) + (ipv4 ? mappedPrefixLength : 0);
    return range;
}

} // namespace homeward

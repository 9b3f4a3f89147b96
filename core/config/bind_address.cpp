// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/bind_address.h"

#include "base/header_list.h"
#include "config/ip_literal.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace homeward::config {

namespace {

/// The shortest sun_path of the systems that we run on (macOS) has 104 bytes with its final NUL.
constexpr std::size_t longestUnixPath = 103;

Error badAddress(std::string message)
{
    return Error{ErrorKind::InvalidRequest, std::move(message), "bind"};
}

std::optional<std::uint16_t> portFromText(std::string_view text)
{
    std::uint16_t port = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        return std::nullopt;
    return port;
}

Result<BindAddress> unixAddressFromPath(std::string_view path)
{
    const auto isControl = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (!path.starts_with('/') || std::any_of(path.begin(), path.end(), isControl))
        return badAddress("the path of a Unix socket must be absolute: unix:/path");
    if (path.size() > longestUnixPath) {
        return badAddress("the path of a Unix socket must not be longer than "
                          + std::to_string(longestUnixPath) + " bytes");
    }
    return BindAddress{.address = {}, .port = 0, .unixPath = std::string(path)};
}

Result<BindAddress> addressFromParts(std::string_view host, std::string_view portText)
{
    const auto literal
        = equalsIgnoringCase(host, "localhost") ? std::string("127.0.0.1") : canonicalAddress(host);
    if (!literal) {
        return badAddress("the address must be an IP address or localhost, with a port: "
                          "127.0.0.1:39080 (0.0.0.0 and [::] stand for all addresses)");
    }
    const auto port = portFromText(portText);
    if (!port)
        return badAddress("the port must be a number from 0 to 65535 (0: any free one)");
    return BindAddress{.address = *literal, .port = *port, .unixPath = {}};
}

Result<BindAddress> bracketedAddressFromText(std::string_view text)
{
    const auto end = text.find("]:");
    const auto host = text.substr(1, end == std::string_view::npos ? end : end - 1);
    if (end == std::string_view::npos || host.find(':') == std::string_view::npos)
        return badAddress(
            "only an IPv6 address stands in brackets, and a port follows: [::1]:39080");
    return addressFromParts(host, text.substr(end + 2));
}

} // namespace

Result<BindAddress> bindAddressFromText(std::string_view text)
{
    constexpr std::string_view unixPrefix = "unix:";
    if (text.starts_with(unixPrefix))
        return unixAddressFromPath(text.substr(unixPrefix.size()));
    if (text.starts_with('['))
        return bracketedAddressFromText(text);
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return badAddress("the address must have a port, such as 127.0.0.1:39080");
    if (text.find(':', colon + 1) != std::string_view::npos)
        return badAddress("an address looks like 127.0.0.1:39080, [::1]:39080 or unix:/path");
    return addressFromParts(text.substr(0, colon), text.substr(colon + 1));
}

std::string toText(const BindAddress &address)
{
    if (!address.unixPath.empty())
        return "unix:" + address.unixPath;
    const bool isIpv6 = address.address.find(':') != std::string::npos;
    return (isIpv6 ? '[' + address.address + ']' : address.address) + ':'
        + std::to_string(address.port);
}

} // namespace homeward::config

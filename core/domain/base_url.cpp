// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/base_url.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace homeward::domain {

namespace {

Error badUrl(std::string message)
{
    return Error{ErrorKind::InvalidRequest, std::move(message), "baseUrl"};
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isHostNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_';
}

/// A host of digits and dots only has to be an IPv4 address: four numbers up to 255.
bool isNumericHostValid(std::string_view host)
{
    int parts = 0;
    while (true) {
        const auto dot = host.find('.');
        const auto part = host.substr(0, dot);
        unsigned number = 0;
        const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
        if (read.ec != std::errc() || read.ptr != part.data() + part.size() || number > 255)
            return false;
        // Some read a leading zero as octal, others do not.
        if (part.size() > 1 && part.front() == '0')
            return false;
        ++parts;
        if (dot == std::string_view::npos)
            return parts == 4;
        host.remove_prefix(dot + 1);
    }
}

/// One to four hexadecimal digits, in lower case.
bool isIpv6Group(std::string_view text)
{
    return !text.empty() && text.size() <= 4
        && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// How many of an address's eight groups stand here with colons between; the last may be an IPv4
/// address, which counts for two. Nothing if one of them is none.
std::optional<int> countOfIpv6Groups(std::string_view text)
{
    int count = 0;
    while (!text.empty()) {
        const auto colon = text.find(':');
        const auto group = text.substr(0, colon);
        const bool isLast = colon == std::string_view::npos;
        const bool isIpv4 = isLast && group.find('.') != std::string_view::npos;
        if (isIpv4 ? !isNumericHostValid(group) : !isIpv6Group(group))
            return std::nullopt;
        count += isIpv4 ? 2 : 1;
        if (isLast)
            break;
        text.remove_prefix(colon + 1);
        if (text.empty())
            return std::nullopt;
    }
    return count;
}

/// An address in lower case without its interface (RFC 4291, section 2.2).
bool isIpv6Literal(std::string_view text)
{
    const auto gap = text.find("::");
    if (gap == std::string_view::npos)
        return countOfIpv6Groups(text) == 8;
    const auto before = text.substr(0, gap);
    const auto first = countOfIpv6Groups(before);
    const auto last = countOfIpv6Groups(text.substr(gap + 2));
    const bool isIpv4First = before.find('.') != std::string_view::npos;
    return first && last && !isIpv4First && *first + *last <= 7;
}

bool isInterfaceCharacter(char c)
{
    return isHostNameCharacter(lower(c));
}

/// What stands between the brackets: the address in lower case and the interface as it is. URLs
/// escape the sign between the two (RFC 6874); people do not.
std::optional<std::string> ipv6HostFromText(std::string_view text)
{
    const auto sign = text.find('%');
    std::string host = lowered(text.substr(0, sign));
    if (!isIpv6Literal(host))
        return std::nullopt;
    if (sign == std::string_view::npos)
        return host;
    auto zone = text.substr(sign + 1);
    if (zone.size() > 2 && zone.starts_with("25"))
        zone.remove_prefix(2);
    if (zone.empty() || !std::all_of(zone.begin(), zone.end(), isInterfaceCharacter))
        return std::nullopt;
    return host.append(1, '%').append(zone);
}

std::optional<std::uint16_t> portFromText(std::string_view text)
{
    unsigned number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number == 0
        || number > 65535) {
        return std::nullopt;
    }
    return std::uint16_t(number);
}

bool isPathCharacter(char c)
{
    return c > 0x20 && c < 0x7f && c != '"' && c != '<' && c != '>' && c != '\\' && c != '^'
        && c != '`' && c != '{' && c != '|' && c != '}';
}

/// Cuts trailing slashes and one trailing `/v1`.
std::string_view normalisedPath(std::string_view path)
{
    const auto cutSlashes = [&path] {
        while (!path.empty() && path.back() == '/')
            path.remove_suffix(1);
    };
    cutSlashes();
    if (path.ends_with("/v1")) {
        path.remove_suffix(3);
        cutSlashes();
    }
    return path;
}

struct Authority
{
    std::string host;
    std::string_view port;
    bool hasPort = false;
};

Result<Authority> bracketedAuthority(std::string_view text)
{
    const auto end = text.find(']');
    if (end == std::string_view::npos)
        return badUrl("the address has a [ without a ]; write IPv6 as http://[::1]:8080");
    auto host = ipv6HostFromText(text.substr(1, end - 1));
    if (!host)
        return badUrl("what stands in the brackets is not an IPv6 address");
    Authority authority{.host = std::move(*host), .port = {}, .hasPort = false};
    const auto rest = text.substr(end + 1);
    if (rest.empty())
        return authority;
    if (rest.front() != ':')
        return badUrl("only a port may follow an IPv6 address: http://[::1]:8080");
    authority.port = rest.substr(1);
    authority.hasPort = true;
    return authority;
}

Result<Authority> authorityFromText(std::string_view text)
{
    if (text.empty())
        return badUrl("the address has no host; write it as http://host:port");
    if (text.find('@') != std::string_view::npos)
        return badUrl("a user name or password in the address is refused; give the key as apiKey");
    if (text.front() == '[')
        return bracketedAuthority(text);
    const auto colon = text.find(':');
    Authority authority{.host = lowered(text.substr(0, colon)), .port = {}, .hasPort = false};
    if (colon != std::string_view::npos) {
        authority.port = text.substr(colon + 1);
        authority.hasPort = true;
        if (authority.port.find(':') != std::string_view::npos)
            return badUrl("an IPv6 address stands in brackets: http://[::1]:8080");
    }
    if (authority.host.empty())
        return badUrl("the address has no host; write it as http://host:port");
    if (!std::all_of(authority.host.begin(), authority.host.end(), isHostNameCharacter))
        return badUrl("the host has a character that no host name has");
    const bool isNumeric = authority.host.find_first_not_of("0123456789.") == std::string::npos;
    if (isNumeric && !isNumericHostValid(authority.host))
        return badUrl("the host is not an IPv4 address: four numbers of 0 to 255 with dots");
    return authority;
}

std::string authorityWith(std::string_view host, const BaseUrl &url)
{
    const bool isIpv6 = host.find(':') != std::string_view::npos;
    std::string text = isIpv6 ? '[' + std::string(host) + ']' : std::string(host);
    if (url.port != (url.isTls ? 443 : 80))
        text += ':' + std::to_string(url.port);
    return text;
}

} // namespace

Result<BaseUrl> baseUrlFromText(std::string_view given)
{
    std::string_view text = trimmed(given);
    if (text.empty())
        return badUrl("the address is empty; write it as http://host:port");
    BaseUrl url;
    if (const auto separator = text.find("://"); separator != std::string_view::npos) {
        const std::string scheme = lowered(text.substr(0, separator));
        if (scheme != "http" && scheme != "https")
            return badUrl("the address must begin with http:// or https://");
        url.isTls = scheme == "https";
        text.remove_prefix(separator + 3);
    }
    if (text.find('?') != std::string_view::npos)
        return badUrl("the address must not have a query (?...)");
    if (text.find('#') != std::string_view::npos)
        return badUrl("the address must not have a fragment (#...)");
    const auto slash = text.find('/');
    const auto authority = authorityFromText(text.substr(0, slash));
    if (!authority)
        return authority.error();
    url.host = authority->host;
    url.port = url.isTls ? 443 : 80;
    if (authority->hasPort) {
        const auto port = portFromText(authority->port);
        if (!port)
            return badUrl("the port must be a number from 1 to 65535");
        url.port = *port;
    }
    if (slash != std::string_view::npos) {
        const auto path = normalisedPath(text.substr(slash));
        if (!std::all_of(path.begin(), path.end(), isPathCharacter))
            return badUrl("the path of the address has a character that must be percent-encoded");
        url.pathPrefix = path;
    }
    return url;
}

std::string authorityOf(const BaseUrl &url)
{
    return authorityWith(std::string_view(url.host).substr(0, url.host.find('%')), url);
}

std::string toText(const BaseUrl &url)
{
    return (url.isTls ? "https://" : "http://") + authorityWith(url.host, url) + url.pathPrefix;
}

} // namespace homeward::domain

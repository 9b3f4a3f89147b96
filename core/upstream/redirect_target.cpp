// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/redirect_target.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace homeward::upstream {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    for (char &c : result)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return result;
}

struct HostAndPort
{
    std::string host;
    std::uint16_t port = 0;

    bool operator==(const HostAndPort &) const = default;
};

/// An authority without user info (RFC 3986, section 3.2); a port that is empty or missing is that
/// of the scheme.
std::optional<HostAndPort> hostAndPortOf(std::string_view authority, bool isTls)
{
    const std::size_t bracket = authority.find(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    HostAndPort result{.host = lowerCase(authority.substr(0, colon)),
                       .port = std::uint16_t(isTls ? 443 : 80)};
    const bool isBracketed = result.host.starts_with('[') && result.host.ends_with(']');
    const bool isPlain = result.host.find_first_of("[]@") == std::string::npos;
    if (result.host.empty() || !(isBracketed || isPlain))
        return std::nullopt;
    if (colon == std::string_view::npos || colon + 1 == authority.size())
        return result;
    const char *const end = authority.data() + authority.size();
    const auto read = std::from_chars(authority.data() + colon + 1, end, result.port);
    if (read.ec != std::errc() || read.ptr != end)
        return std::nullopt;
    return result;
}

/// Browsers take a backslash for a slash and others do not; where that would lead is anybody's
/// guess.
bool isUnambiguous(std::string_view reference)
{
    const auto isBad
        = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\'; };
    return std::none_of(reference.begin(), reference.end(), isBad);
}

/// RFC 3986, section 5.2.4, for a path that begins with a slash.
std::string withoutDotSegments(std::string_view path)
{
    std::string result;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/', 1), path.size());
        const std::string_view segment = path.substr(1, end - 1);
        const bool isDots = segment == "." || segment == "..";
        if (segment == ".." && !result.empty())
            result.resize(result.rfind('/'));
        if (!isDots)
            result += path.substr(0, end);
        else if (end == path.size())
            result += '/';
        path.remove_prefix(end);
    }
    return result;
}

/// The path of a reference without an authority, seen from that of the request (RFC 3986, section
/// 5.2.2 and 5.2.3).
std::string resolvedPath(std::string_view base, std::string_view path)
{
    if (path.empty())
        return std::string(base);
    if (path.starts_with('/'))
        return withoutDotSegments(path);
    std::string folder(base.substr(0, base.rfind('/') + 1));
    return withoutDotSegments((folder.empty() ? "/" : folder) + std::string(path));
}

} // namespace

std::optional<std::string> sameOriginTarget(const Origin &origin, std::string_view target,
                                            std::string_view location)
{
    std::string_view rest = location.substr(0, location.find('#'));
    if (rest.empty() || !isUnambiguous(rest))
        return std::nullopt;
    const bool isTls = origin.address.tls.isTls;
    // A colon in the first segment ends a scheme: no relative path has one there (section 4.2).
    const std::size_t colon = rest.substr(0, rest.find_first_of("/?")).find(':');
    if (colon != std::string_view::npos) {
        if (lowerCase(rest.substr(0, colon)) != (isTls ? "https" : "http"))
            return std::nullopt;
        rest.remove_prefix(colon + 1);
        if (!rest.starts_with("//"))
            return std::nullopt;
    }
    std::string_view base = target.substr(0, target.find('?'));
    if (rest.starts_with("//")) {
        rest.remove_prefix(2);
        const auto wanted = hostAndPortOf(rest.substr(0, rest.find_first_of("/?")), isTls);
        if (!wanted || wanted != hostAndPortOf(origin.authority, isTls))
            return std::nullopt;
        rest.remove_prefix(std::min(rest.find_first_of("/?"), rest.size()));
        base = "/";
    }
    const std::size_t query = std::min(rest.find('?'), rest.size());
    return resolvedPath(base, rest.substr(0, query)) + std::string(rest.substr(query));
}

} // namespace homeward::upstream

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/redirect_target.h"

#include <algorithm>

namespace homeward::upstream {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    for (char &c : result)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return result;
}

/// The authority with its port written out, however the server wrote it.
std::string fullAuthority(std::string_view authority, bool isTls)
{
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.rfind(':');
    const bool hasPort
        = colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    std::string full = lowerCase(authority);
    if (!hasPort)
        full += isTls ? ":443" : ":80";
    return full;
}

bool isGoodTarget(std::string_view target)
{
    const auto isBad = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; };
    return std::none_of(target.begin(), target.end(), isBad);
}

} // namespace

std::optional<std::string> sameOriginTarget(const Origin &origin, std::string_view target,
                                            std::string_view location)
{
    location = location.substr(0, location.find('#'));
    if (location.empty() || !isGoodTarget(location))
        return std::nullopt;
    const bool isTls = origin.address.tls.isTls;
    const std::size_t scheme = location.find("://");
    const bool isAbsolute
        = scheme != std::string_view::npos && scheme < location.find_first_of("/?");
    if (isAbsolute && lowerCase(location.substr(0, scheme)) != (isTls ? "https" : "http"))
        return std::nullopt;
    if (isAbsolute || location.starts_with("//")) {
        const std::string_view rest = location.substr(isAbsolute ? scheme + 3 : 2);
        const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
        if (fullAuthority(rest.substr(0, end), isTls) != fullAuthority(origin.authority, isTls))
            return std::nullopt;
        const std::string_view path = rest.substr(end);
        return path.starts_with('/') ? std::string(path) : '/' + std::string(path);
    }
    if (location.starts_with('/'))
        return std::string(location);
    const std::string_view path = target.substr(0, target.find('?'));
    if (location.starts_with('?'))
        return std::string(path) + std::string(location);
    return std::string(path.substr(0, path.rfind('/') + 1)) + std::string(location);
}

} // namespace homeward::upstream

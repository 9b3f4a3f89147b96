// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/access_control.h"

#include "net/ip_address.h"

#include <algorithm>

namespace homeward::http {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    for (char &c : result)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return result;
}

bool isPort(std::string_view text)
{
    return text.size() <= 5
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The name or the literal without brackets and without a port; nothing for what is neither.
std::optional<std::string> hostName(std::string_view host)
{
    std::string_view name = host;
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        name = host.substr(1, end - 1);
        const std::string_view rest = host.substr(end + 1);
        if (!rest.empty() && (rest.front() != ':' || !isPort(rest.substr(1))))
            return std::nullopt;
    } else if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
        if (!isPort(host.substr(colon + 1)))
            return std::nullopt;
        name = host.substr(0, colon);
    }
    // A point at the end only says that the name is complete.
    if (name.ends_with('.'))
        name.remove_suffix(1);
    if (name.empty())
        return std::nullopt;
    return lowerCase(name);
}

bool isLocalhost(std::string_view name)
{
    return name == "localhost" || name.ends_with(".localhost");
}

bool matchesName(const std::string &pattern, std::string_view name)
{
    const std::string lower = lowerCase(pattern);
    if (lower.starts_with("*."))
        return name.size() + 1 > lower.size() && name.ends_with(std::string_view(lower).substr(1));
    return lower == name;
}

bool isThisMachine(std::string_view host)
{
    const auto name = hostName(host);
    return name && (*name == "localhost" || *name == "127.0.0.1" || *name == "::1");
}

} // namespace

bool isHostAllowed(std::string_view host, const AccessPolicy &policy)
{
    const auto name = hostName(host);
    if (!name)
        return false;
    if (isLocalhost(*name))
        return true;
    if (const auto address = net::ipAddressFromText(*name))
        return address->isLoopback() || address->isPrivate()
            || std::any_of(policy.allowedHosts.begin(), policy.allowedHosts.end(),
                           [&](const std::string &allowed) { return matchesName(allowed, *name); });
    const auto allows = [&](const std::string &pattern) { return matchesName(pattern, *name); };
    return std::any_of(policy.ownNames.begin(), policy.ownNames.end(), allows)
        || std::any_of(policy.allowedHosts.begin(), policy.allowedHosts.end(), allows);
}

bool isOriginAllowed(const OriginRequest &request, const AccessPolicy &policy)
{
    const std::string origin = lowerCase(request.origin);
    const auto isListed = [&](const std::string &listed) { return lowerCase(listed) == origin; };
    const bool isInList
        = std::any_of(policy.corsOrigins.begin(), policy.corsOrigins.end(), isListed);
    // `null` is any sandboxed page: even where the user lists it, it gets inference alone, and
    // nothing in the name of a user.
    if (origin == "null")
        return isInList && request.isInference && !request.hasCredentials;
    if (isInList)
        return true;
    for (const std::string_view scheme : {"tauri://", "app://", "file://"}) {
        if (origin.starts_with(scheme))
            return true;
    }
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme))
            return isThisMachine(std::string_view(origin).substr(scheme.size()));
    }
    return false;
}

void appendCorsFields(std::string_view origin, HeaderList &fields)
{
    fields.append("Access-Control-Allow-Origin", origin);
    fields.append("Vary", "Origin");
}

bool isPreflight(std::string_view method, const HeaderList &fields)
{
    return method == "OPTIONS" && fields.find("Origin")
        && fields.find("Access-Control-Request-Method");
}

void appendPreflightFields(const HeaderList &request, std::string_view allowedMethods,
                           HeaderList &fields)
{
    appendCorsFields(request.find("Origin").value_or(""), fields);
    fields.append("Access-Control-Allow-Methods", allowedMethods);
    if (const auto asked = request.find("Access-Control-Request-Headers"))
        fields.append("Access-Control-Allow-Headers", *asked);
    const auto network = request.find("Access-Control-Request-Private-Network");
    if (network && equalsIgnoringCase(*network, "true"))
        fields.append("Access-Control-Allow-Private-Network", "true");
    fields.append("Access-Control-Max-Age", "600");
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/header_rules.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

bool startsWithIgnoringCase(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size()
        && equalsIgnoringCase(text.substr(0, prefix.size()), prefix);
}

/// One of the names, all of which have the same length: most fields are told apart by that alone.
template <typename... Names>
bool isOneOf(std::string_view name, Names... names)
{
    return (equalsIgnoringCase(name, names) || ...);
}

/// For one hop only, whatever Connection says, and the framing, which every hop makes anew.
bool isHopByHop(std::string_view name)
{
    switch (name.size()) {
    case 2:
        return isOneOf(name, "te");
    case 7:
        return isOneOf(name, "trailer", "upgrade");
    case 10:
        return isOneOf(name, "connection", "keep-alive");
    case 14:
        return isOneOf(name, "content-length", "http2-settings");
    case 17:
        return isOneOf(name, "transfer-encoding");
    default:
        return startsWithIgnoringCase(name, "proxy-");
    }
}

/// What a client means for the router, and never for a backend.
bool isForRouter(std::string_view name)
{
    switch (name.size()) {
    case 4:
        return isOneOf(name, "host");
    case 6:
        return isOneOf(name, "cookie", "expect");
    case 7:
        return isOneOf(name, "api-key", "cookie2");
    case 9:
        return isOneOf(name, "x-api-key");
    case 13:
        return isOneOf(name, "authorization");
    case 14:
        return isOneOf(name, "x-goog-api-key", "x-homeward-hop");
    case 16:
        return isOneOf(name, "content-encoding");
    default:
        return false;
    }
}

} // namespace

ConnectionOptions::ConnectionOptions(const HeaderList &fields)
{
    for (const HeaderList::Field field : fields) {
        if (equalsIgnoringCase(field.name, "connection"))
            add(field.value);
    }
}

void ConnectionOptions::add(std::string_view value)
{
    // These name no field; nearly every message has one of them.
    if (equalsIgnoringCase(value, "keep-alive") || equalsIgnoringCase(value, "close"))
        return;
    if (m_count < m_values.size())
        m_values[m_count++] = value;
    else
        m_moreValues.push_back(value);
}

bool ConnectionOptions::names(std::string_view fieldName) const
{
    const auto isNamed
        = [fieldName](std::string_view value) { return listHasToken(value, fieldName); };
    return std::any_of(m_values.begin(), m_values.begin() + std::ptrdiff_t(m_count), isNamed)
        || std::any_of(m_moreValues.begin(), m_moreValues.end(), isNamed);
}

bool goesUpstream(std::string_view name, const ConnectionOptions &connection)
{
    return !isHopByHop(name) && !isForRouter(name) && !connection.names(name);
}

bool goesToClient(std::string_view name, const ConnectionOptions &connection)
{
    return !isHopByHop(name) && !startsWithIgnoringCase(name, "access-control-")
        && !startsWithIgnoringCase(name, "x-homeward-") && !equalsIgnoringCase(name, "x-request-id")
        && !connection.names(name);
}

bool isGoodRequestId(std::string_view id)
{
    constexpr std::size_t limit = 128;
    return !id.empty() && id.size() <= limit
        && std::all_of(id.begin(), id.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

} // namespace homeward::protocol

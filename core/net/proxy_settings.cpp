// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/proxy_settings.h"

#include <QUrl>

#include <algorithm>
#include <charconv>

namespace homeward::net {

namespace {

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
        return char(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    });
    return result;
}

std::optional<ForwardProxy> forwardProxyFrom(std::string text)
{
    if (text.empty())
        return std::nullopt;
    if (text.find("://") == std::string::npos)
        text.insert(0, "http://");
    const QUrl url(QString::fromStdString(text));
    if (!url.isValid() || url.host().isEmpty())
        return std::nullopt;
    return ForwardProxy{.host = url.host().toStdString(),
                        .port = std::uint16_t(url.port(8080)),
                        .user = url.userName().toStdString(),
                        .password = url.password().toStdString()};
}

std::vector<std::string> listFrom(std::string_view text)
{
    std::vector<std::string> entries;
    while (!text.empty()) {
        const auto comma = text.find(',');
        std::string_view entry = text.substr(0, comma);
        while (!entry.empty() && entry.front() == ' ')
            entry.remove_prefix(1);
        while (!entry.empty() && entry.back() == ' ')
            entry.remove_suffix(1);
        if (!entry.empty())
            entries.push_back(lowered(entry));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return entries;
}

bool isInRange(const IpAddress &address, std::string_view range)
{
    const auto slash = range.find('/');
    const auto network = ipAddressFromText(range.substr(0, slash));
    if (!network || network->isIpv4() != address.isIpv4())
        return false;
    int bits = address.isIpv4() ? 32 : 128;
    if (slash != std::string_view::npos) {
        const auto digits = range.substr(slash + 1);
        int given = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), given);
        if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || given < 0
            || given > bits) {
            return false;
        }
        bits = given;
    }
    int place = address.isIpv4() ? 12 : 0;
    for (; bits >= 8; bits -= 8, ++place) {
        if (network->bytes[std::size_t(place)] != address.bytes[std::size_t(place)])
            return false;
    }
    if (bits == 0)
        return true;
    const int mask = 0xff << (8 - bits) & 0xff;
    return (network->bytes[std::size_t(place)] & mask)
        == (address.bytes[std::size_t(place)] & mask);
}

bool isException(std::string_view entry, std::string_view host,
                 const std::optional<IpAddress> &address)
{
    if (entry == "*")
        return true;
    if (address)
        return isInRange(*address, entry);
    if (entry.starts_with("*."))
        entry.remove_prefix(1);
    if (entry.starts_with("."))
        return host.ends_with(entry) || host == entry.substr(1);
    // As curl and others take it, a plain name also covers the names below it.
    return host == entry
        || (host.size() > entry.size() && host.ends_with(entry)
            && host[host.size() - entry.size() - 1] == '.');
}

} // namespace

ProxySettings proxySettingsFrom(const EnvironmentVariable &environment)
{
    const auto value = [&environment](const char *capitals, const char *small) {
        const auto first = environment(small);
        return first ? *first : environment(capitals).value_or(std::string());
    };
    return ProxySettings{.http = forwardProxyFrom(value("HTTP_PROXY", "http_proxy")),
                         .https = forwardProxyFrom(value("HTTPS_PROXY", "https_proxy")),
                         .exceptions = listFrom(value("NO_PROXY", "no_proxy"))};
}

std::optional<ForwardProxy> proxyFor(const ProxySettings &settings, bool isTls,
                                     std::string_view host)
{
    const auto &proxy = isTls ? settings.https : settings.http;
    if (!proxy)
        return std::nullopt;
    const std::string name = lowered(host);
    const auto address = ipAddressFromText(name);
    if (name == "localhost" || name.ends_with(".localhost")
        || (address && (address->isLoopback() || address->isAny() || address->isPrivate()))) {
        return std::nullopt;
    }
    const bool isExcepted
        = std::any_of(settings.exceptions.begin(), settings.exceptions.end(),
                      [&](const std::string &entry) { return isException(entry, name, address); });
    return isExcepted ? std::nullopt : proxy;
}

} // namespace homeward::net

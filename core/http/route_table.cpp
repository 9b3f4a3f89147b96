// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/route_table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace homeward::http {

namespace {

std::vector<std::string_view> segmentsOf(std::string_view path)
{
    std::vector<std::string_view> segments;
    segments.reserve(8);
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        segments.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return segments;
}

constexpr std::string_view parameter = "{}";

bool isParameter(std::string_view segment)
{
    return segment.starts_with('{');
}

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/// Nothing for what is not encoded as it should be, or holds what no name may.
std::optional<std::string> decoded(std::string_view segment)
{
    std::string result;
    for (std::size_t i = 0; i < segment.size(); ++i) {
        if (segment[i] != '%') {
            result += segment[i];
            continue;
        }
        if (segment.size() - i < 3)
            return std::nullopt;
        const int first = hexValue(segment[i + 1]);
        const int second = hexValue(segment[i + 2]);
        if (first < 0 || second < 0)
            return std::nullopt;
        const int byte = first * 16 + second;
        // No name holds control characters; in a log or a file name they would do harm.
        if (byte < 0x20 || byte == 0x7f)
            return std::nullopt;
        result += char(byte);
        i += 2;
    }
    return result;
}

/// The first segments of the path are those of the pattern.
bool beginsAs(const std::vector<std::string_view> &path, const std::vector<std::string> &pattern)
{
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool isGood = isParameter(pattern[i]) ? !path[i].empty() : pattern[i] == path[i];
        if (!isGood)
            return false;
    }
    return true;
}

} // namespace

void RouteTable::add(std::string_view method, std::string_view pattern, int route)
{
    Pattern added{.segments = {}, .routes = {{std::string(method), route}}};
    for (const std::string_view segment : segmentsOf(pattern)) {
        added.takesRest = segment.ends_with("...}");
        added.literalCount += isParameter(segment) ? 0 : 1;
        added.segments.emplace_back(isParameter(segment) ? parameter : segment);
    }
    const auto isSame = [&added](const Pattern &known) {
        return known.segments == added.segments && known.takesRest == added.takesRest;
    };
    const auto found = std::find_if(m_patterns.begin(), m_patterns.end(), isSame);
    if (found != m_patterns.end()) {
        found->routes.push_back(std::move(added.routes.front()));
        return;
    }
    m_patterns.push_back(std::move(added));
    // What is written out goes before what stands for anything, and that before what takes all.
    std::stable_sort(m_patterns.begin(), m_patterns.end(), [](const Pattern &a, const Pattern &b) {
        return std::pair(a.takesRest, b.literalCount) < std::pair(b.takesRest, a.literalCount);
    });
}

RouteMatch RouteTable::find(std::string_view method, std::string_view path) const
{
    RouteMatch match;
    if (!path.starts_with('/'))
        return match;
    const std::vector<std::string_view> segments = segmentsOf(path);
    const auto matches = [&segments](const Pattern &candidate) {
        const std::size_t count = candidate.segments.size();
        const bool hasLength
            = candidate.takesRest ? segments.size() >= count : segments.size() == count;
        return hasLength && beginsAs(segments, candidate.segments);
    };
    const auto pattern = std::find_if(m_patterns.begin(), m_patterns.end(), matches);
    if (pattern == m_patterns.end())
        return match;
    for (std::size_t i = 0; i < pattern->segments.size(); ++i) {
        if (!isParameter(pattern->segments[i]))
            continue;
        std::string_view written = segments[i];
        if (pattern->takesRest && i + 1 == pattern->segments.size())
            written = path.substr(std::size_t(written.data() - path.data()));
        auto value = decoded(written);
        if (!value)
            return {};
        match.parameters.push_back(std::move(*value));
    }
    match.isKnownPath = true;
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    for (const Route &route : pattern->routes) {
        if (route.method == wanted)
            match.route = route.route;
        match.allowed += route.method + ", ";
        if (route.method == "GET")
            match.allowed += "HEAD, ";
    }
    match.allowed += "OPTIONS";
    return match;
}

} // namespace homeward::http

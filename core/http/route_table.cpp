// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/route_table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace homeward::http {

namespace {

std::vector<std::string> segmentsOf(std::string_view path)
{
    std::vector<std::string> segments;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        segments.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return segments;
}

bool isParameter(const std::string &segment)
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

/// Nothing for a segment that is not encoded as it should be.
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
        result += char(first * 16 + second);
        i += 2;
    }
    return result;
}

bool matches(const std::vector<std::string> &pattern, const std::vector<std::string> &path)
{
    if (pattern.size() != path.size())
        return false;
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
    const std::vector<std::string> segments = segmentsOf(pattern);
    const auto found
        = std::find_if(m_patterns.begin(), m_patterns.end(),
                       [&](const Pattern &known) { return known.segments == segments; });
    if (found != m_patterns.end()) {
        found->routes.push_back({std::string(method), route});
        return;
    }
    const auto literalCount = std::size_t(
        std::count_if(segments.begin(), segments.end(),
                      [](const std::string &segment) { return !isParameter(segment); }));
    m_patterns.push_back({segments, {{std::string(method), route}}, literalCount});
    // What is written out goes before what stands for anything.
    std::stable_sort(m_patterns.begin(), m_patterns.end(), [](const Pattern &a, const Pattern &b) {
        return a.literalCount > b.literalCount;
    });
}

RouteMatch RouteTable::find(std::string_view method, std::string_view path) const
{
    RouteMatch match;
    if (!path.starts_with('/'))
        return match;
    const std::vector<std::string> segments = segmentsOf(path);
    const auto pattern
        = std::find_if(m_patterns.begin(), m_patterns.end(), [&](const Pattern &candidate) {
              return matches(candidate.segments, segments);
          });
    if (pattern == m_patterns.end())
        return match;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (!isParameter(pattern->segments[i]))
            continue;
        auto value = decoded(segments[i]);
        if (!value)
            return match;
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

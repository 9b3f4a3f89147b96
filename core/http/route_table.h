// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace homeward::http {

struct RouteMatch
{
    /// Some method is served at this path.
    bool isKnownPath = false;
    /// What add() was given; -1 for a method that is not served.
    int route = -1;
    /// What stands for each `{name}`, decoded.
    std::vector<std::string> parameters;
    /// For the field Allow: `GET, HEAD, PUT, OPTIONS`.
    std::string allowed;

    bool operator==(const RouteMatch &) const = default;
};

/// Which route a method and a path lead to. A pattern is made of segments; `{name}` stands for one,
/// whatever it is, and gives way to a segment that is written out; `{name...}` at the end stands
/// for one or more, `/` included. HEAD leads where GET does.
class RouteTable
{
public:
    void add(std::string_view method, std::string_view pattern, int route);
    RouteMatch find(std::string_view method, std::string_view path) const;

private:
    struct Route
    {
        std::string method;
        int route = -1;
    };
    struct Pattern
    {
        /// Parameters without their names.
        std::vector<std::string> segments;
        std::vector<Route> routes;
        std::size_t literalCount = 0;
        /// The last segment stands for the rest of the path.
        bool takesRest = false;
    };
    std::vector<Pattern> m_patterns;
};

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which Host and Origin fields are served, and what a browser is told (http-api.md, section 5).

namespace homeward::http {

struct AccessPolicy
{
    /// The machine's own names, in lower case: `workstation`, `workstation.local`.
    std::vector<std::string> ownNames;
    std::vector<std::string> allowedHosts;
    std::vector<std::string> corsOrigins;

    bool operator==(const AccessPolicy &) const = default;
};

/// `host` is the value of the Host field, with or without a port.
bool isHostAllowed(std::string_view host, const AccessPolicy &policy);

/// What the request is for, as far as Origin `null` is concerned.
struct OriginRequest
{
    std::string_view origin;
    bool isInference = false;
    bool hasCredentials = false;
};
bool isOriginAllowed(const OriginRequest &request, const AccessPolicy &policy);

/// The fields for an answer to an allowed origin, an upstream's own having been dropped:
/// Access-Control-Allow-Origin and Vary.
void appendCorsFields(std::string_view origin, HeaderList &fields);

/// True for OPTIONS with Origin and Access-Control-Request-Method.
bool isPreflight(std::string_view method, const HeaderList &fields);
/// The fields of the answer to a preflight of an allowed origin.
void appendPreflightFields(const HeaderList &request, std::string_view allowedMethods,
                           HeaderList &fields);

} // namespace homeward::http

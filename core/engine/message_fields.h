// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"
#include "domain/resolver.h"
#include "engine/backend_record.h"

#include <cstdint>
#include <string>
#include <string_view>

/// The header fields that requests carry to a backend, and answers to the client.

namespace homeward::engine {

/// The routers that a request has passed: all fields of domain::hopHeaderName as one list, however
/// many there are (RFC 9110, section 5.2).
std::string hopsOf(const HeaderList &fields);

struct RequestFieldsInput
{
    const HeaderList &client;
    const BackendRecord &backend;
    std::string_view requestId;
    std::string_view instanceId;
};

/// The client's fields without its credentials and what is for one hop only; the backend's own key,
/// the request's id and the hop field are added.
HeaderList upstreamRequestFields(const RequestFieldsInput &input);

/// What an inference answer says about its way (http-api.md, section 1, Response headers added).
struct RouteFields
{
    std::string_view requestId;
    std::string_view routedModel;
    domain::RoutePath path = domain::RoutePath::Local;
    /// Empty where the caller may not see it.
    std::string_view backendName;
    int attempts = 0;
};
void appendRouteFields(const RouteFields &route, HeaderList &fields);

bool isEventStream(const HeaderList &answer);

/// The backend's fields for the client, with the two that keep proxies from holding back a stream.
void appendAnswerFields(const HeaderList &answer, HeaderList &fields);

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/message_fields.h"

#include "domain/hop_header.h"
#include "protocol/header_rules.h"

namespace homeward::engine {

namespace {

constexpr std::string_view requestIdName = "X-Request-Id";

} // namespace

std::string hopsOf(const HeaderList &fields)
{
    std::string hops;
    for (const HeaderList::Field &field : fields) {
        if (!equalsIgnoringCase(field.name, domain::hopHeaderName))
            continue;
        if (!hops.empty())
            hops += ", ";
        hops += field.value;
    }
    return hops;
}

HeaderList upstreamRequestFields(const RequestFieldsInput &input)
{
    const protocol::ConnectionOptions options(input.client);
    HeaderList fields;
    fields.reserve(input.client.size() + 3, 1024);
    for (const HeaderList::Field &field : input.client) {
        if (protocol::goesUpstream(field.name, options)
            && !equalsIgnoringCase(field.name, requestIdName)) {
            fields.append(field.name, field.value);
        }
    }
    if (!input.backend.authorization.isEmpty())
        fields.append("Authorization", input.backend.authorization.reveal());
    fields.append(requestIdName, input.requestId);
    fields.append(domain::hopHeaderName,
                  domain::hopsThrough(hopsOf(input.client), input.instanceId));
    return fields;
}

void appendRouteFields(const RouteFields &route, HeaderList &fields)
{
    fields.append(requestIdName, route.requestId);
    if (!route.routedModel.empty())
        fields.append("X-Homeward-Model", route.routedModel);
    if (route.attempts == 0)
        return;
    fields.append("X-Homeward-Path", domain::toText(route.path));
    if (!route.backendName.empty())
        fields.append("X-Homeward-Backend", route.backendName);
    fields.append("X-Homeward-Attempts", route.attempts == 1 ? "1" : "2");
}

bool isEventStream(const HeaderList &answer)
{
    constexpr std::string_view eventStream = "text/event-stream";
    const std::string_view type = answer.find("Content-Type").value_or("");
    const std::string_view essence = type.substr(0, type.find_first_of("; \t"));
    return equalsIgnoringCase(essence, eventStream);
}

void appendAnswerFields(const HeaderList &answer, HeaderList &fields)
{
    const protocol::ConnectionOptions options(answer);
    fields.reserve(answer.size() + 8, 1024);
    for (const HeaderList::Field &field : answer) {
        if (protocol::goesToClient(field.name, options))
            fields.append(field.name, field.value);
    }
    if (!isEventStream(answer))
        return;
    if (!answer.find("X-Accel-Buffering"))
        fields.append("X-Accel-Buffering", "no");
    if (!answer.find("Cache-Control"))
        fields.append("Cache-Control", "no-cache");
}

} // namespace homeward::engine

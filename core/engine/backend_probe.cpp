// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/backend_probe.h"

#include <utility>

namespace homeward::engine {

namespace {

/// Lists of more than this are no lists of models.
constexpr std::size_t maxListBytes = std::size_t(16) << 20;

upstream::UpstreamRequest listRequest(const ProbeTarget &target)
{
    upstream::UpstreamRequest request{
        .method = "GET", .target = target.pathPrefix + "/v1/models", .fields = {}, .body = {}};
    request.fields.append("Accept", "application/json");
    request.fields.append("User-Agent", "homeward");
    if (!target.authorization.isEmpty())
        request.fields.append("Authorization", target.authorization.reveal());
    return request;
}

upstream::CallLimits limitsOf(Duration limit)
{
    return {.connect = limit, .firstByte = limit, .idle = limit, .total = limit};
}

} // namespace

ProbeTarget probeTargetOf(const Configured &configured)
{
    const Secret &key = keyOf(configured);
    return {.origin = originOf(baseUrlOf(configured), tlsOf(configured)),
            .pathPrefix = baseUrlOf(configured).pathPrefix,
            .authorization = key.isEmpty() ? Secret() : Secret("Bearer " + key.reveal()),
            .isNode = kindOf(configured) == domain::BackendKind::Node};
}

BackendProbe::BackendProbe(upstream::UpstreamClient &client, const Clock &clock,
                           const ProbeTarget &target, Duration limit, Finish finish)
    : m_call(client, clock, target.origin, listRequest(target), limitsOf(limit), maxListBytes,
             [isNode = target.isNode,
              finish = std::move(finish)](const upstream::CollectedAnswer &answer) {
                 finish(probeReportFrom(answer, isNode));
             })
{ }

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/resolver.h"

#include <algorithm>

namespace homeward::domain {

namespace {

bool isExcluded(const ResolveInput &input, Slot slot)
{
    return std::find(input.excluded.begin(), input.excluded.end(), slot) != input.excluded.end();
}

/// Step 6: a local server that is up and serves the model takes the request, always.
std::optional<Target> localTarget(const ResolveInput &input, const ModelIndex::Entry &entry)
{
    for (const Slot slot : entry.localServers) {
        if (input.rows[slot].isRoutable && !isExcluded(input, slot))
            return Target{.slot = slot, .path = RoutePath::Local};
    }
    return std::nullopt;
}

/// Step 7. With load balancing off no node is a candidate.
Selection nodeSelection(const ResolveInput &input, const ModelIndex::Entry &entry)
{
    if (!input.loadBalancing.isEnabled)
        return {};
    return selectNode(SelectionRequest{.rows = input.rows,
                                       .candidates = entry.nodes,
                                       .excluded = input.excluded,
                                       .strategy = input.loadBalancing.strategy,
                                       .cursor = entry.cursor,
                                       .breakerPolicy = input.breakerPolicy,
                                       .now = input.now});
}

/// Seconds for a Retry-After field: at least 1, so that nobody is told to come back at once.
std::optional<std::chrono::seconds> retryAfter(const Selection &selection, TimePoint now)
{
    if (selection.held == 0)
        return std::nullopt;
    if (!selection.retryAt)
        return std::chrono::seconds(1);
    const auto left = std::chrono::ceil<std::chrono::seconds>(*selection.retryAt - now);
    return std::max(left, std::chrono::seconds(1));
}

/// Step 10.
Refusal nobody(const ResolveInput &input, const Selection &selection)
{
    const std::string name = '"' + std::string(input.model) + '"';
    if (selection.held > 0) {
        return Refusal{Error{ErrorKind::ModelUnavailable,
                             "every node that serves the model " + name
                                 + " failed a moment ago or asked for a pause; try again later",
                             "model"},
                       retryAfter(selection, input.now)};
    }
    const bool isKnown = input.index.isKnown(input.model);
    if (!isKnown && input.unknownModelAnswer == UnknownModelAnswer::NotFound) {
        return Refusal{
            Error{ErrorKind::ModelNotFound,
                  "the model " + name + " is not known here; GET /v1/models lists those that are",
                  "model"},
            std::nullopt};
    }
    const char *remedy = input.loadBalancing.isEnabled
        ? "; start it on this computer or on a node"
        : "; start it on this computer, or turn load balancing on to use the nodes";
    return Refusal{Error{ErrorKind::ModelUnavailable,
                         "nothing serves the model " + name + " at the moment" + remedy, "model"},
                   std::nullopt};
}

} // namespace

std::string_view toText(RoutePath path)
{
    switch (path) {
    case RoutePath::Local:
        return "local";
    case RoutePath::Node:
        return "node";
    case RoutePath::Provider:
        return "provider";
    case RoutePath::Publication:
        return "publication";
    case RoutePath::Fallback:
        return "fallback";
    }
    return "local";
}

Resolution resolve(const ResolveInput &input)
{
    // Step 5, publications, comes with the router mode of the AppProxy worker.
    Selection selection;
    if (const ModelIndex::Entry *entry = input.index.find(input.model)) {
        if (const auto target = localTarget(input, *entry))
            return *target;
        selection = nodeSelection(input, *entry);
        if (selection.slot) {
            return Target{.slot = *selection.slot,
                          .path = RoutePath::Node,
                          .isProbe = selection.isProbe,
                          .nextCursor = selection.nextCursor};
        }
        // Step 8, providers, and step 9, the fallback chain of a known name, belong here.
    }
    return nobody(input, selection);
}

} // namespace homeward::domain

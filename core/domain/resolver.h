// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "domain/load_balancing.h"
#include "domain/model_index.h"
#include "domain/node_selection.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

/// Which backend takes a request: product.md, "How a request is resolved", from step 5 on.

namespace homeward::domain {

/// The way by which a backend was found; `X-Homeward-Path` says it.
enum class RoutePath { Local, Node, Provider, Publication, Fallback };
std::string_view toText(RoutePath path);

/// What the caller sees when nobody serves the model: step 10 tells two kinds of surface apart.
enum class UnknownModelAnswer { NotFound, Unavailable };

struct ResolveInput
{
    /// The name after rewriting.
    std::string_view model;
    const ModelIndex &index;
    RoutingRows rows;
    LoadBalancing loadBalancing;
    BreakerPolicy breakerPolicy;
    UnknownModelAnswer unknownModelAnswer = UnknownModelAnswer::NotFound;
    /// Backends that this request has tried already.
    std::span<const Slot> excluded;
    TimePoint now{};
};

struct Target
{
    Slot slot = 0;
    RoutePath path = RoutePath::Local;
    /// The request is the probe of a half-open breaker.
    bool isProbe = false;
    /// The model's turn afterwards.
    std::size_t nextCursor = 0;

    bool operator==(const Target &) const = default;
};

/// Nobody takes the request.
struct Refusal
{
    Error error;
    std::optional<std::chrono::seconds> retryAfter;

    bool operator==(const Refusal &) const = default;
};

using Resolution = std::variant<Target, Refusal>;

Resolution resolve(const ResolveInput &input);

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "upstream/upstream_client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace homeward::upstream {

struct CollectedAnswer
{
    /// Set when a head came, even if the body failed afterwards.
    std::optional<ResponseHead> head;
    std::string body;
    /// Set when the answer is not complete.
    std::optional<CallFailure> failure;
    /// From the call to the head, or to the end where none came.
    Duration timeToHead{};
};

/// A small request whose whole answer is wanted at once: probes and tests of a connection.
class CollectedCall
{
public:
    using Finish = std::function<void(CollectedAnswer)>;

    /// A body over `maxBodyBytes` is a failure of kind InvalidAnswer. `finish` is called once,
    /// later, unless this is destroyed first; it may destroy this.
    CollectedCall(UpstreamClient &client, const Clock &clock, const Origin &origin,
                  UpstreamRequest request, const CallLimits &limits, std::size_t maxBodyBytes,
                  Finish finish);
    ~CollectedCall();
    CollectedCall(const CollectedCall &) = delete;
    CollectedCall &operator=(const CollectedCall &) = delete;

private:
    class Collector;
    std::unique_ptr<Collector> m_collector;
};

} // namespace homeward::upstream

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/backend_record.h"
#include "engine/probe_report.h"
#include "upstream/collected_call.h"

#include <functional>
#include <string>

namespace homeward::engine {

struct ProbeTarget
{
    upstream::Origin origin;
    std::string pathPrefix;
    /// `Bearer ...`, or empty.
    Secret authorization;
    bool isNode = false;
};
ProbeTarget probeTargetOf(const Configured &configured);

/// One `GET {base}/v1/models`, which tells health and models in one (product.md, Health and index).
class BackendProbe
{
public:
    using Finish = std::function<void(ProbeReport)>;

    /// `limit` is for the whole of it. `finish` is called once, later, unless this is destroyed
    /// first; it may destroy this.
    BackendProbe(upstream::UpstreamClient &client, const Clock &clock, const ProbeTarget &target,
                 Duration limit, Finish finish);

private:
    upstream::CollectedCall m_call;
};

} // namespace homeward::engine

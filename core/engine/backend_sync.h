// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/health_monitor.h"
#include "engine/router_state.h"
#include "storage/store.h"

namespace homeward::engine {

/// Makes the fleet what file and user say together: adds, changes and removes backends, and tells
/// the monitor of each. Fingerprints that the file's nodes get are stored.
void syncBackends(RouterState &state, HealthMonitor &monitor, storage::Store &store,
                  const Clock &clock);

} // namespace homeward::engine

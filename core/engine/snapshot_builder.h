// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/router_state.h"
#include "engine/snapshot.h"

namespace homeward::engine {

Snapshot snapshotOf(const RouterState &state, const Clock &clock);
NodeView nodeViewOf(const RouterState &state, Slot slot, const Clock &clock);
LocalServerView localServerViewOf(const RouterState &state, Slot slot, const Clock &clock);

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/router_config.h"
#include "config/settings.h"

namespace homeward::engine {

/// Refuses a configuration that asks for something that this version does not do, so that nobody
/// believes that it is done; above all what would leave the router open.
Result<Done> checkSupported(const config::RouterConfig &file, const config::Settings &settings);

} // namespace homeward::engine

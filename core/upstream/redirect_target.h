// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "upstream/upstream_call.h"

#include <optional>
#include <string>
#include <string_view>

namespace homeward::upstream {

/// Where a Location field leads (RFC 9110, section 10.2.2; RFC 3986, section 5.2), as path and
/// query, if that is at the same origin; a key must never go to another one. `target` is that of
/// the request that was answered. Nothing for what different readers would take for different
/// places.
std::optional<std::string> sameOriginTarget(const Origin &origin, std::string_view target,
                                            std::string_view location);

} // namespace homeward::upstream

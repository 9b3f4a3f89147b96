// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace homeward::domain {

/// The field that stops loops on the wire: the ids of the routers that a request has passed, with
/// commas between (product.md, Health and index).
inline constexpr std::string_view hopHeaderName = "X-Homeward-Hop";
inline constexpr int hopLimit = 4;

/// True when the request has been here before, or passed more than hopLimit routers.
bool isLoop(std::string_view hops, std::string_view ownId);

/// The field's value for the next router.
std::string hopsThrough(std::string_view hops, std::string_view ownId);

} // namespace homeward::domain

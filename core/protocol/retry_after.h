// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace homeward::protocol {

inline constexpr std::chrono::seconds retryAfterLimit = std::chrono::hours(24);

/// How long a Retry-After field asks to wait (RFC 9110, section 10.2.3): seconds, or a date in one
/// of its three forms. At most retryAfterLimit; 0 for a date that is past; nothing for nonsense.
std::optional<std::chrono::seconds> retryAfterFromText(std::string_view text, WallTime now);

/// `Sun, 06 Nov 1994 08:49:37 GMT` and the two older forms of it (RFC 9110, section 5.6.7).
/// In seconds, because a year such as 9999 is beyond a WallTime.
std::optional<std::chrono::sys_seconds> timeFromHttpDate(std::string_view text, WallTime now);

} // namespace homeward::protocol

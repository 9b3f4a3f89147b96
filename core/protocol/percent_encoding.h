// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// The bytes that percent-encoded text stands for; nothing when a `%` has no two digits behind it.
std::optional<std::string> percentDecoded(std::string_view text);

/// For one segment of a path: everything but unreserved characters is encoded, `/` too.
std::string percentEncoded(std::string_view text);

} // namespace homeward::protocol

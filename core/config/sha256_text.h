// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace homeward::config {

/// 64 hexadecimal digits in any case, with or without colons between the bytes (as openssl prints
/// them), as 64 digits in lower case; nothing for other text.
std::optional<std::string> sha256FromText(std::string_view text);

/// The digest of these bytes in 64 hexadecimal digits in lower case.
std::string sha256Of(std::string_view bytes);

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace homeward {

/// A random UUID of version 4 in lower case with hyphens. Not a secret. Any thread.
std::string newUuid();

/// `prefix` and 16 random hexadecimal digits: `fp_0123456789abcdef` for nodes. Any thread.
std::string newIdentifier(std::string_view prefix);

} // namespace homeward

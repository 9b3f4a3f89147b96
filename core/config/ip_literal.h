// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Address literals as text, for a module that may not know the network's own types.

namespace homeward::config {

/// An IPv4 or IPv6 literal without brackets in its usual spelling (RFC 5952 for IPv6), with the
/// `%interface` of a link-local address kept; nothing for what is none.
std::optional<std::string> canonicalAddress(std::string_view text);

/// True for an address literal, and for one with a prefix length: `10.0.0.0/8`, `fd00::/8`.
bool isAddressRange(std::string_view text);

} // namespace homeward::config

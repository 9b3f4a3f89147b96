// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace homeward::domain {

/// The address of a backend, normalised (http-api.md, section 4, `baseUrl`): scheme and host in
/// lower case, the port written out, no trailing `/` or `/v1`, a path prefix kept.
struct BaseUrl
{
    bool isTls = false;
    /// A name or an address literal; an IPv6 literal stands without its brackets, and a link-local
    /// one may name an interface: `fe80::1%eth0`.
    std::string host;
    std::uint16_t port = 0;
    /// Empty, or begins with `/` and does not end with one.
    std::string pathPrefix;

    bool operator==(const BaseUrl &) const = default;
};

/// Reads what a user typed. The scheme may be missing (`http`). Refuses user info, query, fragment,
/// other schemes and bad ports; the message never repeats user info.
Result<BaseUrl> baseUrlFromText(std::string_view text);

/// `http://127.0.0.1:8080/prefix`; the port is left out where it is the scheme's own.
std::string toText(const BaseUrl &url);

/// What a Host field for this address says: `127.0.0.1:8080`, `[::1]:8080`, `example.org`. The
/// interface of a link-local address means something on this computer only (RFC 6874, section 4).
std::string authorityOf(const BaseUrl &url);

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSslConfiguration>

#include <string>
#include <string_view>

/// The certificates of tests/data/tls; the script beside them says what each is.

namespace homeward::testing {

/// `authority.pem` and so on, as a path.
std::string certificateFile(std::string_view name);
/// What a server shows that has the certificate of this name: `server`, `elsewhere`.
QSslConfiguration serverTls(std::string_view name = "server");
/// SHA-256 of a certificate in hexadecimal digits.
std::string fingerprintOf(std::string_view name);

} // namespace homeward::testing

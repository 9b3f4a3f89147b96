// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/ip_address.h"

#include <string>

namespace homeward::net {

/// Who listens on this port, for a message: `the process 4711 (ollama) listens there`. Empty where
/// it cannot be found out.
std::string holderOfPort(const Endpoint &endpoint);

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/ip_address.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

class QObject;

namespace homeward::net {

/// What needs no asking: a literal, and `localhost`, which is this machine whatever a resolver says
/// (RFC 6761, section 6.3). Empty for every other name.
std::vector<IpAddress> addressesKnownFor(std::string_view host);

using ReceiveAddresses = std::function<void(const std::vector<IpAddress> &)>;

/// Asks the system's resolver, in a thread of its own and past the cache that Qt keeps: after a
/// change of network the old address is wrong. The addresses come in the order in which to try
/// them, none when the name is not known; they come on this thread, later, and not at all when
/// `context` is destroyed before.
void lookUpName(const std::string &host, QObject *context, ReceiveAddresses receive);

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"

#include <array>
#include <string_view>
#include <vector>

/// Which header fields pass the router (product.md, What is sent upstream; RFC 9110, 7.6.1).

namespace homeward::protocol {

/// The fields that a message's own Connection fields declare to be for the next hop only. Refers to
/// the text of the message; allocates for more than four Connection fields only.
class ConnectionOptions
{
public:
    ConnectionOptions() = default;
    explicit ConnectionOptions(const HeaderList &fields);

    /// Takes the value of one more Connection field.
    void add(std::string_view value);
    bool names(std::string_view fieldName) const;

private:
    std::array<std::string_view, 4> m_values;
    std::size_t m_count = 0;
    std::vector<std::string_view> m_moreValues;
};

/// True for a field of a request that goes to the backend. Left out: what is for one hop only, the
/// framing (which is ours), the client's credentials, and `X-Homeward-Hop`, which the caller
/// extends and sets. Content-Encoding is left out too, because bodies are sent on decoded.
bool goesUpstream(std::string_view name, const ConnectionOptions &connection);

/// True for a field of a response that goes to the client. Left out: what is for one hop only, the
/// framing, `Access-Control-*` (we decide who may read) and what only we say: `X-Homeward-*` and
/// `X-Request-Id`.
bool goesToClient(std::string_view name, const ConnectionOptions &connection);

/// 1 to 128 visible ASCII characters: then the client's X-Request-Id is kept.
bool isGoodRequestId(std::string_view id);

} // namespace homeward::protocol

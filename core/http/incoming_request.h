// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/body_buffer.h"
#include "http/exchange.h"
#include "http/http1_request_reader.h"

#include <memory>
#include <span>
#include <string_view>

namespace homeward::http {

/// The request that a connection is reading, once its head is complete. Its memory grows with the
/// bytes that came: a length that is only announced costs nothing.
class IncomingRequest
{
public:
    bool isOpen() const { return m_request != nullptr; }
    /// Takes what it needs of the head.
    void begin(RequestHead &head, const net::Endpoint &peer, bool isUnix, BodyStore &bodies);
    void append(std::string_view bytes) { m_body->append(bytes); }
    /// Where the next bytes of the body may be put, so that they need not be copied there.
    std::span<char> room(std::size_t count) { return m_body->room(count); }
    void commit(std::size_t count) { m_body->commit(count); }
    std::unique_ptr<Request> take();
    void drop();

private:
    std::unique_ptr<Request> m_request;
    /// Null where the request has none.
    std::shared_ptr<BodyBuffer> m_body;
};

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/exchange.h"
#include "http/http1_request_reader.h"

#include <memory>
#include <string>
#include <string_view>

namespace homeward::http {

/// The request that a connection is reading, once its head is complete. Its memory grows with the
/// bytes that came: a length that is only announced costs nothing.
class IncomingRequest
{
public:
    bool isOpen() const { return m_request != nullptr; }
    /// Takes what it needs of the head.
    void begin(RequestHead &head, const net::Endpoint &peer, bool isUnix);
    void append(std::string_view bytes);
    std::unique_ptr<Request> take();
    void drop();

private:
    std::unique_ptr<Request> m_request;
    std::shared_ptr<std::string> m_body;
    std::size_t m_announced = 0;
};

} // namespace homeward::http

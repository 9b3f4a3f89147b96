// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/client_connection.h"

#include <memory>

namespace homeward::http {

/// Lets QHttpServer read each request that has passed the guard. It sees the request line and a
/// fixed head, never a body. The one place that knows Qt's versions apart.
class RequestParser
{
public:
    RequestParser();
    ~RequestParser();
    RequestParser(const RequestParser &) = delete;
    RequestParser &operator=(const RequestParser &) = delete;

    void pass(ClientConnection &connection, std::unique_ptr<Request> request);
};

} // namespace homeward::http

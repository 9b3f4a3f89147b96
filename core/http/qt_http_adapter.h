// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/exchange.h"

#include <memory>

namespace homeward::http {

/// Lets QHttpServer read each request that has passed the guard, before it is handed over. It sees
/// the request line and a fixed head, never a body, so that no body is copied for it. The one place
/// that knows Qt's versions apart.
class RequestParser
{
public:
    RequestParser();
    ~RequestParser();
    RequestParser(const RequestParser &) = delete;
    RequestParser &operator=(const RequestParser &) = delete;

    /// True when QHttpServer takes what the guard took.
    bool takes(const Request &request);

private:
    class Server;
    std::unique_ptr<Server> m_server;
};

} // namespace homeward::http

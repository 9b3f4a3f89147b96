// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/exchange.h"

#include <memory>

namespace homeward::http {

class ClientConnection;

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

    /// Hands the request over to the connection, or ends the connection when QHttpServer does not
    /// take what the guard took.
    void pass(ClientConnection &connection, std::unique_ptr<Request> request);

private:
    class Server;
    std::unique_ptr<Server> m_server;
};

} // namespace homeward::http

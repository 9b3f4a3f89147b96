// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/http_server.h"
#include "support/raw_client.h"

#include <deque>

/// A server in the test's own thread, and a handler that the test can reach into.

namespace homeward::testing {

/// Answers `/now` at once with the body of the request, and keeps the rest for the test.
class TestHandler final : public http::RequestHandler
{
public:
    void handle(std::unique_ptr<http::Exchange> exchange) override
    {
        if (exchange->request().path() == "/now") {
            exchange->send(200, {}, exchange->request().body);
            return;
        }
        kept.push_back(std::move(exchange));
    }
    std::string refusalBody(int status, std::string_view code, std::string_view) override
    {
        return std::to_string(status) + ' ' + std::string(code);
    }

    std::deque<std::unique_ptr<http::Exchange>> kept;
};

class Watcher final : public http::ExchangeObserver
{
public:
    void clientLeft() override { hasLeft = true; }
    void outputDrained() override { isDrained = true; }

    bool hasLeft = false;
    bool isDrained = false;
};

/// A server on a free port of the test's thread.
struct ServedRequests
{
    explicit ServedRequests(http::ServerLimits limits = {})
        : server(*poller, deadlines, handler, limits)
    {
        const auto endpoint
            = server.listen({.address = *net::ipAddressFromText("127.0.0.1"), .port = 0});
        port = endpoint ? endpoint->port : 0;
    }

    /// Lets time pass for the server's limits, and for nothing else.
    void advance(Duration step)
    {
        clock.advance(step);
        deadlines.runDue();
    }
    /// Returns when the server has seen all that its clients did before.
    void settle() const
    {
        RawClient client(port);
        client.send("GET /now HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        if (!client.waitForClose())
            qFatal("the server stands still");
    }

    ManualClock clock;
    std::unique_ptr<net::Poller> poller = net::Poller::create();
    net::DeadlineQueue deadlines{clock};
    TestHandler handler;
    http::HttpServer server;
    std::uint16_t port = 0;
};

} // namespace homeward::testing

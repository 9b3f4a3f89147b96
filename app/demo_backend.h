// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/http_server.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace homeward::app {

/// What a scripted backend is like.
struct DemoScript
{
    std::string name;
    std::vector<std::string> models;
    /// Between two words of an answer.
    std::chrono::milliseconds wordTime{60};
    /// Every so many requests end with status 500; 0 for never.
    int failsEvery = 0;
};

/// A stand-in for an inference server, in this process: lists its models, and chats with words of
/// its own. Everything that it says is made up, and says so.
class DemoBackend final : public http::RequestHandler
{
public:
    DemoBackend(net::Poller &poller, net::DeadlineQueue &deadlines, DemoScript script);
    ~DemoBackend() override;
    DemoBackend(const DemoBackend &) = delete;
    DemoBackend &operator=(const DemoBackend &) = delete;

    /// On a free port of loopback; the answer is the port.
    Result<std::uint16_t> listen();

    void handle(std::unique_ptr<http::Exchange> exchange) override;
    std::string refusalBody(int status, std::string_view code, std::string_view message) override;

private:
    class Talk;
    void answerList(http::Exchange &exchange) const;

    net::DeadlineQueue &m_deadlines;
    net::Poller &m_poller;
    DemoScript m_script;
    int m_requestCount = 0;
    std::map<Talk *, std::unique_ptr<Talk>> m_talks;
    /// Last, because its connections end in the talks.
    http::HttpServer m_server;
};

} // namespace homeward::app

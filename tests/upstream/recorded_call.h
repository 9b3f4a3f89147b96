// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/deadline.h"
#include "net/poller.h"
#include "support/scripted_server.h"
#include "upstream/upstream_client.h"

#include <QTest>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace homeward::upstream {

/// A client with all that it stands on. Its clock stands until a test moves it.
struct TestedClient
{
    explicit TestedClient(PoolLimits limits = {}) : poolLimits(limits) { }

    void advance(Duration step)
    {
        clock.advance(step);
        deadlines.runDue();
    }

    PoolLimits poolLimits;
    ManualClock clock;
    net::DeadlineQueue deadlines{clock};
    std::unique_ptr<net::Poller> poller = net::Poller::create();
    UpstreamClient client{net::ConnectEnvironment{*poller, deadlines, {}}, poolLimits};
};

inline Origin originOf(const testing::ScriptedServer &server)
{
    return Origin{.address = {.host = "127.0.0.1", .port = server.port(), .tls = {}},
                  .authority = "127.0.0.1:" + std::to_string(server.port())};
}

inline UpstreamRequest requestOf(std::string method, std::string target = "/",
                                 std::optional<std::string> body = std::nullopt)
{
    UpstreamRequest request{
        .method = std::move(method), .target = std::move(target), .fields = {}, .body = {}};
    if (body)
        request.body = std::make_shared<const std::string>(std::move(*body));
    return request;
}

/// A call, and all that was told of it.
class RecordedCall final : private CallObserver
{
public:
    RecordedCall(TestedClient &tested, const Origin &origin, UpstreamRequest request,
                 const CallLimits &limits = {})
        : m_call(tested.client.call(origin, std::move(request), limits, *this))
    {
        m_isBeingMade = false;
    }

    void setReading(bool isReading) { m_call->setReading(isReading); }
    void destroy() { m_call.reset(); }
    bool isDestroyed() const { return !m_call; }

    bool waitForHead()
    {
        return QTest::qWaitFor([this] { return head.has_value() || failure; });
    }
    bool waitForBody(std::size_t size)
    {
        return QTest::qWaitFor([&] { return body.size() >= size; }, 20000);
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor([this] { return isFinished || failure; }, 20000);
    }
    /// `200 body`, `NoAnswer`, `200 body Cut`, or what there is of it.
    std::string outcome() const
    {
        std::string text = head ? std::to_string(head->status) + ' ' + body : std::string();
        if (failure)
            text += (head && !body.empty() ? " " : "") + nameOf(failure->kind);
        else if (!isFinished)
            text += " ...";
        return text;
    }
    std::string end() { return waitForEnd() ? outcome() : "no end after " + outcome(); }

    static std::string nameOf(CallFailureKind kind)
    {
        static const char *const names[]
            = {"Resolve",     "Refused",          "Connect",       "Tls", "ConnectTimeout",
               "NoAnswer",    "FirstByteTimeout", "InvalidAnswer", "Cut", "IdleTimeout",
               "TotalTimeout"};
        return names[int(kind)];
    }

    std::optional<ResponseHead> head;
    std::string body;
    int pieceCount = 0;
    bool isFinished = false;
    std::optional<CallFailure> failure;
    /// Something was told twice, after the end, out of order or from inside call().
    bool isOutOfOrder = false;
    /// Called after each event has been recorded: `head`, `body`, `finished` or `failed`.
    std::function<void(std::string_view)> react = [](std::string_view) {};

private:
    void upstreamHead(const ResponseHead &told) override
    {
        isOutOfOrder |= m_isBeingMade || head || isFinished || failure;
        head = told;
        react("head");
    }
    void upstreamBody(std::string_view bytes) override
    {
        isOutOfOrder |= m_isBeingMade || !head || isFinished || failure || bytes.empty();
        body += bytes;
        pieceCount += 1;
        react("body");
    }
    void upstreamFinished() override
    {
        isOutOfOrder |= m_isBeingMade || !head || isFinished || failure;
        isFinished = true;
        react("finished");
    }
    void upstreamFailed(const CallFailure &told) override
    {
        isOutOfOrder |= m_isBeingMade || isFinished || failure;
        failure = told;
        react("failed");
    }

    // Before the call, which is made while it is true.
    bool m_isBeingMade = true;
    std::unique_ptr<UpstreamCall> m_call;
};

} // namespace homeward::upstream

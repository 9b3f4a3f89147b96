// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/base_url.h"
#include "engine/engine.h"
#include "support/raw_client.h"
#include "support/scripted_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace homeward::testing {

inline const std::string chatBody = R"({"model":"m","messages":[],"stream":true})";

/// A request to a router on loopback, with its body's length.
inline std::string chatRequest(const std::string &body = chatBody, const std::string &fields = {},
                               const std::string &path = "/v1/chat/completions")
{
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

inline std::string getRequest(const std::string &path, const std::string &fields = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

/// A fake inference server: lists one model, and answers everything else as the test says.
class FakeBackend
{
public:
    explicit FakeBackend(std::string model = "m", ServerOptions options = {})
        : m_server(std::move(options))
    {
        const std::string list = R"({"object":"list","data":[{"id":")" + model
            + R"(","object":"model","created":1,"owned_by":"llamacpp"}]})";
        m_server.always([this, list](const Exchange &exchange) {
            if (exchange.request().target.ends_with("/v1/models")) {
                listCount += 1;
                models ? models(exchange) : reply(200, list)(exchange);
                return;
            }
            callCount += 1;
            lastCall = exchange.request();
            if (!next.empty()) {
                const Behaviour behaviour = next.front();
                next.pop_front();
                behaviour(exchange);
                return;
            }
            always(exchange);
        });
    }

    ScriptedServer &server() { return m_server; }

    Behaviour models;
    std::deque<Behaviour> next;
    Behaviour always = reply(200, R"({"ok":true})");
    RecordedRequest lastCall;
    int listCount = 0;
    int callCount = 0;

private:
    ScriptedServer m_server;
};

/// An event stream in chunks, each in a segment of its own, with or without its proper end.
inline Behaviour eventStream(const std::vector<std::string> &events, Then then = Then::Keep,
                             bool isComplete = true)
{
    std::vector<std::string> pieces{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                                    "Transfer-Encoding: chunked\r\n\r\n"};
    for (const std::string &event : events) {
        pieces.push_back(QByteArray::number(qulonglong(event.size()), 16).toStdString() + "\r\n"
                         + event + "\r\n");
    }
    if (isComplete)
        pieces.push_back("0\r\n\r\n");
    return raw(std::move(pieces), then);
}

/// A router in the test's own thread, on a free port.
class TestedRouter
{
public:
    TestedRouter()
    {
        config.localServers.isAutoDetecting = false;
        config.loadBalancing.isEnabled = true;
        config.loadBalancing.healthCheckInterval = std::chrono::hours(1);
        config.modelList.minimumRefreshInterval = std::chrono::milliseconds(0);
    }

    void addLocalServer(FakeBackend &backend)
    {
        config.localServers.servers.push_back(
            {.name = "local" + std::to_string(config.localServers.servers.size()),
             .baseUrl = *domain::baseUrlFromText(backend.server().url())});
    }
    void addNode(const std::string &url)
    {
        config.nodes.push_back({.name = "node" + std::to_string(config.nodes.size()),
                                .baseUrl = *domain::baseUrlFromText(url)});
    }
    void addNode(FakeBackend &backend) { addNode(backend.server().url()); }

    /// Starts it, and waits until it has looked at all backends.
    void start()
    {
        begin();
        QTRY_VERIFY(get("/readyz").head.status == 200);
    }
    /// Starts it.
    void begin()
    {
        engine::EngineOptions options{.commandLine = {},
                                      .environment = {},
                                      .file = config,
                                      .dataFolder = m_folder.path().toStdString(),
                                      .listeningDescriptors = {}};
        options.commandLine.bind = {*config::bindAddressFromText("127.0.0.1:0")};
        auto started = engine::Engine::start(std::move(options));
        QVERIFY2(started, started ? "" : started.error().message.c_str());
        m_engine = std::move(*started);
    }

    engine::Engine &engine() { return *m_engine; }
    std::uint16_t port() const { return m_engine->snapshot().port; }

    RawAnswer ask(const std::string &request)
    {
        RawClient client(port());
        client.send(request);
        return client.readAnswer().value_or(RawAnswer{});
    }
    RawAnswer get(const std::string &path) { return ask(getRequest(path)); }
    RawAnswer chat(const std::string &body = chatBody) { return ask(chatRequest(body)); }
    /// The first node's view.
    engine::NodeView node(std::size_t place = 0) { return m_engine->snapshot().nodes[place]; }

    config::RouterConfig config;

private:
    QTemporaryDir m_folder;
    std::unique_ptr<engine::Engine> m_engine;
};

inline std::string fieldOf(const RawAnswer &answer, std::string_view name)
{
    return std::string(answer.head.fields.find(name).value_or(""));
}

} // namespace homeward::testing

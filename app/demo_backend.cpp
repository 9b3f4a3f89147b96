// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/demo_backend.h"

#include <nlohmann/json.hpp>

#include <sstream>
#include <utility>

namespace homeward::app {

namespace {

using Json = nlohmann::ordered_json;

void sendJson(http::Exchange &exchange, int status, const Json &json)
{
    HeaderList fields;
    fields.append("Content-Type", "application/json");
    exchange.send(status, fields,
                  std::make_shared<const std::string>(
                      json.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

std::vector<std::string> wordsOf(const std::string &text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word + ' ');
    return words;
}

Json errorJson(std::string_view message)
{
    return {
        {"error", {{"message", message}, {"type", "demo"}, {"param", nullptr}, {"code", "demo"}}}};
}

} // namespace

/// One answer, word by word.
class DemoBackend::Talk final : private http::ExchangeObserver
{
public:
    Talk(DemoBackend &backend, std::unique_ptr<http::Exchange> exchange, std::string model,
         bool isStream)
        : m_backend(backend),
          m_exchange(std::move(exchange)),
          m_model(std::move(model)),
          m_isStream(isStream),
          m_words(
              wordsOf("This is the demonstration backend \"" + backend.m_script.name
                      + "\". No model runs here: these words are always the same, and they come "
                        "one by one so that a stream can be seen.")),
          m_next(backend.m_deadlines, [this] { say(); })
    {
        m_exchange->setObserver(this);
        m_next.setAfter(backend.m_script.wordTime);
    }

private:
    void clientLeft() override { m_backend.m_talks.erase(this); }

    void say()
    {
        if (m_isStream)
            sayAsStream();
        else
            sayAtOnce();
    }

    Json choice(const char *part, Json content, Json finishReason) const
    {
        return {{"id", "demo"},
                {"object", m_isStream ? "chat.completion.chunk" : "chat.completion"},
                {"created", 0},
                {"model", m_model},
                {"choices",
                 {{{"index", 0},
                   {part, std::move(content)},
                   {"finish_reason", std::move(finishReason)}}}}};
    }

    void sayAsStream()
    {
        if (m_said == 0) {
            HeaderList fields;
            fields.append("Content-Type", "text/event-stream");
            m_exchange->sendHead(200, fields, std::nullopt);
        }
        if (m_said < m_words.size()) {
            sendEvent(choice("delta", {{"content", m_words[m_said]}}, nullptr).dump());
            m_said += 1;
            m_next.setAfter(m_backend.m_script.wordTime);
            return;
        }
        sendEvent(choice("delta", Json::object(), "stop").dump());
        sendEvent("[DONE]");
        m_exchange->finish();
        m_backend.m_talks.erase(this);
    }

    void sendEvent(const std::string &data) { m_exchange->sendBody("data: " + data + "\n\n"); }

    void sayAtOnce()
    {
        std::string text;
        for (const std::string &word : m_words)
            text += word;
        sendJson(*m_exchange, 200,
                 choice("message", {{"role", "assistant"}, {"content", text}}, "stop"));
        m_backend.m_talks.erase(this);
    }

    DemoBackend &m_backend;
    std::unique_ptr<http::Exchange> m_exchange;
    std::string m_model;
    bool m_isStream;
    std::vector<std::string> m_words;
    std::size_t m_said = 0;
    net::Deadline m_next;
};

DemoBackend::DemoBackend(net::Poller &poller, net::DeadlineQueue &deadlines, DemoScript script)
    : m_deadlines(deadlines),
      m_poller(poller),
      m_script(std::move(script)),
      m_server(poller, deadlines, *this, {})
{ }

DemoBackend::~DemoBackend() = default;

Result<std::uint16_t> DemoBackend::listen()
{
    const auto endpoint = m_server.listen(
        {.address = net::ipAddressFromText("127.0.0.1").value_or(net::IpAddress{}), .port = 0});
    if (!endpoint)
        return endpoint.error();
    return endpoint->port;
}

void DemoBackend::answerList(http::Exchange &exchange) const
{
    Json data = Json::array();
    for (const std::string &model : m_script.models)
        data.push_back({{"id", model}, {"object", "model"}, {"created", 0}, {"owned_by", "demo"}});
    sendJson(exchange, 200, {{"object", "list"}, {"data", std::move(data)}});
}

void DemoBackend::handle(std::unique_ptr<http::Exchange> exchange)
{
    const http::Request &request = exchange->request();
    if (request.path() == "/v1/models")
        return answerList(*exchange);
    if (request.path() != "/v1/chat/completions")
        return sendJson(*exchange, 404, errorJson("the demonstration only chats"));
    m_requestCount += 1;
    if (m_script.failsEvery > 0 && m_requestCount % m_script.failsEvery == 0)
        return sendJson(*exchange, 500, errorJson("this demonstration backend fails now and then"));
    const auto body = nlohmann::json::parse(request.body.view(), nullptr, false);
    if (!body.is_object())
        return sendJson(*exchange, 400, errorJson("the body is not a JSON object"));
    const auto model = body.find("model");
    const auto stream = body.find("stream");
    const bool isStream = stream != body.end() && stream->is_boolean() && stream->get<bool>();
    auto talk = std::make_unique<Talk>(
        *this, std::move(exchange),
        model != body.end() && model->is_string() ? model->get<std::string>() : "demo", isStream);
    Talk *plain = talk.get();
    m_talks.emplace(plain, std::move(talk));
}

std::string DemoBackend::refusalBody(int status, std::string_view code, std::string_view message)
{
    Q_UNUSED(status)
    Q_UNUSED(code)
    return errorJson(message).dump();
}

} // namespace homeward::app

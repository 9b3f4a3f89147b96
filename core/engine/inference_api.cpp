// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/inference_api.h"

#include "protocol/error_body.h"

#include <utility>

namespace homeward::engine {

namespace {

/// Who answers in the protocol of the caller, and who is told which methods there are.
struct Refusal
{
    protocol::Surface surface = protocol::Surface::OpenAi;
    Error error;
    std::string allowed;
};

void sendRefusal(http::Exchange &exchange, const Refusal &refusal, const HeaderList &commonFields)
{
    protocol::ErrorAnswer answer = protocol::errorAnswer(refusal.surface, refusal.error);
    HeaderList fields;
    fields.append("Content-Type", answer.contentType);
    if (!refusal.allowed.empty())
        fields.append("Allow", refusal.allowed);
    for (const HeaderList::Field &field : commonFields)
        fields.append(field.name, field.value);
    exchange.send(answer.status, fields,
                  std::make_shared<const std::string>(std::move(answer.body)));
}

void sendOptions(http::Exchange &exchange, std::string_view allowed, const HeaderList &commonFields)
{
    HeaderList fields = commonFields;
    fields.append("Allow", allowed);
    exchange.send(204, fields, std::make_shared<const std::string>());
}

/// The protocol that a caller of a list speaks: Anthropic's clients are known by a field.
protocol::Surface listSurface(const protocol::ModelListPath &path, const HeaderList &fields)
{
    if (path.surface == protocol::Surface::OpenAi && fields.find("anthropic-version"))
        return protocol::Surface::Anthropic;
    return path.surface;
}

/// The surfaces whose requests can be passed on as they are; the others need a conversion.
bool isPassedOn(protocol::Surface surface)
{
    return surface != protocol::Surface::Gemini && surface != protocol::Surface::Ollama;
}

Error wrongMethod(std::string_view allowed)
{
    return {ErrorKind::MethodNotAllowed, "this path takes " + std::string(allowed) + " only", {}};
}

} // namespace

InferenceApi::InferenceApi(SessionContext context, const RouterState &state)
    : m_context(context),
      m_state(state),
      m_lists(state)
{ }

bool InferenceApi::take(std::unique_ptr<http::Exchange> &exchange, const HeaderList &commonFields)
{
    const http::Request &request = exchange->request();
    if (const auto list = protocol::modelListPathFromTarget(request.path())) {
        answerList(*exchange, *list, commonFields);
        exchange.reset();
        return true;
    }
    std::optional<protocol::InferencePath> path = protocol::inferencePathFromTarget(request.path());
    if (!path)
        return false;
    const bool isPost = path->method == protocol::PathMethod::Post;
    const bool isWanted
        = request.method == (isPost ? "POST" : "GET") || (!isPost && request.method == "HEAD");
    const std::string allowed(protocol::allowedMethods(path->method));
    if (isWanted && !isPassedOn(path->surface)) {
        // Passing these on would hand a backend a path that it may not know, and a client's key
        // with the query.
        const Error error{ErrorKind::NotFound,
                          "this protocol is not spoken here yet; use the OpenAI paths under /v1",
                          {}};
        sendRefusal(*exchange, {path->surface, error, {}}, commonFields);
        exchange.reset();
        return true;
    }
    if (isWanted) {
        startSession(std::move(exchange), std::move(*path), commonFields);
        return true;
    }
    if (!path->isKnown)
        return false;
    if (request.method == "OPTIONS")
        sendOptions(*exchange, allowed, commonFields);
    else
        sendRefusal(*exchange, {path->surface, wrongMethod(allowed), allowed}, commonFields);
    exchange.reset();
    return true;
}

void InferenceApi::answerList(http::Exchange &exchange, const protocol::ModelListPath &path,
                              const HeaderList &commonFields)
{
    const http::Request &request = exchange.request();
    const protocol::Surface surface = listSurface(path, request.fields);
    const std::string allowed(protocol::allowedMethods(protocol::PathMethod::Get));
    if (request.method == "OPTIONS")
        return sendOptions(exchange, allowed, commonFields);
    if (request.method != "GET" && request.method != "HEAD")
        return sendRefusal(exchange, {surface, wrongMethod(allowed), allowed}, commonFields);
    std::shared_ptr<const std::string> body
        = path.id ? m_lists.entry(surface, *path.id) : m_lists.list(surface);
    if (!body) {
        const Error unknown{ErrorKind::ModelNotFound,
                            "the model \"" + *path.id
                                + "\" is not served here; GET /v1/models lists those that are",
                            "model"};
        return sendRefusal(exchange, {surface, unknown, {}}, commonFields);
    }
    HeaderList fields;
    fields.append("Content-Type", "application/json");
    for (const HeaderList::Field &field : commonFields)
        fields.append(field.name, field.value);
    exchange.send(200, fields, std::move(body));
}

void InferenceApi::startSession(std::unique_ptr<http::Exchange> exchange,
                                protocol::InferencePath path, const HeaderList &commonFields)
{
    const auto session = std::make_shared<RequestSession>(
        m_context, std::move(exchange), std::move(path), commonFields,
        std::uint64_t(m_state.settings().server.maxBodyBytes), [this](RequestSession &ended) {
            // It is called from inside the session, which must live until that returns.
            auto held = m_sessions.extract(&ended);
            m_context.poller.defer([kept = std::move(held.mapped())] {});
        });
    m_sessions.emplace(session.get(), session);
    session->start();
}

} // namespace homeward::engine

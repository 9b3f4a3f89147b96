// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/router_engine.h"

#include "protocol/error_body.h"
#include "protocol/inference_path.h"
#include "protocol/nearest_path.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace homeward::engine {

namespace {

constexpr std::string_view allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

void refuse(http::Exchange &exchange, const Error &error, const HeaderList &commonFields = {})
{
    const auto path = protocol::inferencePathFromTarget(exchange.request().path());
    protocol::ErrorAnswer answer
        = protocol::errorAnswer(path ? path->surface : protocol::Surface::OpenAi, error);
    HeaderList fields;
    fields.append("Content-Type", answer.contentType);
    for (const HeaderList::Field &field : commonFields)
        fields.append(field.name, field.value);
    exchange.send(answer.status, fields,
                  std::make_shared<const std::string>(std::move(answer.body)));
}

bool hasCredentials(const HeaderList &fields)
{
    return fields.find("Cookie") || fields.find("Authorization") || fields.find("x-api-key")
        || fields.find("x-goog-api-key");
}

bool isInferencePath(std::string_view path)
{
    return protocol::modelListPathFromTarget(path) || protocol::inferencePathFromTarget(path);
}

} // namespace

RouterEngine::RouterEngine(InferenceApi &inference, ManagementApi &management)
    : m_inference(inference),
      m_management(management)
{
    const std::vector<std::string> &others = management.paths();
    m_knownPaths.insert(m_knownPaths.end(), others.begin(), others.end());
}

void RouterEngine::handle(std::unique_ptr<http::Exchange> exchange)
{
    const http::Request &request = exchange->request();
    // A Unix socket cannot be reached by a page in a browser, whatever name it makes up.
    const auto host = request.fields.find("Host");
    if (host && !request.isUnix && !http::isHostAllowed(*host, m_policy)) {
        return refuse(*exchange,
                      {ErrorKind::HostNotAllowed,
                       "this Host is not one of the router's own names; add it to "
                       "server.allowed_hosts if it should be",
                       {}});
    }
    HeaderList commonFields;
    if (const auto origin = request.fields.find("Origin")) {
        if (!http::isOriginAllowed({.origin = *origin,
                                    .isInference = isInferencePath(request.path()),
                                    .hasCredentials = hasCredentials(request.fields)},
                                   m_policy)) {
            return refuse(*exchange,
                          {ErrorKind::OriginNotAllowed,
                           "pages of this Origin may not use the router; add it to "
                           "server.cors_origins if they should",
                           {}});
        }
        if (http::isPreflight(request.method, request.fields)) {
            HeaderList fields;
            http::appendPreflightFields(request.fields, allMethods, fields);
            return exchange->send(204, fields, std::make_shared<const std::string>());
        }
        http::appendCorsFields(*origin, commonFields);
    }
    // Under /v1/ is nothing but inference, and most requests go there.
    if (request.path().starts_with("/v1/") && m_inference.take(exchange, commonFields))
        return;
    // The management calls go before the rest: some stand under a prefix of inference.
    if (exchange && m_management.take(exchange, commonFields))
        return;
    if (m_inference.take(exchange, commonFields))
        return;
    refuse(*exchange, protocol::unknownPath(exchange->request().path(), m_knownPaths),
           commonFields);
}

std::string RouterEngine::refusalBody(int status, std::string_view code, std::string_view message)
{
    const nlohmann::ordered_json body{
        {"error",
         {{"message", message},
          {"type", status >= 500 ? "server_error" : "invalid_request_error"},
          {"param", nullptr},
          {"code", code}}}};
    return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace homeward::engine

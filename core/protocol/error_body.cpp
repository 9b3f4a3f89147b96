// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/error_body.h"

#include "protocol/json_string.h"

namespace homeward::protocol {

namespace {

constexpr std::string_view jsonType = "application/json";

constexpr std::string_view requestError = "invalid_request_error";
constexpr std::string_view serverError = "server_error";

/// `{"message":...,"type":...,"param":...,"code":...` without the brace at the end.
std::string openAiFields(const Error &error)
{
    std::string json = "{\"message\":";
    appendJsonString(json, error.message);
    json += ",\"type\":";
    appendJsonString(json, errorRowOf(error.kind).openAiType);
    json += ",\"param\":";
    if (error.parameter.empty())
        json += "null";
    else
        appendJsonString(json, error.parameter);
    json += ",\"code\":";
    appendJsonString(json, nameOf(error.kind));
    return json;
}

std::string openAiBody(const Error &error, const ErrorContext &context)
{
    std::string json = "{\"error\":" + openAiFields(error);
    if (!context.requestModel.empty())
        json += ",\"request_model\":" + jsonString(context.requestModel);
    if (!context.routedModel.empty())
        json += ",\"routed_model\":" + jsonString(context.routedModel);
    return json + "}}";
}

/// The error event of the responses API has its fields at the top; `error` repeats them, so that
/// every OpenAI stream says it at the same place.
std::string responsesEventData(const Error &error)
{
    std::string json = "{\"type\":\"error\",\"code\":" + jsonString(nameOf(error.kind));
    json += ",\"message\":" + jsonString(error.message);
    json += ",\"param\":null,\"error\":" + openAiFields(error);
    return json + "}}";
}

std::string anthropicBody(const Error &error)
{
    return "{\"type\":\"error\",\"error\":{\"type\":"
        + jsonString(errorRowOf(error.kind).anthropicType)
        + ",\"message\":" + jsonString(error.message) + "}}";
}

std::string geminiBody(const Error &error)
{
    const ErrorRow &row = errorRowOf(error.kind);
    return "{\"error\":{\"code\":" + std::to_string(row.status) + ",\"message\":"
        + jsonString(error.message) + ",\"status\":" + jsonString(row.geminiStatus) + "}}";
}

std::string ollamaBody(const Error &error)
{
    return "{\"error\":" + jsonString(error.message) + '}';
}

std::string bodyFor(Surface surface, const Error &error, const ErrorContext &context)
{
    switch (surface) {
    case Surface::OpenAi:
    case Surface::OpenAiResponses:
        return openAiBody(error, context);
    case Surface::Anthropic:
        return anthropicBody(error);
    case Surface::Gemini:
        return geminiBody(error);
    case Surface::Ollama:
        return ollamaBody(error);
    }
    return {};
}

} // namespace

const ErrorRow &errorRowOf(ErrorKind kind)
{
    static constexpr ErrorRow badRequest{400, requestError, requestError, "INVALID_ARGUMENT"};
    static constexpr ErrorRow noKey{401, requestError, "authentication_error", "UNAUTHENTICATED"};
    static constexpr ErrorRow forbidden{403, "permission_error", "permission_error",
                                        "PERMISSION_DENIED"};
    static constexpr ErrorRow notFound{404, requestError, "not_found_error", "NOT_FOUND"};
    static constexpr ErrorRow badMethod{405, requestError, requestError, "UNIMPLEMENTED"};
    static constexpr ErrorRow conflict{409, requestError, requestError, "ABORTED"};
    static constexpr ErrorRow tooLarge{413, requestError, "request_too_large", "INVALID_ARGUMENT"};
    static constexpr ErrorRow unsupported{415, requestError, requestError, "INVALID_ARGUMENT"};
    static constexpr ErrorRow rateLimit{429, "rate_limit_error", "rate_limit_error",
                                        "RESOURCE_EXHAUSTED"};
    static constexpr ErrorRow internal{500, serverError, "api_error", "INTERNAL"};
    static constexpr ErrorRow badUpstream{502, serverError, "api_error", "UNAVAILABLE"};
    static constexpr ErrorRow unavailable{503, serverError, "overloaded_error", "UNAVAILABLE"};
    static constexpr ErrorRow timeout{504, serverError, "timeout_error", "DEADLINE_EXCEEDED"};
    static constexpr ErrorRow loop{508, serverError, "api_error", "FAILED_PRECONDITION"};

    switch (kind) {
    case ErrorKind::InvalidRequest:
        return badRequest;
    case ErrorKind::InvalidApiKey:
        return noKey;
    case ErrorKind::ModelNotAllowed:
    case ErrorKind::AddressNotAllowed:
    case ErrorKind::NoBackendAllowed:
    case ErrorKind::ScopeMissing:
    case ErrorKind::HostNotAllowed:
    case ErrorKind::OriginNotAllowed:
        return forbidden;
    case ErrorKind::ModelNotFound:
    case ErrorKind::NotFound:
        return notFound;
    case ErrorKind::MethodNotAllowed:
        return badMethod;
    case ErrorKind::Conflict:
        return conflict;
    case ErrorKind::BodyTooLarge:
        return tooLarge;
    case ErrorKind::UnsupportedEncoding:
    case ErrorKind::UnsupportedMediaType:
        return unsupported;
    case ErrorKind::RateLimitExceeded:
        return rateLimit;
    case ErrorKind::UpstreamUnreachable:
    case ErrorKind::UpstreamInvalidResponse:
    case ErrorKind::UpstreamStreamBroken:
        return badUpstream;
    case ErrorKind::ModelUnavailable:
    case ErrorKind::ShuttingDown:
        return unavailable;
    case ErrorKind::UpstreamTimeout:
        return timeout;
    case ErrorKind::LoopDetected:
        return loop;
    case ErrorKind::RewriteCycle:
    case ErrorKind::StorageFailed:
    case ErrorKind::Internal:
        return internal;
    }
    return internal;
}

ErrorAnswer errorAnswer(Surface surface, const Error &error, const ErrorContext &context)
{
    return ErrorAnswer{.status = errorRowOf(error.kind).status,
                       .contentType = jsonType,
                       .body = bodyFor(surface, error, context)};
}

std::string streamErrorEvent(Surface surface, const Error &error)
{
    switch (surface) {
    case Surface::OpenAi:
    case Surface::Gemini:
        return "data: " + bodyFor(surface, error, {}) + "\n\n";
    case Surface::OpenAiResponses:
        return "event: error\ndata: " + responsesEventData(error) + "\n\n";
    case Surface::Anthropic:
        return "event: error\ndata: " + anthropicBody(error) + "\n\n";
    case Surface::Ollama:
        return ollamaBody(error) + '\n';
    }
    return {};
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/error.h"

namespace homeward {

std::string_view nameOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::InvalidRequest:
        return "invalid_request";
    case ErrorKind::InvalidApiKey:
        return "invalid_api_key";
    case ErrorKind::ModelNotAllowed:
        return "model_not_allowed";
    case ErrorKind::AddressNotAllowed:
        return "address_not_allowed";
    case ErrorKind::NoBackendAllowed:
        return "no_backend_allowed";
    case ErrorKind::ScopeMissing:
        return "scope_missing";
    case ErrorKind::HostNotAllowed:
        return "host_not_allowed";
    case ErrorKind::OriginNotAllowed:
        return "origin_not_allowed";
    case ErrorKind::ModelNotFound:
        return "model_not_found";
    case ErrorKind::NotFound:
        return "not_found";
    case ErrorKind::MethodNotAllowed:
        return "method_not_allowed";
    case ErrorKind::Conflict:
        return "conflict";
    case ErrorKind::BodyTooLarge:
        return "body_too_large";
    case ErrorKind::UnsupportedEncoding:
        return "unsupported_encoding";
    case ErrorKind::UnsupportedMediaType:
        return "unsupported_media_type";
    case ErrorKind::RateLimitExceeded:
        return "rate_limit_exceeded";
    case ErrorKind::RewriteCycle:
        return "rewrite_cycle";
    case ErrorKind::UpstreamUnreachable:
        return "upstream_unreachable";
    case ErrorKind::UpstreamInvalidResponse:
        return "upstream_invalid_response";
    case ErrorKind::UpstreamStreamBroken:
        return "upstream_stream_broken";
    case ErrorKind::ModelUnavailable:
        return "model_unavailable";
    case ErrorKind::UpstreamTimeout:
        return "upstream_timeout";
    case ErrorKind::LoopDetected:
        return "loop_detected";
    case ErrorKind::ShuttingDown:
        return "shutting_down";
    case ErrorKind::StorageFailed:
        return "storage_failed";
    case ErrorKind::Internal:
        return "internal_error";
    }
    return "internal_error";
}

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

/// What can go wrong, as one vocabulary for all modules; protocol/error_body turns it into answers.

namespace homeward {

/// The kinds of failure that a caller can tell apart. Each kind has one row in the table that maps
/// kinds to an HTTP status and a `code` (http-api.md, section 1, Errors).
enum class ErrorKind {
    InvalidRequest,
    InvalidApiKey,
    ModelNotAllowed,
    AddressNotAllowed,
    NoBackendAllowed,
    ScopeMissing,
    HostNotAllowed,
    OriginNotAllowed,
    ModelNotFound,
    NotFound,
    MethodNotAllowed,
    Conflict,
    BodyTooLarge,
    UnsupportedEncoding,
    UnsupportedMediaType,
    RateLimitExceeded,
    RewriteCycle,
    UpstreamUnreachable,
    UpstreamInvalidResponse,
    UpstreamStreamBroken,
    ModelUnavailable,
    UpstreamTimeout,
    LoopDetected,
    ShuttingDown,
    StorageFailed,
    Internal,
};

/// One failure: what kind, a sentence that reads well after "Could not ...: ", and, where there is
/// one, the field or parameter that it is about. Never holds a key, a prompt or a backend's URL.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string message;
    std::string parameter;

    bool operator==(const Error &) const = default;
};

/// The name of a kind for logs, in the words of the HTTP contract where it has one.
std::string_view nameOf(ErrorKind kind);

} // namespace homeward

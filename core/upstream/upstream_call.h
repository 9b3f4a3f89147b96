// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/header_list.h"
#include "base/shared_bytes.h"
#include "net/connector.h"
#include "upstream/http1_response_reader.h"

#include <memory>
#include <string>
#include <string_view>

/// One request to one server: what it is made of, and what is told of its answer.

namespace homeward::upstream {

/// Where a request goes. Connections are shared by the requests whose origin is equal.
struct Origin
{
    net::ConnectTarget address;
    /// What the Host field says: `127.0.0.1:8080`.
    std::string authority;
};

struct UpstreamRequest
{
    std::string method;
    /// Path and query, as they go into the request line.
    std::string target;
    /// Without Host, Connection and the fields of framing, which the client adds.
    HeaderList fields;
    /// Null means no body and no Content-Length; an empty one is sent as `Content-Length: 0`.
    SharedBytes body;
};

/// 0 means no limit.
struct CallLimits
{
    /// Name, connection and TLS together.
    Duration connect{};
    /// From the request's last byte (or from the last progress of sending it) to the answer's head.
    Duration firstByte{};
    /// Between two pieces of the body; does not run while reading is paused.
    Duration idle{};
    /// From the start to the end of the answer.
    Duration total{};
};

enum class CallFailureKind {
    /// The name is not known.
    Resolve,
    /// A machine answered that nothing listens there.
    Refused,
    /// Unreachable, or reset before the connection stood.
    Connect,
    Tls,
    ConnectTimeout,
    /// The connection ended before the answer's head was complete.
    NoAnswer,
    FirstByteTimeout,
    /// What came is no answer of HTTP/1.1; before or after the head.
    InvalidAnswer,
    /// The connection ended inside the body.
    Cut,
    IdleTimeout,
    TotalTimeout,
};

struct CallFailure
{
    CallFailureKind kind = CallFailureKind::Connect;
    /// What happened, without any address.
    std::string reason;
    /// For ConnectTimeout: how far the connection had come.
    net::ConnectFailure::Stage connectStage = net::ConnectFailure::Stage::Connect;
};

constexpr bool isTimeout(CallFailureKind kind)
{
    return kind == CallFailureKind::ConnectTimeout || kind == CallFailureKind::FirstByteTimeout
        || kind == CallFailureKind::IdleTimeout || kind == CallFailureKind::TotalTimeout;
}

/// Called on the client's thread, never from inside UpstreamClient::call(). Head comes once, then
/// pieces of the body, then exactly one of Finished and Failed; Failed may come at any time before.
/// The observer may destroy the call from inside any of these.
class CallObserver
{
public:
    virtual ~CallObserver() = default;
    virtual void upstreamHead(const ResponseHead &head) = 0;
    /// The bytes of the body without their framing, as they arrived; the view holds until return.
    virtual void upstreamBody(std::string_view bytes) = 0;
    virtual void upstreamFinished() = 0;
    virtual void upstreamFailed(const CallFailure &failure) = 0;
};

/// A request that is under way. Its destruction closes the connection unless the answer is
/// complete.
class UpstreamCall
{
public:
    virtual ~UpstreamCall() = default;
    /// While paused nothing of the body is delivered, and the server is held back by TCP.
    virtual void setReading(bool isReading) = 0;
};

} // namespace homeward::upstream

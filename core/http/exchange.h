// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"
#include "base/shared_bytes.h"
#include "net/ip_address.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// One request of a client and the means to answer it.

namespace homeward::http {

/// A request that passed the guard, complete with its body.
struct Request
{
    std::string method;
    /// Path and query as the client sent them; an absolute form is cut to its path.
    std::string target;
    HeaderList fields;
    /// Without the framing of chunks; never null.
    SharedBytes body;
    /// The client announced a body (a Content-Length beyond 0, or chunks).
    bool hasBody = false;
    /// The x of HTTP/1.x.
    int minorVersion = 1;
    /// The client takes another answer on its connection.
    bool isKeepAlive = true;
    net::Endpoint peer;
    /// Came over a Unix socket: the peer has no address.
    bool isUnix = false;

    /// The part of the target before `?`, and the part behind it.
    std::string_view path() const;
    std::string_view query() const;
};

class ExchangeObserver
{
public:
    virtual ~ExchangeObserver() = default;
    /// The client left before the answer was complete. Nothing more is sent; called once, later
    /// than any call of the exchange. The observer may destroy the exchange.
    virtual void clientLeft() = 0;
    /// pendingOutput() has come down to 0 again.
    virtual void outputDrained() { }
};

/// Lives on the server's thread. Its destruction before the end of the answer cuts the connection,
/// so that no client takes half an answer for a whole one.
class Exchange
{
public:
    virtual ~Exchange() = default;

    virtual const Request &request() const = 0;
    virtual void setObserver(ExchangeObserver *observer) = 0;

    /// Begins an answer. Date, Connection and the framing are added here and must not be in
    /// `fields`. Without `contentLength` the body is chunked, or ends with the connection in
    /// HTTP/1.0. For HEAD the fields go out as GET would have them and the body does not. The head
    /// waits for the first piece of the body, so that both leave in one segment, but no longer than
    /// this turn of the loop.
    virtual void sendHead(int status, const HeaderList &fields,
                          std::optional<std::uint64_t> contentLength)
        = 0;
    /// The next bytes of the body; goes out at once.
    virtual void sendBody(std::string_view bytes) = 0;
    /// The answer is complete. The exchange is spent and may be destroyed.
    virtual void finish() = 0;
    /// A whole answer at once.
    virtual void send(int status, const HeaderList &fields, SharedBytes body) = 0;
    /// Ends the connection so that the client sees that the answer is not complete.
    virtual void abort() = 0;
    /// The connection ends after this answer; before sendHead() or send().
    virtual void closeAfterwards() = 0;

    /// Bytes that the system has not taken yet; the caller stops its source above a bound of its
    /// own.
    virtual std::size_t pendingOutput() const = 0;
    virtual bool isHeadSent() const = 0;
};

class RequestHandler
{
public:
    virtual ~RequestHandler() = default;
    /// Called on the server's thread. Keeps the exchange until the answer is complete.
    virtual void handle(std::unique_ptr<Exchange> exchange) = 0;
    /// The body of an answer that the guard gives by itself, as JSON.
    virtual std::string refusalBody(int status, std::string_view code, std::string_view message)
        = 0;
};

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/incoming_request.h"

#include <string>
#include <utility>

namespace homeward::http {

void IncomingRequest::begin(RequestHead &head, const net::Endpoint &peer, bool isUnix,
                            BodyStore &bodies)
{
    const auto announced = std::size_t(head.contentLength.value_or(0));
    m_request = std::make_unique<Request>();
    m_request->method = std::move(head.method);
    m_request->target = std::move(head.target);
    m_request->fields = std::move(head.fields);
    m_request->hasBody = head.isChunked || announced > 0;
    m_request->minorVersion = head.minorVersion;
    m_request->isKeepAlive = head.isKeepAlive;
    m_request->peer = peer;
    m_request->isUnix = isUnix;
    if (!m_request->hasBody)
        return;
    m_body = bodies.take(announced);
    m_body->expect(announced);
}

std::unique_ptr<Request> IncomingRequest::take()
{
    static const auto none = std::make_shared<const std::string>();
    if (m_body) {
        const std::string_view bytes = m_body->bytes();
        m_request->body = SharedBytes(std::move(m_body), bytes);
    } else {
        m_request->body = SharedBytes(none);
    }
    return std::move(m_request);
}

void IncomingRequest::drop()
{
    m_request.reset();
    m_body.reset();
}

} // namespace homeward::http

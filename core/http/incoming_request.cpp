// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/incoming_request.h"

#include <algorithm>
#include <utility>

namespace homeward::http {

namespace {

/// The first room for a body that is longer, and how many times larger each next one is: few steps,
/// so that little is copied, and never much more than has come.
constexpr std::size_t firstRoom = 256 * 1024;
constexpr std::size_t roomGrowth = 4;

} // namespace

void IncomingRequest::begin(RequestHead &head, const net::Endpoint &peer, bool isUnix)
{
    m_announced = std::size_t(head.contentLength.value_or(0));
    m_request = std::make_unique<Request>();
    m_request->method = std::move(head.method);
    m_request->target = std::move(head.target);
    m_request->fields = std::move(head.fields);
    m_request->hasBody = head.isChunked || m_announced > 0;
    m_request->minorVersion = head.minorVersion;
    m_request->isKeepAlive = head.isKeepAlive;
    m_request->peer = peer;
    m_request->isUnix = isUnix;
    m_body = std::make_shared<std::string>();
    m_body->reserve(std::min(m_announced, firstRoom));
}

void IncomingRequest::append(std::string_view bytes)
{
    const std::size_t needed = m_body->size() + bytes.size();
    // Chunks announce nothing: there the string grows as it likes.
    if (needed > m_body->capacity() && m_announced >= needed)
        m_body->reserve(std::min(m_announced, std::max(needed, roomGrowth * m_body->capacity())));
    m_body->append(bytes);
}

std::unique_ptr<Request> IncomingRequest::take()
{
    m_request->body = std::move(m_body);
    return std::move(m_request);
}

void IncomingRequest::drop()
{
    m_request.reset();
    m_body.reset();
}

} // namespace homeward::http

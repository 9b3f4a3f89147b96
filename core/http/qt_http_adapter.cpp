// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/qt_http_adapter.h"

#include <utility>

namespace homeward::http {

RequestParser::RequestParser() = default;

RequestParser::~RequestParser() = default;

void RequestParser::pass(ClientConnection &connection, std::unique_ptr<Request> request)
{
    connection.handOver(std::move(request));
}

} // namespace homeward::http

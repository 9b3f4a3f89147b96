// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/exchange.h"
#include "protocol/content_decoder.h"
#include "protocol/multipart_facts.h"
#include "protocol/request_facts.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace homeward::engine {

/// Reads what the router needs of a request's body, a slice at a time: takes a content coding off,
/// and finds the model.
class BodyReading
{
public:
    enum class Step { More, Done };

    /// The request must outlive it. `limit` is for the decoded body, in bytes.
    BodyReading(const http::Request &request, std::uint64_t limit);

    Step next();
    /// After Done. Its errors are those of http-api.md, section 1.
    Result<protocol::RequestFacts> facts() const { return *m_facts; }
    /// After Done: the body without its coding; the client's own where it has none.
    SharedBytes body() const { return m_body; }

private:
    Step decodeNext();
    void beginFacts();
    Step readNext();
    Step end(Result<protocol::RequestFacts> facts);

    const http::Request &m_request;
    std::uint64_t m_limit;
    SharedBytes m_body;
    std::shared_ptr<std::string> m_decoded;
    std::unique_ptr<protocol::ContentDecoder> m_decoder;
    std::optional<protocol::MultipartFactsReader> m_multipart;
    protocol::RequestFactsReader m_json;
    std::size_t m_readBytes = 0;
    std::optional<Result<protocol::RequestFacts>> m_facts;
};

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/body_reading.h"

#include <algorithm>
#include <utility>

namespace homeward::engine {

namespace {

/// So much is read before others get their turn: well under a millisecond.
constexpr std::size_t sliceBytes = std::size_t(1024) << 10;

} // namespace

BodyReading::BodyReading(const http::Request &request, std::uint64_t limit)
    : m_request(request),
      m_limit(limit),
      m_body(request.body)
{
    const std::string_view coding = request.fields.find("Content-Encoding").value_or("");
    if (request.fields.count("Content-Encoding") <= 1 && protocol::isIdentityCoding(coding)) {
        beginFacts();
        return;
    }
    m_decoder = request.fields.count("Content-Encoding") == 1
        ? protocol::ContentDecoder::create(coding, request.body.view(), limit)
        : nullptr;
    m_decoded = std::make_shared<std::string>();
    if (!m_decoder) {
        end(Error{
            ErrorKind::UnsupportedEncoding,
            "the body's Content-Encoding is not understood; send it plain, or as one of gzip, "
            "deflate, br and zstd",
            {}});
    }
}

BodyReading::Step BodyReading::end(Result<protocol::RequestFacts> facts)
{
    m_facts = std::move(facts);
    return Step::Done;
}

BodyReading::Step BodyReading::next()
{
    if (m_facts)
        return Step::Done;
    return m_decoder ? decodeNext() : readNext();
}

BodyReading::Step BodyReading::decodeNext()
{
    switch (m_decoder->next(*m_decoded)) {
    case protocol::ContentDecoder::Step::More:
        return Step::More;
    case protocol::ContentDecoder::Step::Done:
        m_decoder.reset();
        m_body = std::shared_ptr<const std::string>(std::move(m_decoded));
        beginFacts();
        return Step::More;
    case protocol::ContentDecoder::Step::TooLarge:
        return end(Error{ErrorKind::BodyTooLarge,
                         "the decoded body is over the limit of " + std::to_string(m_limit)
                             + " bytes (server.max_body_bytes)",
                         {}});
    case protocol::ContentDecoder::Step::Failed:
        break;
    }
    return end(Error{ErrorKind::InvalidRequest,
                     "the body is not what its Content-Encoding says; check how it was compressed",
                     {}});
}

void BodyReading::beginFacts()
{
    const std::string_view type = m_request.fields.find("Content-Type").value_or("");
    if (auto boundary = protocol::multipartBoundary(type))
        m_multipart.emplace(std::move(*boundary), m_body.view());
}

BodyReading::Step BodyReading::readNext()
{
    if (m_multipart) {
        if (!m_multipart->step(sliceBytes))
            return Step::More;
        return end(m_multipart->finish());
    }
    const std::string_view slice = m_body.view().substr(m_readBytes, sliceBytes);
    m_json.feed(slice);
    m_readBytes += slice.size();
    if (m_readBytes < m_body.size() && !m_json.hasFailed())
        return Step::More;
    return end(m_json.finish());
}

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "protocol/request_facts.h"

#include <optional>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// The boundary of `multipart/form-data` (RFC 7578, RFC 2046); nothing for another content type, or
/// one without a usable boundary.
std::optional<std::string> multipartBoundary(std::string_view contentType);

/// Finds the form fields `model` and `stream` in a complete body, some bytes at a time, so that a
/// large upload does not hold up the thread. The bytes are not touched.
class MultipartFactsReader
{
public:
    /// The body must outlive this.
    MultipartFactsReader(std::string boundary, std::string_view body);

    /// Reads on; true when the end is reached, or the body is known to be faulty.
    bool step(std::size_t byteCount);
    Result<RequestFacts> finish() const;

private:
    enum class Field { Other, Model, Stream };

    /// What the head of a part says.
    struct Part
    {
        Field field = Field::Other;
        bool hasDisposition = false;
        bool isFile = false;
        bool isEncoded = false;
    };

    std::size_t findDelimiter(std::size_t from, std::size_t to) const;
    void endPart(std::size_t end);
    /// False for a faulty head; else the content begins at m_contentBegin.
    bool beginPart(std::size_t headBegin);
    void readHeadLine(std::string_view line);
    bool useDelimiter(std::size_t place);
    void takeModel(std::string_view content, const Span &span);
    void fail(std::string_view problem);
    void refuse(std::string message);

    std::string m_delimiter;
    std::string_view m_body;
    std::size_t m_searchFrom = 0;
    std::size_t m_contentBegin = 0;
    bool m_isInPart = false;
    bool m_isAtEnd = false;
    Part m_part;
    RequestFacts m_facts;
    std::optional<Error> m_error;
};

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/multipart_facts.h"

#include "base/header_list.h"
#include "protocol/field_parameters.h"
#include "protocol/model_name.h"

#include <algorithm>
#include <utility>

namespace homeward::protocol {

namespace {

/// RFC 2046 allows 70.
constexpr std::size_t boundaryLimit = 200;
constexpr std::size_t headLimit = std::size_t(16) * 1024;
/// A form that repeats the value more often is no honest request.
constexpr std::size_t modelSpanLimit = 16;
constexpr std::string_view lineEnd = "\r\n";

struct PartField
{
    std::string_view name;
    std::string_view value;
};

/// Nothing for a line that is no field; one that goes on with the field above is none either.
std::optional<PartField> partFieldFrom(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.find_first_of(" \t") < colon)
        return std::nullopt;
    return PartField{.name = line.substr(0, colon), .value = line.substr(colon + 1)};
}

/// True for a Content-Transfer-Encoding that leaves the content as it is.
bool isPlainEncoding(std::string_view value)
{
    const auto field = parameterizedFieldFromText(value);
    return field
        && (equalsIgnoringCase(field->essence, "7bit") || equalsIgnoringCase(field->essence, "8bit")
            || equalsIgnoringCase(field->essence, "binary"));
}

} // namespace

std::optional<std::string> multipartBoundary(std::string_view contentType)
{
    const auto field = parameterizedFieldFromText(contentType);
    if (!field || !equalsIgnoringCase(field->essence, "multipart/form-data")
        || field->count("boundary") != 1) {
        return std::nullopt;
    }
    const std::string_view boundary = *field->find("boundary");
    if (boundary.empty() || boundary.size() > boundaryLimit || boundary.ends_with(' '))
        return std::nullopt;
    return std::string(boundary);
}

MultipartFactsReader::MultipartFactsReader(std::string boundary, std::string_view body)
    : m_delimiter("\r\n--" + std::move(boundary)),
      m_body(body)
{ }

void MultipartFactsReader::fail(std::string_view problem)
{
    m_error = Error{
        ErrorKind::InvalidRequest, "the multipart body is not valid: " + std::string(problem), {}};
}

void MultipartFactsReader::refuse(std::string message)
{
    m_error = Error{ErrorKind::InvalidRequest, std::move(message), "model"};
}

/// Nothing is looked at twice: the one CR of the delimiter is its first byte.
std::size_t MultipartFactsReader::findDelimiter(std::size_t from, std::size_t to) const
{
    const std::size_t found = m_body.substr(from, to - from).find(m_delimiter);
    return found == std::string_view::npos ? found : from + found;
}

bool MultipartFactsReader::step(std::size_t byteCount)
{
    if (m_isAtEnd || m_error)
        return true;
    // Nothing has to stand before the first delimiter, not even a line end.
    if (m_searchFrom == 0 && !m_isInPart
        && m_body.starts_with(std::string_view(m_delimiter).substr(lineEnd.size()))) {
        return useDelimiter(std::string_view::npos);
    }
    const std::size_t to = std::min(m_body.size(), m_searchFrom + byteCount + m_delimiter.size());
    const std::size_t place = findDelimiter(m_searchFrom, to);
    if (place != std::string_view::npos)
        return useDelimiter(place);
    if (to == m_body.size()) {
        fail("its closing boundary is missing");
        return true;
    }
    m_searchFrom = to - m_delimiter.size() + 1;
    return false;
}

/// `place` is where the delimiter begins; npos for one at the very start, without its line end.
bool MultipartFactsReader::useDelimiter(std::size_t place)
{
    if (m_isInPart)
        endPart(place);
    std::size_t next = place == std::string_view::npos ? m_delimiter.size() - lineEnd.size()
                                                       : place + m_delimiter.size();
    const bool isLast = m_body.substr(next, 2) == "--";
    next = std::min(m_body.find_first_not_of(" \t", isLast ? next + 2 : next), m_body.size());
    const bool isLineEnd = m_body.substr(next, 2) == lineEnd;
    if (!isLineEnd && !(isLast && next == m_body.size())) {
        fail("something stands behind a boundary");
        return true;
    }
    m_isAtEnd = isLast;
    if (isLast || !beginPart(next + lineEnd.size()))
        return true;
    m_isInPart = true;
    // The line end before a delimiter may be that of the empty line above an empty part.
    m_searchFrom = m_contentBegin - lineEnd.size();
    return m_error.has_value();
}

bool MultipartFactsReader::beginPart(std::size_t headBegin)
{
    const std::string_view head = m_body.substr(headBegin, headLimit);
    m_part = {};
    std::size_t place = 0;
    for (;;) {
        const std::size_t end = head.find(lineEnd, place);
        if (end == std::string_view::npos) {
            fail("the head of a part does not end");
            return false;
        }
        const std::string_view line = head.substr(place, end - place);
        place = end + lineEnd.size();
        if (line.empty())
            break;
        readHeadLine(line);
        if (m_error)
            return false;
    }
    m_contentBegin = headBegin + place;
    return true;
}

/// What two readers could take for different fields is refused: the backend would see another model
/// than we.
void MultipartFactsReader::readHeadLine(std::string_view line)
{
    const auto field = partFieldFrom(line);
    if (!field) {
        fail("the head of a part has a line that is no field");
        return;
    }
    if (equalsIgnoringCase(field->name, "Content-Transfer-Encoding")) {
        m_part.isEncoded = m_part.isEncoded || !isPlainEncoding(field->value);
        return;
    }
    if (!equalsIgnoringCase(field->name, "Content-Disposition"))
        return;
    const auto disposition = parameterizedFieldFromText(field->value);
    if (!disposition || m_part.hasDisposition || disposition->count("name") > 1
        || disposition->count("name*") > 0) {
        fail("the Content-Disposition of a part is not clear");
        return;
    }
    m_part.hasDisposition = true;
    m_part.isFile = disposition->count("filename") + disposition->count("filename*") > 0;
    const std::string_view name = disposition->find("name").value_or("");
    if (!equalsIgnoringCase(disposition->essence, "form-data"))
        return;
    if (name == "model")
        m_part.field = Field::Model;
    else if (name == "stream")
        m_part.field = Field::Stream;
}

void MultipartFactsReader::endPart(std::size_t end)
{
    const std::size_t begin = std::min(m_contentBegin, end);
    const std::string_view content = m_body.substr(begin, end - begin);
    switch (m_part.field) {
    case Field::Other:
        break;
    case Field::Stream:
        m_facts.isStream = equalsIgnoringCase(content, "true");
        break;
    case Field::Model:
        takeModel(content, {.offset = begin, .size = end - begin});
        break;
    }
}

void MultipartFactsReader::takeModel(std::string_view content, const Span &span)
{
    if (auto problem = modelNameProblem(content))
        m_error = std::move(problem);
    else if (m_part.isFile)
        refuse("the form field \"model\" is sent as a file; send it as plain text");
    else if (m_part.isEncoded)
        refuse("the form field \"model\" is sent encoded; send it as plain text");
    else if (!m_facts.modelSpans.empty() && m_facts.model != content)
        refuse("the form has more than one \"model\", and they differ");
    else if (m_facts.modelSpans.size() == modelSpanLimit)
        refuse("the form repeats \"model\" too often");
    m_facts.model = content;
    m_facts.modelSpans.push_back(span);
}

Result<RequestFacts> MultipartFactsReader::finish() const
{
    if (m_error)
        return *m_error;
    if (!m_isAtEnd)
        return Error{ErrorKind::InvalidRequest, "the multipart body is not complete", {}};
    if (m_facts.modelSpans.empty())
        return Error{ErrorKind::InvalidRequest, "the form field \"model\" is missing", "model"};
    return m_facts;
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/multipart_facts.h"

#include "base/header_list.h"
#include "protocol/model_name.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace homeward::protocol {

namespace {

constexpr std::size_t boundaryLimit = 200;
constexpr std::size_t headLimit = 16 * 1024;
constexpr std::string_view lineEnd = "\r\n";

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The value of a parameter of a field such as Content-Type, without its quotes.
std::optional<std::string> parameterOf(std::string_view value, std::string_view name)
{
    std::size_t place = value.find(';');
    while (place < value.size()) {
        value = trimmed(value.substr(place + 1));
        const std::size_t equals = value.find('=');
        if (equals == std::string_view::npos)
            return std::nullopt;
        const bool isWanted = equalsIgnoringCase(trimmed(value.substr(0, equals)), name);
        value = trimmed(value.substr(equals + 1));
        std::string content;
        if (value.starts_with('"')) {
            std::size_t i = 1;
            for (; i < value.size() && value[i] != '"'; ++i) {
                if (value[i] == '\\' && i + 1 < value.size())
                    ++i;
                content += value[i];
            }
            if (i == value.size())
                return std::nullopt;
            value = value.substr(i + 1);
            place = value.find(';');
        } else {
            place = value.find(';');
            content = trimmed(value.substr(0, place));
        }
        if (isWanted)
            return content;
    }
    return std::nullopt;
}

std::string_view essenceOf(std::string_view value)
{
    return trimmed(value.substr(0, value.find(';')));
}

} // namespace

std::optional<std::string> multipartBoundary(std::string_view contentType)
{
    if (!equalsIgnoringCase(essenceOf(contentType), "multipart/form-data"))
        return std::nullopt;
    auto boundary = parameterOf(contentType, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > boundaryLimit)
        return std::nullopt;
    return boundary;
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

std::size_t MultipartFactsReader::findDelimiter(std::size_t from, std::size_t to) const
{
    const std::string_view window = m_body.substr(from, to - from);
    const std::boyer_moore_horspool_searcher searcher(m_delimiter.begin(), m_delimiter.end());
    const auto found = std::search(window.begin(), window.end(), searcher);
    return found == window.end() ? std::string_view::npos
                                 : from + std::size_t(found - window.begin());
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
    if (m_body.substr(next, 2) == "--") {
        m_isAtEnd = true;
        return true;
    }
    while (next < m_body.size() && (m_body[next] == ' ' || m_body[next] == '\t'))
        ++next;
    if (m_body.substr(next, 2) != lineEnd) {
        fail("something stands behind a boundary");
        return true;
    }
    if (!beginPart(next + 2))
        return true;
    m_isInPart = true;
    // The line end before a delimiter may be that of the empty line above an empty part.
    m_searchFrom = m_contentBegin - lineEnd.size();
    return m_error.has_value();
}

bool MultipartFactsReader::beginPart(std::size_t headBegin)
{
    m_field = Field::Other;
    std::size_t place = headBegin;
    for (;;) {
        const std::size_t end = m_body.substr(place, headLimit).find(lineEnd);
        if (end == std::string_view::npos || place - headBegin > headLimit) {
            fail("the head of a part does not end");
            return false;
        }
        const std::string_view line = m_body.substr(place, end);
        place += end + lineEnd.size();
        if (line.empty())
            break;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos
            || !equalsIgnoringCase(line.substr(0, colon), "Content-Disposition")) {
            continue;
        }
        const std::string_view value = trimmed(line.substr(colon + 1));
        // A file is no form field, whatever it is called.
        if (!equalsIgnoringCase(essenceOf(value), "form-data") || parameterOf(value, "filename"))
            continue;
        const auto name = parameterOf(value, "name");
        if (name == "model")
            m_field = Field::Model;
        else if (name == "stream")
            m_field = Field::Stream;
    }
    m_contentBegin = place;
    return true;
}

void MultipartFactsReader::endPart(std::size_t end)
{
    const std::size_t begin = std::min(m_contentBegin, end);
    const std::string_view content = m_body.substr(begin, end - begin);
    switch (m_field) {
    case Field::Other:
        break;
    case Field::Stream:
        m_facts.isStream = trimmed(content) == "true";
        break;
    case Field::Model:
        // As in JSON, the last of several counts, and all of them are replaced together.
        m_hasModel = true;
        m_facts.model = content;
        m_facts.modelSpans.push_back({.offset = begin, .size = end - begin});
        if (auto problem = modelNameProblem(content))
            m_error = std::move(problem);
        break;
    }
}

Result<RequestFacts> MultipartFactsReader::finish() const
{
    if (m_error)
        return *m_error;
    if (!m_isAtEnd)
        return Error{ErrorKind::InvalidRequest, "the multipart body is not complete", {}};
    if (!m_hasModel) {
        return Error{ErrorKind::InvalidRequest, "the form field \"model\" is missing", "model"};
    }
    return m_facts;
}

} // namespace homeward::protocol

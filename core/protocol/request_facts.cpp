// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/request_facts.h"

#include "base/header_list.h"
#include "protocol/model_name.h"

#include <utility>

namespace homeward::protocol {

namespace {

/// A body that repeats the value more often is no honest request.
constexpr std::size_t modelSpanLimit = 16;

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

} // namespace

void RequestFactsReader::feed(std::string_view piece)
{
    if (m_isAtFront)
        piece = behindMark(piece);
    if (!m_error)
        m_scanner.feed(piece, *this);
}

/// What begins like a mark and goes on otherwise is no JSON, and the scanner says so.
std::string_view RequestFactsReader::behindMark(std::string_view piece)
{
    while (!piece.empty() && piece.front() == byteOrderMark[m_markBytes]) {
        piece.remove_prefix(1);
        if (++m_markBytes == byteOrderMark.size()) {
            m_isAtFront = false;
            return piece;
        }
    }
    if (!piece.empty()) {
        m_isAtFront = false;
        m_scanner.feed(byteOrderMark.substr(0, std::exchange(m_markBytes, 0)), *this);
    }
    return piece;
}

Result<RequestFacts> RequestFactsReader::finish()
{
    if (m_error)
        return *m_error;
    if (!m_scanner.finish(*this)) {
        return Error{ErrorKind::InvalidRequest,
                     "the body is not valid JSON: " + std::string(toText(m_scanner.fault()))
                         + " at offset " + std::to_string(m_scanner.faultOffset() + m_markBytes),
                     {}};
    }
    if (m_error)
        return *m_error;
    if (!m_isObject)
        refuse("the body is not a JSON object with a \"model\"");
    else if (m_facts.modelSpans.empty())
        refuse("the body has no \"model\"; name a model that GET /v1/models lists");
    if (m_error)
        return *m_error;
    return std::move(m_facts);
}

std::size_t RequestFactsReader::valueBegins(const JsonPlace &place)
{
    m_begin = std::size_t(place.begin) + m_markBytes;
    m_member = Member::Other;
    if (place.depth == 0) {
        m_isObject = place.kind == JsonKind::Object;
        return 0;
    }
    if (!m_isObject)
        return 0;
    if (place.key == "stream") {
        m_member = Member::Stream;
        m_facts.isStream = false; // the last one counts, as in most readers of JSON
        return 0;
    }
    if (!equalsIgnoringCase(place.key, "model"))
        return 0;
    // Readers in Go (Ollama, LocalAI) take a key in any case: they would see another model than we.
    if (place.key != "model")
        refuse("the body has \"model\" in another spelling; write it in lower case");
    else if (place.kind != JsonKind::String)
        refuse("\"model\" is not a string");
    m_member = Member::Model;
    return modelNameLimit + 1;
}

void RequestFactsReader::valueEnds(const JsonEnd &end)
{
    if (end.depth != 1)
        return;
    if (m_member == Member::Stream && end.kind == JsonKind::True)
        m_facts.isStream = true;
    if (m_member == Member::Model)
        takeModel(end);
    m_member = Member::Other;
}

void RequestFactsReader::takeModel(const JsonEnd &end)
{
    if (const auto problem = modelNameProblem(end.text); problem && !m_error)
        m_error = problem;
    if (!end.isTextWhole)
        refuse("\"model\" has half of a surrogate pair");
    if (!m_facts.modelSpans.empty() && m_facts.model != end.text)
        refuse("the body has more than one \"model\", and they differ");
    if (m_facts.modelSpans.size() == modelSpanLimit)
        refuse("the body repeats \"model\" too often");
    m_facts.model = end.text;
    m_facts.modelSpans.push_back(
        Span{.offset = m_begin, .size = std::size_t(end.end) + m_markBytes - m_begin});
}

/// Keeps the first reason.
void RequestFactsReader::refuse(std::string message)
{
    if (!m_error)
        m_error = Error{ErrorKind::InvalidRequest, std::move(message), "model"};
}

} // namespace homeward::protocol

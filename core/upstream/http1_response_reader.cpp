// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/http1_response_reader.h"

#include "base/http_syntax.h"

#include <algorithm>

namespace homeward::upstream {

namespace {

constexpr std::size_t headLimit = 64 * 1024;
constexpr std::size_t fieldLimit = 200;
constexpr int interimLimit = 16;
/// `HTTP/1.1 200`, which a space and a reason may follow.
constexpr std::string_view versionStart = "HTTP/1.";
constexpr std::size_t statusStart = versionStart.size() + 2;
constexpr std::size_t statusEnd = statusStart + 3;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isInterim(int status)
{
    return status >= 100 && status < 200;
}

bool hasNoBody(int status)
{
    return status == 204 || status == 304;
}

bool asksToClose(const HeaderList &fields)
{
    for (const HeaderList::Field field : fields) {
        if (equalsIgnoringCase(field.name, "Connection") && listHasToken(field.value, "close"))
            return true;
    }
    return false;
}

} // namespace

void Http1ResponseReader::restart(AnswerTo method)
{
    m_method = method;
    m_state = State::StatusLine;
    m_lines.restart(headLimit);
    m_rest = m_body = m_problem = std::string_view();
    m_interimCount = 0;
}

Http1ResponseReader::Event Http1ResponseReader::next()
{
    switch (m_state) {
    case State::StatusLine:
    case State::Fields:
        return readHeadLine();
    case State::LengthBody:
        return readLengthBody();
    case State::ChunkedBody:
        return readChunkedBody();
    case State::CloseBody:
        return readCloseBody();
    case State::Ended:
        return Event::End;
    case State::Broken:
        break;
    }
    return Event::Failed;
}

bool Http1ResponseReader::finishByClose()
{
    if (m_state == State::CloseBody)
        m_state = State::Ended;
    return m_state == State::Ended;
}

Http1ResponseReader::Event Http1ResponseReader::readHeadLine()
{
    while (!m_rest.empty()) {
        const LineReader::Step step = m_lines.next(m_rest);
        m_rest.remove_prefix(step.consumed);
        if (step.problem == LineReader::Problem::BareLineFeed)
            return fail("a line feed without a carriage return in the head");
        if (step.problem == LineReader::Problem::TooLong)
            return fail("a head of more than 64 KiB");
        if (!step.hasLine) {
            // Whoever does not speak HTTP may never send a line end either.
            const auto begun = m_lines.unfinished().substr(0, versionStart.size());
            if (m_state == State::StatusLine && !versionStart.starts_with(begun))
                return fail("no HTTP/1.x status line");
            return Event::NeedMore;
        }
        const Event event
            = m_state == State::StatusLine ? useStatusLine(step.line) : useFieldLine(step.line);
        if (event != Event::NeedMore)
            return event;
    }
    return Event::NeedMore;
}

Http1ResponseReader::Event Http1ResponseReader::useStatusLine(std::string_view line)
{
    if (!line.starts_with(versionStart))
        return fail("no HTTP/1.x status line");
    if (line.size() < statusEnd || line[statusStart - 1] != ' '
        || (line[versionStart.size()] != '0' && line[versionStart.size()] != '1')) {
        return fail("a bad status line");
    }
    const auto digits = line.substr(statusStart, statusEnd - statusStart);
    const auto rest = line.substr(statusEnd);
    if (!std::all_of(digits.begin(), digits.end(), isDigit) || digits.front() < '1'
        || digits.front() > '5' || (!rest.empty() && rest.front() != ' ') || !isFieldValue(rest)) {
        return fail("a bad status line");
    }
    m_head.minorVersion = line[versionStart.size()] - '0';
    m_head.status = (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0');
    m_head.reason = rest.empty() ? rest : rest.substr(1);
    m_head.fields.clear();
    m_state = State::Fields;
    return Event::NeedMore;
}

Http1ResponseReader::Event Http1ResponseReader::useFieldLine(std::string_view line)
{
    if (line.empty())
        return finishHead();
    const FieldLine read = fieldLineFrom(line);
    if (!read.problem.empty())
        return fail(read.problem);
    if (m_head.fields.size() == fieldLimit)
        return fail("a head of more than 200 fields");
    m_head.fields.append(read.field.name, read.field.value);
    return Event::NeedMore;
}

Http1ResponseReader::Event Http1ResponseReader::finishHead()
{
    if (m_head.status == 101)
        return fail("a change of protocol (101) that nobody asked for");
    if (isInterim(m_head.status)) {
        if (++m_interimCount > interimLimit)
            return fail("more than 16 interim answers");
        m_state = State::StatusLine;
        m_lines.restart(headLimit);
        return Event::NeedMore;
    }
    const BodyFraming framing = bodyFramingOf(m_head.fields);
    if (!framing.problem.empty())
        return fail(framing.problem);
    if (framing.isChunked && m_head.minorVersion == 0)
        return fail("Transfer-Encoding in an HTTP/1.0 answer");
    m_head.contentLength = framing.contentLength;
    m_head.isChunked = framing.isChunked;
    chooseBody();
    return Event::Head;
}

void Http1ResponseReader::chooseBody()
{
    m_head.isKeepAlive = m_head.minorVersion == 1 && !asksToClose(m_head.fields);
    if (m_method == AnswerTo::Head || hasNoBody(m_head.status)) {
        // A server that announces a body where none may be is likely to send it all the same.
        const bool isBodyAnnounced = m_head.isChunked || m_head.contentLength.value_or(0) > 0;
        if (m_method != AnswerTo::Head && m_head.status == 204 && isBodyAnnounced)
            m_head.isKeepAlive = false;
        m_state = State::Ended;
    } else if (m_head.isChunked) {
        m_chunks.restart();
        m_state = State::ChunkedBody;
    } else if (m_head.contentLength) {
        m_bytesLeft = *m_head.contentLength;
        m_state = m_bytesLeft == 0 ? State::Ended : State::LengthBody;
    } else {
        m_head.isKeepAlive = false;
        m_state = State::CloseBody;
    }
}

Http1ResponseReader::Event Http1ResponseReader::readLengthBody()
{
    if (m_rest.empty())
        return Event::NeedMore;
    const auto count = std::size_t(std::min<std::uint64_t>(m_rest.size(), m_bytesLeft));
    m_body = m_rest.substr(0, count);
    m_rest.remove_prefix(count);
    m_bytesLeft -= count;
    if (m_bytesLeft == 0)
        m_state = State::Ended;
    return Event::Body;
}

Http1ResponseReader::Event Http1ResponseReader::readChunkedBody()
{
    const ChunkedReader::Step step = m_chunks.next(m_rest);
    m_rest.remove_prefix(step.consumed);
    switch (step.event) {
    case ChunkedReader::Event::NeedMore:
        return Event::NeedMore;
    case ChunkedReader::Event::Data:
        m_body = step.data;
        return Event::Body;
    case ChunkedReader::Event::End:
        m_state = State::Ended;
        return Event::End;
    case ChunkedReader::Event::Failed:
        break;
    }
    return fail(step.problem);
}

Http1ResponseReader::Event Http1ResponseReader::readCloseBody()
{
    if (m_rest.empty())
        return Event::NeedMore;
    m_body = m_rest;
    m_rest = std::string_view();
    return Event::Body;
}

Http1ResponseReader::Event Http1ResponseReader::fail(std::string_view problem)
{
    m_state = State::Broken;
    m_problem = problem;
    return Event::Failed;
}

} // namespace homeward::upstream

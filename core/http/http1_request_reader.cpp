// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/http1_request_reader.h"

#include "base/http_syntax.h"

#include <algorithm>

namespace homeward::http {

namespace {

constexpr std::size_t requestLineLimit = 8 * 1024 + 2;
constexpr std::size_t headLimit = 64 * 1024;
constexpr std::size_t fieldLimit = 100;

constexpr GuardRefusal bad(std::string_view message)
{
    return {400, "invalid_request", message};
}

constexpr GuardRefusal noMethod = bad("the request does not begin with a method");
constexpr GuardRefusal tooLarge{
    413, "body_too_large", "the body is over the limit of this server (server.max_body_bytes)"};
constexpr GuardRefusal badVersion{505, "http_version_not_supported",
                                  "only HTTP/1.1 and HTTP/1.0 are spoken here"};

bool isTargetCharacter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f && c != '#';
}

bool isAuthority(std::string_view text)
{
    const auto isBad = [](char c) {
        return !isTargetCharacter(c) || c == '/' || c == '@' || c == '?' || c == '\\';
    };
    return std::none_of(text.begin(), text.end(), isBad);
}

/// `HTTP/` and two digits with a point between, of whatever version.
bool isVersion(std::string_view text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return text.size() == 8 && text.starts_with("HTTP/") && isDigit(text[5]) && text[6] == '.'
        && isDigit(text[7]);
}

bool mentions(const HeaderList &fields, std::string_view token)
{
    for (const HeaderList::Field field : fields) {
        if (equalsIgnoringCase(field.name, "Connection") && listHasToken(field.value, token))
            return true;
    }
    return false;
}

} // namespace

void Http1RequestReader::restart(std::uint64_t maxBodyBytes)
{
    m_head = {};
    m_state = State::RequestLine;
    m_lines.restart(requestLineLimit);
    m_rest = m_body = std::string_view();
    m_authority.clear();
    m_maxBodyBytes = maxBodyBytes;
    m_bytesRead = 0;
    m_hasByte = false;
    m_hasSkippedLine = false;
}

Http1RequestReader::Event Http1RequestReader::next()
{
    switch (m_state) {
    case State::RequestLine:
    case State::Fields:
        return readHeadLine();
    case State::LengthBody:
        return readLengthBody();
    case State::ChunkedBody:
        return readChunkedBody();
    case State::Ended:
        return Event::End;
    case State::Broken:
        break;
    }
    return Event::Refused;
}

Http1RequestReader::Event Http1RequestReader::refuse(const GuardRefusal &refusal)
{
    m_state = State::Broken;
    m_refusal = refusal;
    return Event::Refused;
}

Http1RequestReader::Event Http1RequestReader::readHeadLine()
{
    while (!m_rest.empty()) {
        m_hasByte = true;
        const bool isRequestLine = m_state == State::RequestLine;
        const LineReader::Step step = m_lines.next(m_rest);
        m_rest.remove_prefix(step.consumed);
        if (step.problem == LineReader::Problem::TooLong) {
            return refuse(isRequestLine
                              ? GuardRefusal{414, "uri_too_long", "the request line is over 8 KiB"}
                              : GuardRefusal{431, "head_too_large",
                                             "the head of the request is over 64 KiB"});
        }
        if (step.problem == LineReader::Problem::BareLineFeed)
            return refuse(bad("a line ends without a carriage return"));
        if (!step.hasLine) {
            // What is no HTTP at all, such as TLS, may never send a line end either.
            const std::string_view begun = m_lines.unfinished();
            if (isRequestLine && !begun.empty() && begun != "\r"
                && !isTokenCharacter(begun.front()))
                return refuse(noMethod);
            return Event::NeedMore;
        }
        const Event event = isRequestLine ? useRequestLine(step.line) : useFieldLine(step.line);
        if (event != Event::NeedMore)
            return event;
    }
    return Event::NeedMore;
}

Http1RequestReader::Event Http1RequestReader::useRequestLine(std::string_view line)
{
    // One empty line before a request is what some old clients send (RFC 9112, section 2.2).
    if (line.empty() && !m_hasSkippedLine) {
        m_hasSkippedLine = true;
        return Event::NeedMore;
    }
    // The same words, whether the rest of the line has come or not.
    if (!line.empty() && !isTokenCharacter(line.front()))
        return refuse(noMethod);
    const std::size_t first = line.find(' ');
    const std::string_view method = line.substr(0, first);
    if (!isToken(method))
        return refuse(bad("the method is not a valid name"));
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) {
        // HTTP/0.9 has no version; anything else with one space is a request without a target.
        return refuse(first == std::string_view::npos ? bad("the request line is not complete")
                                                      : badVersion);
    }
    const std::string_view version = line.substr(last + 1);
    const std::string_view target = line.substr(first + 1, last - first - 1);
    if (!isVersion(version))
        return refuse(bad("the version of HTTP is not written as it should be"));
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return refuse(badVersion);
    m_head.method = method;
    m_head.minorVersion = version.back() - '0';
    if (method == "CONNECT" || method == "TRACE")
        return refuse({405, "method_not_allowed", "CONNECT and TRACE are not served here"});
    if (const Event event = useTarget(target); event != Event::NeedMore)
        return event;
    m_state = State::Fields;
    m_lines.restart(headLimit - std::min(headLimit, line.size()));
    return Event::NeedMore;
}

Http1RequestReader::Event Http1RequestReader::useTarget(std::string_view target)
{
    if (target.empty() || !std::all_of(target.begin(), target.end(), isTargetCharacter))
        return refuse(bad("the target holds characters that it may not"));
    if (target.front() == '/' || (target == "*" && m_head.method == "OPTIONS")) {
        m_head.target = target;
        return Event::NeedMore;
    }
    const std::size_t scheme = target.find("://");
    const std::string_view name = target.substr(0, scheme);
    if (scheme == std::string_view::npos
        || !(equalsIgnoringCase(name, "http") || equalsIgnoringCase(name, "https"))) {
        return refuse(bad("the target must be a path that begins with /"));
    }
    const std::string_view rest = target.substr(scheme + 3);
    const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
    m_authority = rest.substr(0, end);
    if (m_authority.empty() || !isAuthority(m_authority))
        return refuse(bad("the target's authority is not valid"));
    const std::string_view path = rest.substr(end);
    m_head.target = path.starts_with('/') ? std::string(path) : '/' + std::string(path);
    return Event::NeedMore;
}

Http1RequestReader::Event Http1RequestReader::useFieldLine(std::string_view line)
{
    if (line.empty())
        return finishHead();
    const FieldLine read = fieldLineFrom(line);
    if (!read.problem.empty())
        return refuse(bad(read.problem));
    if (m_head.fields.size() == fieldLimit) {
        return refuse({431, "head_too_large", "the head of the request has more than 100 fields"});
    }
    m_head.fields.append(read.field.name, read.field.value);
    return Event::NeedMore;
}

Http1RequestReader::Event Http1RequestReader::finishHead()
{
    HeaderList &fields = m_head.fields;
    const std::size_t hostCount = fields.count("Host");
    if (hostCount > 1 || (hostCount == 0 && m_head.minorVersion == 1))
        return refuse(bad("a request needs exactly one Host field"));
    const std::string_view host = fields.find("Host").value_or("");
    if (!isAuthority(host))
        return refuse(bad("the Host field is not a name with a port"));
    if (!m_authority.empty() && !equalsIgnoringCase(m_authority, host))
        return refuse(bad("the target's authority is another one than that of Host"));
    const BodyFraming framing = bodyFramingOf(fields);
    if (!framing.problem.empty())
        return refuse(bad(framing.problem));
    if (framing.isChunked && m_head.minorVersion == 0)
        return refuse(bad("Transfer-Encoding in an HTTP/1.0 request"));
    m_head.contentLength = framing.contentLength;
    m_head.isChunked = framing.isChunked;
    m_head.isKeepAlive = m_head.minorVersion == 1 && !mentions(fields, "close");
    if (const auto expectation = fields.find("Expect")) {
        if (!equalsIgnoringCase(*expectation, "100-continue"))
            return refuse({417, "expectation_failed", "only 100-continue can be expected here"});
        m_head.expectsContinue = m_head.minorVersion == 1;
    }
    m_bytesLeft = framing.contentLength.value_or(0);
    if (m_bytesLeft > m_maxBodyBytes)
        return refuse(tooLarge);
    if (framing.isChunked) {
        m_chunks.restart();
        m_state = State::ChunkedBody;
    } else {
        m_state = m_bytesLeft > 0 ? State::LengthBody : State::Ended;
    }
    return Event::Head;
}

Http1RequestReader::Event Http1RequestReader::useBody(std::string_view bytes)
{
    m_bytesRead += bytes.size();
    if (m_bytesRead > m_maxBodyBytes)
        return refuse(tooLarge);
    m_body = bytes;
    return Event::Body;
}

bool Http1RequestReader::skipBody(std::uint64_t count)
{
    m_bytesRead += count;
    m_bytesLeft -= count;
    if (m_bytesLeft == 0)
        m_state = State::Ended;
    return m_state == State::Ended;
}

Http1RequestReader::Event Http1RequestReader::readLengthBody()
{
    if (m_rest.empty())
        return Event::NeedMore;
    const auto count = std::size_t(std::min<std::uint64_t>(m_rest.size(), m_bytesLeft));
    const std::string_view bytes = m_rest.substr(0, count);
    m_rest.remove_prefix(count);
    m_bytesLeft -= count;
    if (m_bytesLeft == 0)
        m_state = State::Ended;
    return useBody(bytes);
}

Http1RequestReader::Event Http1RequestReader::readChunkedBody()
{
    const ChunkedReader::Step step = m_chunks.next(m_rest);
    m_rest.remove_prefix(step.consumed);
    switch (step.event) {
    case ChunkedReader::Event::NeedMore:
        return Event::NeedMore;
    case ChunkedReader::Event::Data:
        return useBody(step.data);
    case ChunkedReader::Event::End:
        m_state = State::Ended;
        return Event::End;
    case ChunkedReader::Event::Failed:
        break;
    }
    return refuse(bad(step.problem));
}

} // namespace homeward::http

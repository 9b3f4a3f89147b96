// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/json_scanner.h"

#include "protocol/byte_scan.h"
#include "protocol/hex_digit.h"

namespace homeward::protocol {

namespace {

constexpr std::string_view trueText = "true";
constexpr std::string_view falseText = "false";
constexpr std::string_view nullText = "null";

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The character that an escape of two characters stands for; NUL for none.
char unescaped(char c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

} // namespace

void JsonScanner::restart()
{
    m_depth = 0;
    m_isInObject = false;
    m_state = State::Value;
    m_isCapturing = false;
    m_pieceOffset = 0;
    m_fault = JsonFault::None;
    m_faultOffset = 0;
}

bool JsonScanner::feed(std::string_view piece, JsonListener &listener)
{
    m_listener = &listener;
    m_piece = piece.data();
    const char *p = piece.data();
    const char *const end = p + piece.size();
    while (p != end) {
        switch (m_state) {
        case State::String:
            p = readString(p, end);
            break;
        case State::Number:
            p = readNumber(p, end);
            break;
        case State::Literal:
            p = readLiteral(p, end);
            break;
        case State::Failed:
            return false;
        default:
            p = isSpace(*p) ? p + 1 : readStructure(p, end);
        }
    }
    m_pieceOffset += piece.size();
    return m_state != State::Failed;
}

bool JsonScanner::finish(JsonListener &listener)
{
    feed({}, listener);
    if (m_state == State::Number && m_depth == 0 && m_number.isWhole())
        endValue(JsonKind::Number, m_piece);
    if (m_state != State::End && m_state != State::Failed)
        fail(JsonFault::Truncated, m_piece);
    return m_state == State::End;
}

// What follows is read one step at a time. Where the next step is nearly always the same, such as
// the colon behind a key, it is taken at once if its byte is there already.

const char *JsonScanner::readStructure(const char *p, const char *end)
{
    switch (m_state) {
    case State::FirstElement:
        return *p == ']' ? close(p) : readValue(p, end);
    case State::FirstKey:
        if (*p == '}')
            return close(p);
        [[fallthrough]];
    case State::Key:
        return *p == '"' ? beginKey(p) : fail(JsonFault::UnexpectedByte, p);
    case State::Colon:
        return readColon(p, end);
    case State::AfterValue:
        return readAfterValue(p, end);
    case State::End:
        return fail(JsonFault::TrailingBytes, p);
    default:
        return readValue(p, end);
    }
}

const char *JsonScanner::readColon(const char *p, const char *end)
{
    if (*p != ':')
        return fail(JsonFault::UnexpectedByte, p);
    m_state = State::Value;
    ++p;
    if (p != end && *p == ' ')
        ++p;
    return p != end && !isSpace(*p) ? readValue(p, end) : p;
}

const char *JsonScanner::readValue(const char *p, const char *end)
{
    switch (*p) {
    case '"':
        return beginString(p);
    case '{':
        return open(true, p);
    case '[':
        return open(false, p);
    case 't':
        return beginLiteral(JsonKind::True, trueText, p, end);
    case 'f':
        return beginLiteral(JsonKind::False, falseText, p, end);
    case 'n':
        return beginLiteral(JsonKind::Null, nullText, p, end);
    default:
        break;
    }
    if (!JsonNumber::isFirstByte(*p))
        return fail(JsonFault::UnexpectedByte, p);
    beginValue(JsonKind::Number, p);
    keep(p, p + 1);
    m_number.begin(*p);
    m_state = State::Number;
    return readNumber(p + 1, end);
}

const char *JsonScanner::readAfterValue(const char *p, const char *end)
{
    if (*p == ',')
        return readComma(p, end);
    return *p == (m_isInObject ? '}' : ']') ? close(p) : fail(JsonFault::UnexpectedByte, p);
}

/// Never reads a value: a value may end here, and a long array must not become a deep stack.
const char *JsonScanner::readComma(const char *p, const char *end)
{
    m_state = m_isInObject ? State::Key : State::Value;
    ++p;
    if (p != end && *p == ' ')
        ++p;
    return p != end && *p == '"' && m_isInObject ? beginKey(p) : p;
}

const char *JsonScanner::readString(const char *p, const char *end)
{
    switch (m_stringPart) {
    case StringPart::Plain:
        return readPlain(p, end);
    case StringPart::Escape:
        return readEscape(p);
    case StringPart::Hex:
        return readHex(p);
    case StringPart::Sequence:
        return readSequence(p);
    }
    return p;
}

const char *JsonScanner::readPlain(const char *p, const char *end)
{
    while (true) {
        const char *const stop = findStringStop(p, end);
        keep(p, stop);
        if (stop == end)
            return end;
        if (*stop == '"')
            return endString(stop, end);
        if (*stop == '\\') {
            m_stringPart = StringPart::Escape;
            if (stop + 1 == end)
                return end;
            p = readEscape(stop + 1);
        } else if (static_cast<unsigned char>(*stop) < 0x20) {
            return fail(JsonFault::ControlCharacter, stop);
        } else {
            p = readBeyondAscii(stop, end);
        }
        if (m_stringPart != StringPart::Plain || m_state != State::String)
            return p;
    }
}

const char *JsonScanner::readBeyondAscii(const char *p, const char *end)
{
    const char *q = p;
    while (q != end && static_cast<unsigned char>(*q) >= 0x80) {
        const auto length = utf8SequenceLength(std::string_view(q, std::size_t(end - q)));
        if (length == 0)
            break;
        q += length;
    }
    keep(p, q);
    if (q != p)
        return q;
    // Broken, or cut by the end of the piece.
    if (!m_sequence.begin(*p))
        return fail(JsonFault::InvalidUtf8, p);
    keep(p, p + 1);
    m_stringPart = StringPart::Sequence;
    return p + 1;
}

const char *JsonScanner::readSequence(const char *p)
{
    if (!m_sequence.proceed(*p))
        return fail(JsonFault::InvalidUtf8, p);
    keep(p, p + 1);
    if (m_sequence.isComplete())
        m_stringPart = StringPart::Plain;
    return p + 1;
}

const char *JsonScanner::readEscape(const char *p)
{
    if (*p == 'u') {
        m_stringPart = StringPart::Hex;
        m_hexDigitsLeft = 4;
        m_codeUnit = 0;
        return p + 1;
    }
    const char meaning = unescaped(*p);
    if (meaning == '\0')
        return fail(JsonFault::InvalidEscape, p);
    keep(&meaning, &meaning + 1);
    m_stringPart = StringPart::Plain;
    return p + 1;
}

const char *JsonScanner::readHex(const char *p)
{
    const int digit = valueOfHexDigit(*p);
    if (digit < 0)
        return fail(JsonFault::InvalidEscape, p);
    m_codeUnit = m_codeUnit << 4 | char32_t(digit);
    if (--m_hexDigitsLeft == 0) {
        if (m_isCapturing)
            captured().appendCodeUnit(m_codeUnit);
        m_stringPart = StringPart::Plain;
    }
    return p + 1;
}

const char *JsonScanner::readNumber(const char *p, const char *end)
{
    const char *const begin = p;
    p = m_number.read(p, end);
    keep(begin, p);
    if (p == end)
        return p;
    if (!m_number.isWhole())
        return fail(JsonFault::UnexpectedByte, p);
    endValue(JsonKind::Number, p);
    return *p == ',' && m_state == State::AfterValue ? readComma(p, end) : p;
}

const char *JsonScanner::beginLiteral(JsonKind kind, std::string_view text, const char *p,
                                      const char *end)
{
    beginValue(kind, p);
    m_literalLeft = text;
    m_state = State::Literal;
    return readLiteral(p, end);
}

const char *JsonScanner::readLiteral(const char *p, const char *end)
{
    while (p != end && !m_literalLeft.empty()) {
        if (*p != m_literalLeft.front())
            return fail(JsonFault::UnexpectedByte, p);
        m_literalLeft.remove_prefix(1);
        ++p;
    }
    if (m_literalLeft.empty())
        endValue(m_kind, p);
    return p;
}

const char *JsonScanner::fail(JsonFault fault, const char *p)
{
    m_state = State::Failed;
    m_fault = fault;
    m_faultOffset = offsetOf(p);
    return p;
}

const char *JsonScanner::open(bool isObject, const char *p)
{
    if (m_depth == depthLimit)
        return fail(JsonFault::TooDeep, p);
    beginValue(isObject ? JsonKind::Object : JsonKind::Array, p);
    const std::uint64_t bit = std::uint64_t(1) << (m_depth % 64);
    std::uint64_t &levels = m_levels[m_depth / 64];
    levels = isObject ? levels | bit : levels & ~bit;
    m_isInObject = isObject;
    ++m_depth;
    m_state = isObject ? State::FirstKey : State::FirstElement;
    return p + 1;
}

const char *JsonScanner::close(const char *p)
{
    const JsonKind kind = m_isInObject ? JsonKind::Object : JsonKind::Array;
    --m_depth;
    const std::size_t level = m_depth - 1; // not used at the outermost level
    m_isInObject = m_depth > 0 && (m_levels[level / 64] >> (level % 64) & 1) != 0;
    endValue(kind, p + 1);
    return p + 1;
}

const char *JsonScanner::beginKey(const char *p)
{
    m_state = State::String;
    m_stringPart = StringPart::Plain;
    m_isKey = true;
    if (m_depth <= m_watchedDepth) {
        m_keyBegin = offsetOf(p);
        m_key.begin(keyLimit);
        m_isCapturing = true;
    }
    return p + 1;
}

const char *JsonScanner::beginString(const char *p)
{
    m_isKey = false;
    beginValue(JsonKind::String, p);
    m_state = State::String;
    m_stringPart = StringPart::Plain;
    return p + 1;
}

/// At the closing quote.
const char *JsonScanner::endString(const char *p, const char *end)
{
    if (m_isCapturing)
        captured().finish();
    ++p;
    if (m_isKey) {
        m_isCapturing = false;
        m_state = State::Colon;
        return p != end && *p == ':' ? readColon(p, end) : p;
    }
    endValue(JsonKind::String, p);
    return p != end && *p == ',' && m_state == State::AfterValue ? readComma(p, end) : p;
}

void JsonScanner::tellBegin(JsonKind kind, const char *p)
{
    const std::uint64_t begin = offsetOf(p);
    const std::size_t wanted = m_listener->valueBegins(
        JsonPlace{.depth = m_depth,
                  .key = m_isInObject && m_key.isWhole() ? m_key.text() : std::string_view(),
                  .keyBegin = m_isInObject ? m_keyBegin : begin,
                  .begin = begin,
                  .kind = kind});
    if ((kind == JsonKind::String || kind == JsonKind::Number) && wanted > 0) {
        m_isKey = false;
        m_text.begin(wanted);
        m_isCapturing = true;
    }
}

void JsonScanner::tellEnd(JsonKind kind, const char *p)
{
    const bool hasText = m_isCapturing;
    m_isCapturing = false;
    m_listener->valueEnds(JsonEnd{.depth = m_depth,
                                  .kind = kind,
                                  .end = offsetOf(p),
                                  .text = hasText ? m_text.text() : std::string_view(),
                                  .isTextWhole = hasText && m_text.isWhole()});
}

} // namespace homeward::protocol

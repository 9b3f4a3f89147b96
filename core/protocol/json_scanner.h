// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/json_capture.h"
#include "protocol/json_listener.h"
#include "protocol/json_number.h"
#include "protocol/utf8.h"

#include <array>

namespace homeward::protocol {

/// Recognises one JSON text (RFC 8259) in pieces of any size, in constant memory, and tells of the
/// values that lie not too deep. The result is the same for every way to cut the text. Half of a
/// surrogate pair in an escape is taken, as the grammar of the RFC does; a byte order mark is not.
class JsonScanner
{
public:
    static constexpr std::size_t depthLimit = 512;
    static constexpr std::size_t keyLimit = 32;

    /// Tells of values that have at most this many containers around them.
    explicit JsonScanner(std::size_t watchedDepth) : m_watchedDepth(watchedDepth) { }

    /// Forgets the text so far, and begins another.
    void restart();
    /// False once the text is known to be faulty; more is ignored then.
    bool feed(std::string_view piece, JsonListener &listener);
    /// The text has ended; false when that is not where it may end.
    bool finish(JsonListener &listener);

    /// True when a whole object, array, string or literal was read and at most space came after it.
    bool isComplete() const { return m_state == State::End; }
    JsonFault fault() const { return m_fault; }
    std::uint64_t faultOffset() const { return m_faultOffset; }

private:
    enum class State : std::uint8_t {
        Value,
        FirstElement,
        FirstKey,
        Key,
        Colon,
        AfterValue,
        String,
        Number,
        Literal,
        End,
        Failed,
    };
    enum class StringPart : std::uint8_t { Plain, Escape, Hex, Sequence };

    // Each reads one step from `p`, which is not the end, and returns where the next one begins.
    const char *readStructure(const char *p, const char *end);
    const char *readColon(const char *p, const char *end);
    const char *readValue(const char *p, const char *end);
    const char *readAfterValue(const char *p, const char *end);
    const char *readComma(const char *p, const char *end);
    const char *readString(const char *p, const char *end);
    const char *readPlain(const char *p, const char *end);
    const char *readBeyondAscii(const char *p, const char *end);
    const char *readSequence(const char *p);
    const char *readEscape(const char *p);
    const char *readHex(const char *p);
    const char *readNumber(const char *p, const char *end);
    const char *readLiteral(const char *p, const char *end);
    const char *open(bool isObject, const char *p);
    const char *close(const char *p);
    const char *beginKey(const char *p);
    const char *beginString(const char *p);
    const char *endString(const char *p, const char *end);
    const char *beginLiteral(JsonKind kind, std::string_view text, const char *p, const char *end);
    const char *fail(JsonFault fault, const char *p);

    void beginValue(JsonKind kind, const char *p)
    {
        m_kind = kind;
        if (m_depth <= m_watchedDepth)
            tellBegin(kind, p);
    }
    void endValue(JsonKind kind, const char *p)
    {
        m_state = m_depth == 0 ? State::End : State::AfterValue;
        if (m_depth <= m_watchedDepth)
            tellEnd(kind, p);
    }
    void tellBegin(JsonKind kind, const char *p);
    void tellEnd(JsonKind kind, const char *p);

    void keep(const char *p, const char *end)
    {
        if (m_isCapturing)
            captured().append(std::string_view(p, std::size_t(end - p)));
    }
    JsonCapture &captured() { return m_isKey ? m_key : m_text; }
    std::uint64_t offsetOf(const char *p) const
    {
        return m_pieceOffset + std::uint64_t(p - m_piece);
    }

    std::size_t m_watchedDepth;
    std::size_t m_depth = 0;
    /// One bit a level: set for an object.
    std::array<std::uint64_t, depthLimit / 64> m_levels{};
    State m_state = State::Value;
    bool m_isInObject = false;
    /// Of the value that is being read.
    JsonKind m_kind = JsonKind::Null;

    StringPart m_stringPart = StringPart::Plain;
    bool m_isKey = false;
    bool m_isCapturing = false;
    int m_hexDigitsLeft = 0;
    char32_t m_codeUnit = 0;
    Utf8Sequence m_sequence;
    JsonNumber m_number;
    std::string_view m_literalLeft;

    std::uint64_t m_keyBegin = 0;
    JsonCapture m_key;
    JsonCapture m_text;

    JsonListener *m_listener = nullptr;
    const char *m_piece = nullptr;
    std::uint64_t m_pieceOffset = 0;
    JsonFault m_fault = JsonFault::None;
    std::uint64_t m_faultOffset = 0;
};

} // namespace homeward::protocol

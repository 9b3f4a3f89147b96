// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// UTF-8 read strictly: no overlong forms, no surrogates, nothing beyond U+10FFFF (RFC 3629).

namespace homeward::protocol {

/// Checks one sequence byte by byte, so that text may come in any pieces.
class Utf8Sequence
{
public:
    /// Begins with a byte beyond ASCII; false for one that begins no sequence.
    bool begin(char lead);
    /// Takes the next byte of the sequence that was begun; false for a wrong one.
    bool proceed(char next);
    bool isComplete() const { return m_left == 0; }

private:
    unsigned char m_left = 0;
    unsigned char m_lowest = 0x80;
    unsigned char m_highest = 0xbf;
};

/// The length of the sequence at the front of the text; 0 when it is broken or cut.
inline std::size_t utf8SequenceLength(std::string_view text)
{
    const auto byte = [text](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const auto continues = [byte](std::size_t index) { return (byte(index) & 0xc0) == 0x80; };
    if (text.empty())
        return 0;
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xe0 && lead <= 0xef) {
        if (text.size() < 3 || !continues(1) || !continues(2))
            return 0;
        const bool isOverlong = lead == 0xe0 && byte(1) < 0xa0;
        const bool isSurrogate = lead == 0xed && byte(1) >= 0xa0;
        return isOverlong || isSurrogate ? 0 : 3;
    }
    if (lead <= 0xdf)
        return lead >= 0xc2 && text.size() >= 2 && continues(1) ? 2 : 0;
    if (lead > 0xf4 || text.size() < 4 || !continues(1) || !continues(2) || !continues(3))
        return 0;
    const bool isOverlong = lead == 0xf0 && byte(1) < 0x90;
    const bool isBeyondUnicode = lead == 0xf4 && byte(1) >= 0x90;
    return isOverlong || isBeyondUnicode ? 0 : 4;
}

bool isUtf8(std::string_view text);

/// The code point of the sequence at the front of text that is known to be UTF-8.
char32_t codePointAtFront(std::string_view text);

/// Appends one code point, which is no surrogate.
void appendUtf8(std::string &text, char32_t codePoint);

} // namespace homeward::protocol

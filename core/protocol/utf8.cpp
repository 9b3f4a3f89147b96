// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/utf8.h"

namespace homeward::protocol {

bool Utf8Sequence::begin(char lead)
{
    const auto byte = static_cast<unsigned char>(lead);
    m_lowest = 0x80;
    m_highest = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) {
        m_left = 1;
    } else if (byte >= 0xe0 && byte <= 0xef) {
        m_left = 2;
        if (byte == 0xe0)
            m_lowest = 0xa0; // shorter forms exist
        if (byte == 0xed)
            m_highest = 0x9f; // surrogates
    } else if (byte >= 0xf0 && byte <= 0xf4) {
        m_left = 3;
        if (byte == 0xf0)
            m_lowest = 0x90; // shorter forms exist
        if (byte == 0xf4)
            m_highest = 0x8f; // beyond U+10FFFF
    } else {
        return false;
    }
    return true;
}

bool Utf8Sequence::proceed(char next)
{
    const auto byte = static_cast<unsigned char>(next);
    if (byte < m_lowest || byte > m_highest)
        return false;
    m_lowest = 0x80;
    m_highest = 0xbf;
    --m_left;
    return true;
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const auto length = utf8SequenceLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

char32_t codePointAtFront(std::string_view text)
{
    const auto bits = [text](std::size_t index, unsigned mask) {
        return char32_t(static_cast<unsigned char>(text[index]) & mask);
    };
    switch (utf8SequenceLength(text)) {
    case 2:
        return bits(0, 0x1f) << 6 | bits(1, 0x3f);
    case 3:
        return bits(0, 0x0f) << 12 | bits(1, 0x3f) << 6 | bits(2, 0x3f);
    case 4:
        return bits(0, 0x07) << 18 | bits(1, 0x3f) << 12 | bits(2, 0x3f) << 6 | bits(3, 0x3f);
    default:
        return text.empty() ? U'\0' : bits(0, 0xff);
    }
}

void appendUtf8(std::string &text, char32_t codePoint)
{
    const auto add = [&text](char32_t byte) { text += char(static_cast<unsigned char>(byte)); };
    if (codePoint < 0x80) {
        add(codePoint);
    } else if (codePoint < 0x800) {
        add(0xc0 | codePoint >> 6);
        add(0x80 | (codePoint & 0x3f));
    } else if (codePoint < 0x10000) {
        add(0xe0 | codePoint >> 12);
        add(0x80 | (codePoint >> 6 & 0x3f));
        add(0x80 | (codePoint & 0x3f));
    } else {
        add(0xf0 | codePoint >> 18);
        add(0x80 | (codePoint >> 12 & 0x3f));
        add(0x80 | (codePoint >> 6 & 0x3f));
        add(0x80 | (codePoint & 0x3f));
    }
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/json_capture.h"

#include "protocol/utf8.h"

namespace homeward::protocol {

void JsonCapture::begin(std::size_t limit)
{
    m_text.clear();
    m_limit = limit;
    m_isWhole = true;
    m_highSurrogate = 0;
}

void JsonCapture::append(std::string_view bytes)
{
    if (bytes.empty())
        return;
    finish();
    const std::size_t room = m_limit - m_text.size();
    if (bytes.size() > room)
        m_isWhole = false;
    m_text.append(bytes.substr(0, room));
}

void JsonCapture::appendCodeUnit(char32_t unit)
{
    const bool isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const bool isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow && m_highSurrogate != 0) {
        unit = 0x10000 + ((m_highSurrogate - 0xd800) << 10) + (unit - 0xdc00);
        m_highSurrogate = 0;
    } else if (isHigh || isLow) {
        finish();
        m_isWhole = m_isWhole && isHigh;
        m_highSurrogate = isHigh ? unit : 0;
        return;
    }
    std::string bytes;
    appendUtf8(bytes, unit);
    append(bytes);
}

/// A high surrogate that nothing followed is left.
void JsonCapture::finish()
{
    if (m_highSurrogate != 0)
        m_isWhole = false;
    m_highSurrogate = 0;
}

} // namespace homeward::protocol

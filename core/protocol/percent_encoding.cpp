// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/percent_encoding.h"

#include "protocol/hex_digit.h"

namespace homeward::protocol {

namespace {

/// RFC 3986, section 2.3.
bool isUnreserved(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
        || c == '.' || c == '_' || c == '~';
}

} // namespace

std::optional<std::string> percentDecoded(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t index = 0; index < text.size(); ++index) {
        if (text[index] != '%') {
            bytes += text[index];
            continue;
        }
        if (text.size() - index < 3)
            return std::nullopt;
        const int high = valueOfHexDigit(text[index + 1]);
        const int low = valueOfHexDigit(text[index + 2]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes += char(high << 4 | low);
        index += 2;
    }
    return bytes;
}

std::string percentEncoded(std::string_view text)
{
    constexpr std::string_view hexDigits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        if (isUnreserved(c)) {
            encoded += c;
            continue;
        }
        encoded += '%';
        encoded += hexDigits[static_cast<unsigned char>(c) >> 4];
        encoded += hexDigits[static_cast<unsigned char>(c) & 0xf];
    }
    return encoded;
}

} // namespace homeward::protocol

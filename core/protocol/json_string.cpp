// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/json_string.h"

#include "protocol/byte_scan.h"
#include "protocol/utf8.h"

namespace homeward::protocol {

namespace {

constexpr std::string_view replacementCharacter = "\xef\xbf\xbd";

void appendEscaped(std::string &json, char c)
{
    constexpr std::string_view hexDigits = "0123456789abcdef";
    switch (c) {
    case '"':
        json += "\\\"";
        return;
    case '\\':
        json += "\\\\";
        return;
    case '\n':
        json += "\\n";
        return;
    case '\r':
        json += "\\r";
        return;
    case '\t':
        json += "\\t";
        return;
    default:
        json += "\\u00";
        json += hexDigits[static_cast<unsigned char>(c) >> 4];
        json += hexDigits[static_cast<unsigned char>(c) & 0xf];
    }
}

} // namespace

void appendJsonString(std::string &json, std::string_view text)
{
    json += '"';
    while (!text.empty()) {
        const char *const stop = findStringStop(text.data(), text.data() + text.size());
        const auto plain = std::size_t(stop - text.data());
        json += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        if (static_cast<unsigned char>(text.front()) < 0x80) {
            appendEscaped(json, text.front());
            text.remove_prefix(1);
        } else if (const auto length = utf8SequenceLength(text); length != 0) {
            json += text.substr(0, length);
            text.remove_prefix(length);
        } else {
            json += replacementCharacter;
            text.remove_prefix(1);
        }
    }
    json += '"';
}

std::string jsonString(std::string_view text)
{
    std::string json;
    json.reserve(text.size() + 2);
    appendJsonString(json, text);
    return json;
}

} // namespace homeward::protocol

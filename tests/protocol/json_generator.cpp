// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json_generator.h"

#include <array>
#include <string_view>

namespace homeward::protocol::testing {

namespace {

constexpr std::array<std::string_view, 18> textParts{
    "m",
    "model",
    "stream",
    "\\u006dodel",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u00e9",
    "é",
    "한국어",
    "😀",
    "{\"a\"",
    "\\ud83d\\ude00",
    "[",
    ":,",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    " "};

/// Bytes that mean something in JSON, and some that may not stand in it.
constexpr std::string_view mutations
    = "\"\\{}[]:,0-9.eE+u dft\n\x01\x7f\x80\xbf\xc2\xe0\xed\xf4\xff";

} // namespace

std::size_t JsonGenerator::below(std::size_t limit)
{
    return std::size_t(m_random()) % limit;
}

std::string JsonGenerator::space()
{
    constexpr std::string_view spaces = " \n\r\t";
    std::string result;
    while (below(4) == 0)
        result += spaces[below(spaces.size())];
    return result;
}

std::string JsonGenerator::text()
{
    std::string result = "\"";
    for (std::size_t left = below(4); left > 0; --left)
        result += textParts[below(textParts.size())];
    return result + '"';
}

std::string JsonGenerator::number()
{
    std::string result = below(2) == 0 ? "-" : "";
    result += below(3) == 0 ? "0" : std::to_string(1 + below(100000));
    if (below(3) == 0)
        result += '.' + std::to_string(below(1000));
    if (below(4) == 0)
        result += std::string(below(2) == 0 ? "e" : "E+") + std::to_string(below(200));
    return result;
}

std::string JsonGenerator::value(int depthLeft)
{
    switch (below(depthLeft > 0 ? 8 : 6)) {
    case 0:
        return "true";
    case 1:
        return "false";
    case 2:
        return "null";
    case 3:
        return number();
    case 4:
    case 5:
        return text();
    default:
        break;
    }
    const bool isObject = below(2) == 0;
    std::string result = isObject ? "{" : "[";
    for (std::size_t left = below(4); left > 0; --left) {
        result += space();
        if (isObject)
            result += text() + space() + ':' + space();
        result += value(depthLeft - 1) + space();
        if (left > 1)
            result += ',';
    }
    return result + space() + (isObject ? '}' : ']');
}

std::string JsonGenerator::body()
{
    constexpr std::array<std::string_view, 6> models{"\"model\":\"m\"",
                                                     "\"model\" : \"\\u006d\"",
                                                     "\"\\u006dodel\": \"m\"",
                                                     "\"model\":\"org/한국\"",
                                                     "\"model\":7",
                                                     "\"Model\":\"m\""};
    constexpr std::array<std::string_view, 4> streams{"true", "false", "\"true\"", "[true]"};
    std::string result = space() + '{' + space();
    for (std::size_t left = 1 + below(5); left > 0; --left) {
        switch (below(4)) {
        case 0:
        case 1:
            result += models[below(below(4) == 0 ? models.size() : 3)];
            break;
        case 2:
            result += "\"stream\":" + std::string(streams[below(streams.size())]);
            break;
        default:
            result += text() + space() + ':' + space() + value(4);
        }
        result += space();
        if (left > 1)
            result += ',' + space();
    }
    return result + '}' + space();
}

std::string JsonGenerator::mutated(std::string text)
{
    for (std::size_t left = 1 + below(3); left > 0 && !text.empty(); --left) {
        const std::size_t place = below(text.size());
        const char byte = mutations[below(mutations.size())];
        switch (below(4)) {
        case 0:
            text[place] = byte;
            break;
        case 1:
            text.erase(place, 1 + below(3));
            break;
        case 2:
            text.insert(place, 1, byte);
            break;
        default:
            text.insert(place, text.substr(below(text.size()), 1 + below(20)));
        }
    }
    return text;
}

} // namespace homeward::protocol::testing

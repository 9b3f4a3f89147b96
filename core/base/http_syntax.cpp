// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/http_syntax.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace homeward {

namespace {

constexpr unsigned tokenClass = 1;
constexpr unsigned fieldValueClass = 2;

constexpr std::array<unsigned char, 256> makeClasses()
{
    std::array<unsigned char, 256> classes{};
    for (unsigned c = 0x20; c < 0x100; ++c) {
        if (c != 0x7f)
            classes[c] |= fieldValueClass;
    }
    classes['\t'] |= fieldValueClass;
    for (unsigned c = 0x21; c < 0x7f; ++c) {
        const bool isDelimiter
            = std::string_view("\"(),/:;<=>?@[\\]{}").find(char(c)) != std::string_view::npos;
        if (!isDelimiter)
            classes[c] |= tokenClass;
    }
    return classes;
}

constexpr std::array<unsigned char, 256> classes = makeClasses();

bool isOfClass(char c, unsigned wanted)
{
    return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

FieldLine badLine(std::string_view problem)
{
    return FieldLine{.field = {}, .problem = problem};
}

/// Plain digits only, and few enough of them that no reader of the number can overflow.
std::optional<std::uint64_t> plainLength(std::string_view digits)
{
    constexpr std::size_t digitLimit = 18;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (digits.empty() || digits.size() > digitLimit
        || !std::all_of(digits.begin(), digits.end(), isDigit)) {
        return std::nullopt;
    }
    std::uint64_t length = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), length);
    return length;
}

} // namespace

bool isTokenCharacter(char c)
{
    return isOfClass(c, tokenClass);
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter);
}

bool isFieldValueCharacter(char c)
{
    return isOfClass(c, fieldValueClass);
}

bool isFieldValue(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), isFieldValueCharacter);
}

FieldLine fieldLineFrom(std::string_view line)
{
    if (!line.empty() && isBlank(line.front()))
        return badLine("a folded field line");
    const auto nameEnd = std::find_if_not(line.begin(), line.end(), isTokenCharacter);
    const auto name = line.substr(0, std::size_t(nameEnd - line.begin()));
    if (name.size() == line.size())
        return badLine("a field line without a colon");
    if (line[name.size()] != ':') {
        return badLine(isBlank(line[name.size()]) ? "a space in or after a field name"
                                                  : "a bad character in a field name");
    }
    if (name.empty())
        return badLine("an empty field name");
    const auto value = line.substr(name.size() + 1);
    if (!isFieldValue(value))
        return badLine("a control character in a field");
    return FieldLine{.field = {name, withoutBlanks(value)}, .problem = {}};
}

BodyFraming bodyFramingOf(const HeaderList &fields)
{
    BodyFraming framing;
    const auto bad = [](std::string_view problem) {
        return BodyFraming{.contentLength = {}, .isChunked = false, .problem = problem};
    };
    for (const HeaderList::Field field : fields) {
        if (equalsIgnoringCase(field.name, "Content-Length")) {
            if (framing.contentLength)
                return bad("more than one Content-Length");
            framing.contentLength = plainLength(field.value);
            if (!framing.contentLength)
                return bad("a bad Content-Length");
        } else if (equalsIgnoringCase(field.name, "Transfer-Encoding")) {
            if (framing.isChunked)
                return bad("more than one Transfer-Encoding");
            framing.isChunked = equalsIgnoringCase(field.value, "chunked");
            if (!framing.isChunked)
                return bad("a Transfer-Encoding other than chunked");
        }
    }
    if (framing.contentLength && framing.isChunked)
        return bad("Content-Length and Transfer-Encoding together");
    return framing;
}

} // namespace homeward

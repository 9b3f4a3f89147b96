// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/model_name.h"

#include "protocol/utf8.h"

namespace homeward::protocol {

namespace {

Error badModel(std::string message)
{
    return Error{ErrorKind::InvalidRequest, std::move(message), "model"};
}

bool isControl(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f);
}

/// The property White_Space of Unicode, without control characters.
bool isSpace(char32_t c)
{
    return c == 0x20 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028
        || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

} // namespace

std::optional<Error> modelNameProblem(std::string_view name)
{
    if (name.empty())
        return badModel("\"model\" is empty; name a model that GET /v1/models lists");
    if (name.size() > modelNameLimit)
        return badModel("\"model\" is longer than 1024 bytes");
    bool isOnlySpace = true;
    while (!name.empty()) {
        const auto length = utf8SequenceLength(name);
        if (length == 0)
            return badModel("\"model\" is not UTF-8");
        const char32_t c = codePointAtFront(name);
        if (isControl(c))
            return badModel("\"model\" has a control character");
        isOnlySpace = isOnlySpace && isSpace(c);
        name.remove_prefix(length);
    }
    if (isOnlySpace)
        return badModel("\"model\" is only space; name a model that GET /v1/models lists");
    return std::nullopt;
}

std::string_view withoutOuterSpace(std::string_view name)
{
    constexpr std::string_view space = " \t\r\n\f\v";
    const auto begin = name.find_first_not_of(space);
    if (begin == std::string_view::npos)
        return {};
    return name.substr(begin, name.find_last_not_of(space) - begin + 1);
}

} // namespace homeward::protocol

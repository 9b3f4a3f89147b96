// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "protocol/surface.h"

#include <string>
#include <string_view>

/// Turns an Error into the answer that a caller's protocol has for it (http-api.md, 1, Errors).

namespace homeward::protocol {

/// What each protocol calls one kind of error. Its `code` is nameOf(kind).
struct ErrorRow
{
    int status = 500;
    std::string_view openAiType;
    std::string_view anthropicType;
    std::string_view geminiStatus;
};
const ErrorRow &errorRowOf(ErrorKind kind);

/// What the resolution knew; OpenAI surfaces tell it.
struct ErrorContext
{
    std::string requestModel;
    std::string routedModel;
};

struct ErrorAnswer
{
    int status = 500;
    std::string_view contentType;
    std::string body;

    bool operator==(const ErrorAnswer &) const = default;
};
ErrorAnswer errorAnswer(Surface surface, const Error &error, const ErrorContext &context = {});

/// The last event of a stream that broke, to be written behind StreamWatch::closingBytes().
std::string streamErrorEvent(Surface surface, const Error &error);

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/body_splice.h"

#include "protocol/json_string.h"
#include "protocol/model_name.h"

namespace homeward::protocol {

std::string jsonModelValue(std::string_view model)
{
    return jsonString(model);
}

Result<std::string> formModelValue(std::string_view model)
{
    // A delimiter is a line end, two dashes and the boundary. The name has no line end in it, but
    // there is one before it.
    if (auto problem = modelNameProblem(model))
        return std::move(*problem);
    if (model.starts_with("--"))
        return Error{ErrorKind::InvalidRequest, "\"model\" begins with dashes", "model"};
    return std::string(model);
}

std::string spliced(std::string_view body, std::span<const Span> spans, std::string_view value)
{
    std::string result;
    result.reserve(body.size() + spans.size() * value.size());
    std::size_t copied = 0;
    for (const Span &span : spans) {
        result += body.substr(copied, span.offset - copied);
        result += value;
        copied = span.offset + span.size;
    }
    result += body.substr(copied);
    return result;
}

void splice(std::string &body, std::span<const Span> spans, std::string_view value)
{
    for (auto span = spans.rbegin(); span != spans.rend(); ++span)
        body.replace(span->offset, span->size, value);
}

std::vector<Span> splicedSpans(std::span<const Span> spans, std::size_t valueSize)
{
    std::vector<Span> result;
    result.reserve(spans.size());
    std::size_t before = 0;
    std::size_t after = 0;
    for (const Span &span : spans) {
        after += span.offset - before;
        result.push_back(Span{.offset = after, .size = valueSize});
        before = span.offset + span.size;
        after += valueSize;
    }
    return result;
}

} // namespace homeward::protocol

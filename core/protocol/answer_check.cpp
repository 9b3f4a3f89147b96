// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/answer_check.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

constexpr std::string_view htmlType = "text/html";
constexpr std::string_view xhtmlType = "application/xhtml+xml";
constexpr int noContent = 204;

bool isHtml(std::string_view type)
{
    const std::string_view essence = type.substr(0, type.find_first_of("; \t"));
    return equalsIgnoringCase(essence, htmlType) || equalsIgnoringCase(essence, xhtmlType);
}

/// One of the types in a list such as `text/html;q=0.9, application/json`.
bool namesHtml(std::string_view list)
{
    while (!list.empty()) {
        const std::string_view item = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), item.size() + 1));
        const std::size_t begin = std::min(item.find_first_not_of(" \t"), item.size());
        if (isHtml(item.substr(begin)))
            return true;
    }
    return false;
}

/// Who asks for a page may get one: no client can make a backend fail by what it accepts.
bool isAskedForHtml(const HeaderList &request)
{
    return std::any_of(request.begin(), request.end(), [](const HeaderList::Field &field) {
        return equalsIgnoringCase(field.name, "Accept") && namesHtml(field.value);
    });
}

} // namespace

std::optional<std::string_view> problemOfHead(AnswerForm expected, const HeaderList &request,
                                              int status, const HeaderList &answer)
{
    const bool isGood = status >= 200 && status < 300 && status != noContent;
    if (expected != AnswerForm::Json || !isGood)
        return std::nullopt;
    if (!isHtml(answer.find("Content-Type").value_or("")) || isAskedForHtml(request))
        return std::nullopt;
    return "it is a page of HTML";
}

std::optional<std::string_view> problemOfEmptyBody(AnswerForm expected, int status)
{
    // 201, 202 and 204 can say all there is to say; 200 is followed by a result.
    if (expected == AnswerForm::Any || status != 200)
        return std::nullopt;
    return "it is empty";
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::http {

/// How the end of an answer's body is told.
enum class AnswerFraming { Length, Chunked, Close, NoBody };

struct AnswerHead
{
    int status = 200;
    const HeaderList &fields;
    AnswerFraming framing = AnswerFraming::Length;
    std::uint64_t contentLength = 0;
    bool isClosing = false;
    /// As a Date field has it.
    std::string_view date;
};

/// The status line and the fields, with the empty line.
std::string textOf(const AnswerHead &head);

/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
std::string httpDate(std::int64_t secondsSinceEpoch);

std::string_view reasonOf(int status);

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// The grammar that requests and responses of HTTP/1.1 share, read strictly (http-api.md, 6).

namespace homeward {

/// What methods and field names are made of (RFC 9110, section 5.6.2).
bool isTokenCharacter(char c);
bool isToken(std::string_view text);

/// What a field value or a reason phrase may hold: tab, space, visible characters and bytes beyond
/// ASCII (RFC 9110, section 5.5).
bool isFieldValueCharacter(char c);
bool isFieldValue(std::string_view text);

/// One field line without its CRLF, or why it is none.
struct FieldLine
{
    HeaderList::Field field;
    /// Empty when the line is good.
    std::string_view problem;
};
FieldLine fieldLineFrom(std::string_view line);

/// How the fields of a message say where its body ends (RFC 9112, section 6).
struct BodyFraming
{
    std::optional<std::uint64_t> contentLength;
    bool isChunked = false;
    /// Empty when the fields are unambiguous.
    std::string_view problem;

    bool operator==(const BodyFraming &) const = default;
};
BodyFraming bodyFramingOf(const HeaderList &fields);

} // namespace homeward

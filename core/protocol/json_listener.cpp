// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/json_listener.h"

namespace homeward::protocol {

std::string_view toText(JsonFault fault)
{
    switch (fault) {
    case JsonFault::None:
        return "nothing is wrong";
    case JsonFault::UnexpectedByte:
        return "an unexpected byte";
    case JsonFault::ControlCharacter:
        return "a control character in a string";
    case JsonFault::InvalidEscape:
        return "an unknown escape in a string";
    case JsonFault::InvalidUtf8:
        return "text that is not UTF-8";
    case JsonFault::TooDeep:
        return "more than 512 levels of nesting";
    case JsonFault::TrailingBytes:
        return "more bytes after the end of the value";
    case JsonFault::Truncated:
        return "it ends too early";
    }
    return "";
}

} // namespace homeward::protocol

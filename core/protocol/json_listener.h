// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What a JsonScanner tells of a text.

namespace homeward::protocol {

enum class JsonKind : std::uint8_t { Object, Array, String, Number, True, False, Null };

/// Why a text is not JSON that is taken here.
enum class JsonFault : std::uint8_t {
    None,
    UnexpectedByte,
    ControlCharacter,
    InvalidEscape,
    InvalidUtf8,
    TooDeep,
    TrailingBytes,
    Truncated,
};
/// Reads well after "the body is not valid JSON: ".
std::string_view toText(JsonFault fault);

/// A value that begins.
struct JsonPlace
{
    /// How many containers are around it: 1 for the members of the outermost object.
    std::size_t depth = 0;
    /// Decoded; empty for elements of arrays and for keys longer than JsonScanner::keyLimit.
    std::string_view key;
    std::uint64_t keyBegin = 0;
    std::uint64_t begin = 0;
    JsonKind kind = JsonKind::Null;
};

/// A value that has ended.
struct JsonEnd
{
    std::size_t depth = 0;
    JsonKind kind = JsonKind::Null;
    /// The offset behind its last byte.
    std::uint64_t end = 0;
    /// Of a string, decoded, or a number, as it is written: as much of it as was asked for.
    std::string_view text;
    /// False when the text is longer, or has an escaped half of a surrogate pair.
    bool isTextWhole = true;
};

/// Hears of the values that a scanner watches. The views hold until the call returns.
class JsonListener
{
public:
    /// Says how many bytes of the value are to be kept if it is a string or a number; 0 for none.
    virtual std::size_t valueBegins(const JsonPlace &place) = 0;
    virtual void valueEnds(const JsonEnd &end) = 0;

protected:
    ~JsonListener() = default;
};

} // namespace homeward::protocol

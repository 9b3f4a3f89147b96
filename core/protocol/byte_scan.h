// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Loops that look at 16 bytes at a time (8 where there is no SSE2), for bodies of many megabytes.

namespace homeward::protocol {

namespace detail {

#if defined(__SSE2__)
using Block = __m128i;
#else
using Block = std::uint64_t;

constexpr Block inAllBytes(unsigned char byte)
{
    return Block(0x0101010101010101) * byte;
}

/// Not zero when a byte of the block is below `limit`, which is at most 0x80.
constexpr Block hasByteBelow(Block block, unsigned char limit)
{
    return (block - inAllBytes(limit)) & ~block & inAllBytes(0x80);
}

constexpr Block hasByte(Block block, unsigned char byte)
{
    return hasByteBelow(block ^ inAllBytes(byte), 1);
}
#endif

inline Block blockAt(const char *p)
{
    Block block;
    std::memcpy(&block, p, sizeof block);
    return block;
}

/// Walks over blocks in which `Stops` finds nothing, then over single bytes.
template <typename Stops>
const char *findStop(const char *p, const char *end)
{
    while (std::size_t(end - p) >= sizeof(Block)) {
        const auto found = Stops::in(blockAt(p));
#if defined(__SSE2__)
        if (const auto marks = unsigned(_mm_movemask_epi8(found)); marks != 0)
            return p + std::countr_zero(marks);
#else
        if (found != 0)
            break;
#endif
        p += sizeof(Block);
    }
    while (p != end && !Stops::is(*p))
        ++p;
    return p;
}

struct StringStops
{
    static bool is(char c) { return static_cast<signed char>(c) < 0x20 || c == '"' || c == '\\'; }
    static Block in(Block block)
    {
#if defined(__SSE2__)
        // The comparison is signed: bytes from 0x80 on are below zero, and so found as well.
        const Block control = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
        const Block quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
        const Block backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
        return _mm_or_si128(control, _mm_or_si128(quote, backslash));
#else
        return hasByteBelow(block, 0x20) | hasByte(block, '"') | hasByte(block, '\\')
            | (block & inAllBytes(0x80));
#endif
    }
};

struct LineEnds
{
    static bool is(char c) { return c == '\n' || c == '\r'; }
    static Block in(Block block)
    {
#if defined(__SSE2__)
        return _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('\n')),
                            _mm_cmpeq_epi8(block, _mm_set1_epi8('\r')));
#else
        return hasByte(block, '\n') | hasByte(block, '\r');
#endif
    }
};

} // namespace detail

/// The first byte that ends a run of plain ASCII inside a JSON string: a quote, a backslash, a
/// control character or a byte beyond ASCII; `end` for none.
inline const char *findStringStop(const char *p, const char *end)
{
    return detail::findStop<detail::StringStops>(p, end);
}

/// The first CR or LF; `end` for none.
inline const char *findLineEnd(const char *p, const char *end)
{
    return detail::findStop<detail::LineEnds>(p, end);
}

} // namespace homeward::protocol

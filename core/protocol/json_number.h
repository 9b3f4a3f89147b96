// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace homeward::protocol {

/// Recognises one number of JSON (RFC 8259, section 6) in pieces of any size.
class JsonNumber
{
public:
    static bool isFirstByte(char c) { return c == '-' || isDigit(c); }

    void begin(char first)
    {
        m_part = first == '-' ? Part::Minus : first == '0' ? Part::Zero : Part::Digits;
    }

    /// The first byte that is no part of the number; `end` for none.
    const char *read(const char *p, const char *end)
    {
        while (p != end) {
            while (p != end && isDigit(*p) && takesDigits())
                ++p;
            if (p == end || !take(*p))
                break;
            ++p;
        }
        return p;
    }

    /// True where the number may end.
    bool isWhole() const { return takesDigits() || m_part == Part::Zero; }

private:
    enum class Part : std::uint8_t {
        Minus,
        Zero,
        Digits,
        Point,
        Fraction,
        ExponentMark,
        ExponentSign,
        Exponent,
    };

    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isExponentMark(char c) { return c == 'e' || c == 'E'; }

    bool takesDigits() const
    {
        return m_part == Part::Digits || m_part == Part::Fraction || m_part == Part::Exponent;
    }

    /// A byte that is not one more digit of a run; false for one that is no part of the number.
    bool take(char c)
    {
        switch (m_part) {
        case Part::Minus:
            return isDigit(c) && become(c == '0' ? Part::Zero : Part::Digits);
        case Part::Zero:
        case Part::Digits:
            return (c == '.' && become(Part::Point))
                || (isExponentMark(c) && become(Part::ExponentMark));
        case Part::Point:
            return isDigit(c) && become(Part::Fraction);
        case Part::Fraction:
            return isExponentMark(c) && become(Part::ExponentMark);
        case Part::ExponentMark:
            if (c == '+' || c == '-')
                return become(Part::ExponentSign);
            return isDigit(c) && become(Part::Exponent);
        case Part::ExponentSign:
            return isDigit(c) && become(Part::Exponent);
        case Part::Exponent:
            return false;
        }
        return false;
    }

    bool become(Part part)
    {
        m_part = part;
        return true;
    }

    Part m_part = Part::Minus;
};

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

/// What libFuzzer calls, with each input; it returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size);

namespace homeward::testing {

/// Ends the program when something does not hold that must hold for every input.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// An input of a fuzz target: one byte that says how the rest is cut, then the rest.
class FuzzInput
{
public:
    FuzzInput(const std::uint8_t *bytes, std::size_t size)
        : m_text(reinterpret_cast<const char *>(bytes), size)
    {
        if (m_text.empty())
            return;
        m_pieceSize = std::size_t(static_cast<unsigned char>(m_text.front())) % 32 + 1;
        m_text.remove_prefix(1);
    }

    std::string_view text() const { return m_text; }
    std::size_t pieceSize() const { return m_pieceSize; }
    std::vector<std::string_view> pieces() const
    {
        std::vector<std::string_view> pieces;
        for (std::size_t begin = 0; begin < m_text.size(); begin += m_pieceSize)
            pieces.push_back(m_text.substr(begin, m_pieceSize));
        return pieces;
    }

private:
    std::string_view m_text;
    std::size_t m_pieceSize = 1;
};

} // namespace homeward::testing

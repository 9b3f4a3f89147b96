// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace homeward::protocol::testing {

using Pieces = std::vector<std::string_view>;

/// The text in pieces of one size.
inline Pieces inPiecesOf(std::string_view text, std::size_t size)
{
    Pieces pieces;
    for (std::size_t begin = 0; begin < text.size(); begin += size)
        pieces.push_back(text.substr(begin, size));
    return pieces;
}

/// Every way to cut the text once, the whole text included, and the text byte by byte.
inline std::vector<Pieces> everySplit(std::string_view text)
{
    std::vector<Pieces> splits{{text}, inPiecesOf(text, 1)};
    for (std::size_t cut = 1; cut < text.size(); ++cut)
        splits.push_back({text.substr(0, cut), text.substr(cut)});
    return splits;
}

} // namespace homeward::protocol::testing

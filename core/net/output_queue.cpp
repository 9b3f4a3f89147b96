// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/output_queue.h"

namespace homeward::net {

void OutputQueue::append(std::string_view bytes)
{
    if (bytes.empty())
        return;
    m_size += bytes.size();
    constexpr std::size_t mergeLimit = 64 * 1024;
    if (!m_pieces.empty()) {
        Piece &last = m_pieces.back();
        if (last.shared.isNull() && last.owned.size() + bytes.size() <= mergeLimit) {
            const std::size_t sent = last.owned.size() - last.rest.size();
            last.owned.append(bytes);
            last.rest = std::string_view(last.owned).substr(sent);
            return;
        }
    }
    Piece &piece = m_pieces.emplace_back();
    piece.owned = bytes;
    piece.rest = piece.owned;
}

void OutputQueue::append(SharedBytes bytes)
{
    if (bytes.isEmpty())
        return;
    m_size += bytes.size();
    const std::string_view rest = bytes.view();
    m_pieces.push_back(Piece{.owned = {}, .shared = std::move(bytes), .rest = rest});
}

std::string_view OutputQueue::front() const
{
    return m_pieces.empty() ? std::string_view() : m_pieces.front().rest;
}

void OutputQueue::consume(std::size_t count)
{
    Piece &piece = m_pieces.front();
    piece.rest.remove_prefix(count);
    m_size -= count;
    if (piece.rest.empty())
        m_pieces.pop_front();
}

void OutputQueue::clear()
{
    m_pieces.clear();
    m_size = 0;
}

} // namespace homeward::net

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/shared_bytes.h"

#include <deque>
#include <string>
#include <string_view>

namespace homeward::net {

/// Bytes that wait to be sent, some owned and some shared with whoever may need them again.
class OutputQueue
{
public:
    bool isEmpty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }

    void append(std::string_view bytes);
    /// Kept, and not copied, until they are sent.
    void append(SharedBytes bytes);

    /// The piece to send next; empty when nothing waits.
    std::string_view front() const;
    /// The first `count` bytes of front() are sent.
    void consume(std::size_t count);
    void clear();

private:
    struct Piece
    {
        std::string owned;
        SharedBytes shared;
        std::string_view rest;
    };
    std::deque<Piece> m_pieces;
    std::size_t m_size = 0;
};

} // namespace homeward::net

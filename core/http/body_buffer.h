// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/deadline.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace homeward::http {

/// The bytes of a body as they come, in one piece. Grows with what has come and not with what was
/// announced, and where it is large without copying: the system moves its pages.
class BodyBuffer
{
public:
    BodyBuffer() = default;
    ~BodyBuffer();
    BodyBuffer(const BodyBuffer &) = delete;
    BodyBuffer &operator=(const BodyBuffer &) = delete;

    std::string_view bytes() const { return {m_bytes, m_size}; }
    std::size_t size() const { return m_size; }
    std::size_t capacity() const { return m_capacity; }

    /// How large it is going to be, as far as that is known: it grows to just this at the last.
    void expect(std::size_t size) { m_expected = size; }
    /// Room behind the bytes, `count` of it, to be written to; commit() makes it a part of them.
    std::span<char> room(std::size_t count);
    void commit(std::size_t count) { m_size += count; }
    void append(std::string_view bytes);
    /// Keeps its memory.
    void clear() { m_size = m_expected = 0; }

private:
    void grow(std::size_t needed);

    char *m_bytes = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    std::size_t m_expected = 0;
    bool m_isMapped = false;
};

/// Gives out buffers, and keeps large ones that are done with for a moment: the next large body
/// costs no page of new memory then, which is most of what such a body costs.
class BodyStore
{
public:
    /// Buffers from here on are kept, all of them together up to the second number, in bytes.
    static constexpr std::size_t keptFrom = std::size_t(256) << 10;
    static constexpr std::size_t keptTotal = std::size_t(64) << 20;
    static constexpr Duration keptTime = std::chrono::seconds(1);

    explicit BodyStore(net::DeadlineQueue &deadlines);
    ~BodyStore();
    BodyStore(const BodyStore &) = delete;
    BodyStore &operator=(const BodyStore &) = delete;

    /// An empty buffer for a body of which so much is announced; 0 where nothing is known. Whoever
    /// lets go of it last does so on the store's thread, but may do so after the store's end.
    std::shared_ptr<BodyBuffer> take(std::size_t announced);
    std::size_t keptBytes() const;

private:
    class Spares;
    std::shared_ptr<Spares> m_spares;
};

} // namespace homeward::http

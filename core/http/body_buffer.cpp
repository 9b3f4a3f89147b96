// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/body_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace homeward::http {

namespace {

/// From here on pages are taken from the system, which can move them to where more room is.
constexpr std::size_t mappedFrom = std::size_t(256) << 10;
/// From here on pages of 2 MiB are worth their rounding up.
constexpr std::size_t hugeFrom = std::size_t(16) << 20;
constexpr std::size_t pageSize = 4096;

std::size_t roundedUp(std::size_t size)
{
    return (size + pageSize - 1) / pageSize * pageSize;
}

#ifdef __linux__

char *mapped(char *old, std::size_t oldSize, std::size_t newSize)
{
    void *pages = old
        ? ::mremap(old, oldSize, newSize, MREMAP_MAYMOVE)
        : ::mmap(nullptr, newSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        throw std::bad_alloc();
    if (newSize >= hugeFrom)
        ::madvise(pages, newSize, MADV_HUGEPAGE);
    return static_cast<char *>(pages);
}

void unmap(char *pages, std::size_t size)
{
    ::munmap(pages, size);
}

#else

char *mapped(char *old, std::size_t, std::size_t newSize)
{
    auto *bytes = static_cast<char *>(std::realloc(old, newSize));
    if (!bytes)
        throw std::bad_alloc();
    return bytes;
}

void unmap(char *pages, std::size_t)
{
    std::free(pages);
}

#endif

} // namespace

BodyBuffer::~BodyBuffer()
{
    if (m_isMapped)
        unmap(m_bytes, m_capacity);
    else
        std::free(m_bytes);
}

std::span<char> BodyBuffer::room(std::size_t count)
{
    if (m_capacity - m_size < count)
        grow(m_size + count);
    return {m_bytes + m_size, count};
}

void BodyBuffer::append(std::string_view bytes)
{
    if (bytes.empty())
        return;
    std::memcpy(room(bytes.size()).data(), bytes.data(), bytes.size());
    m_size += bytes.size();
}

void BodyBuffer::grow(std::size_t needed)
{
    const std::size_t doubled = std::max(needed, 2 * m_capacity);
    // The end of what is expected is no reason to take twice as much.
    std::size_t wanted = m_expected >= needed ? std::min(doubled, m_expected) : doubled;
    if (wanted < mappedFrom) {
        auto *bytes = static_cast<char *>(std::realloc(m_bytes, wanted));
        if (!bytes)
            throw std::bad_alloc();
        m_bytes = bytes;
    } else {
        wanted = roundedUp(wanted);
        char *pages = mapped(m_isMapped ? m_bytes : nullptr, m_capacity, wanted);
        if (!m_isMapped && m_bytes) {
            std::memcpy(pages, m_bytes, m_size);
            std::free(m_bytes);
        }
        m_bytes = pages;
        m_isMapped = true;
    }
    m_capacity = wanted;
}

class BodyStore::Spares
{
public:
    explicit Spares(net::DeadlineQueue &deadlines) : m_limit(deadlines, [this] { clear(); }) { }

    std::unique_ptr<BodyBuffer> take()
    {
        if (m_buffers.empty())
            return nullptr;
        std::unique_ptr<BodyBuffer> buffer = std::move(m_buffers.back());
        m_buffers.pop_back();
        m_bytes -= buffer->capacity();
        return buffer;
    }

    void keep(std::unique_ptr<BodyBuffer> buffer)
    {
        if (m_bytes + buffer->capacity() > keptTotal)
            return;
        buffer->clear();
        m_bytes += buffer->capacity();
        m_buffers.push_back(std::move(buffer));
        m_limit.setAfter(keptTime);
    }

    std::size_t bytes() const { return m_bytes; }

private:
    void clear()
    {
        m_buffers.clear();
        m_bytes = 0;
    }

    std::vector<std::unique_ptr<BodyBuffer>> m_buffers;
    std::size_t m_bytes = 0;
    net::Deadline m_limit;
};

BodyStore::BodyStore(net::DeadlineQueue &deadlines) : m_spares(std::make_shared<Spares>(deadlines))
{ }

BodyStore::~BodyStore() = default;

std::shared_ptr<BodyBuffer> BodyStore::take(std::size_t announced)
{
    std::unique_ptr<BodyBuffer> buffer;
    if (announced >= keptFrom)
        buffer = m_spares->take();
    // Most bodies are small; nothing is kept of them.
    if (announced > 0 && announced < keptFrom)
        return std::make_shared<BodyBuffer>();
    if (!buffer)
        buffer = std::make_unique<BodyBuffer>();
    return {buffer.release(), [spares = std::weak_ptr(m_spares)](BodyBuffer *done) {
                std::unique_ptr<BodyBuffer> owned(done);
                const auto alive = spares.lock();
                if (alive && owned->capacity() >= keptFrom)
                    alive->keep(std::move(owned));
            }};
}

std::size_t BodyStore::keptBytes() const
{
    return m_spares->bytes();
}

} // namespace homeward::http

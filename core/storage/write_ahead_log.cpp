// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/write_ahead_log.h"

#include "storage/private_file.h"

#include <cstdint>
#include <string_view>

namespace homeward::storage {

namespace {

constexpr std::size_t headSize = 32;
constexpr std::size_t checkedSize = 24;
/// The last bit says in which order the bytes of a number are summed up: 1 for the highest first.
constexpr std::uint32_t magic = 0x377f0682;

enum class ByteOrder { HighestFirst, LowestFirst };

std::uint32_t numberAt(std::string_view bytes, std::size_t offset, ByteOrder order)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t place = order == ByteOrder::HighestFirst ? i : 3 - i;
        number = number << 8 | static_cast<unsigned char>(bytes[offset + place]);
    }
    return number;
}

bool hasGoodChecksum(std::string_view head, ByteOrder order)
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    for (std::size_t offset = 0; offset < checkedSize; offset += 8) {
        first += numberAt(head, offset, order) + second;
        second += numberAt(head, offset + 4, order) + first;
    }
    return first == numberAt(head, checkedSize, ByteOrder::HighestFirst)
        && second == numberAt(head, checkedSize + 4, ByteOrder::HighestFirst);
}

} // namespace

Result<bool> hasDamagedLogHead(const std::string &logPath)
{
    // SQLite makes the head durable before it writes the first change behind it.
    const auto read = readSmallFile(logPath, headSize + 1);
    if (!read)
        return read.error();
    if (!*read || (*read)->size() <= headSize)
        return false;
    const std::string_view head = **read;
    const std::uint32_t found = numberAt(head, 0, ByteOrder::HighestFirst);
    if ((found & ~1U) != magic)
        return true;
    return !hasGoodChecksum(head,
                            (found & 1U) != 0 ? ByteOrder::HighestFirst : ByteOrder::LowestFirst);
}

} // namespace homeward::storage

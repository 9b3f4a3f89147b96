// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/id.h"

#include <QRandomGenerator>

#include <array>
#include <cstdint>

namespace homeward {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

void appendHex(std::string &text, std::uint64_t bits, int digits)
{
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        text += hexDigits[(bits >> shift) & 0xf];
}

} // namespace

std::string newUuid()
{
    auto *random = QRandomGenerator::global();
    const std::uint64_t high = (random->generate64() & ~std::uint64_t(0xf000)) | 0x4000;
    const std::uint64_t low
        = (random->generate64() & ~(std::uint64_t(3) << 62)) | (std::uint64_t(2) << 62);
    std::string text;
    text.reserve(36);
    appendHex(text, high >> 32, 8);
    text += '-';
    appendHex(text, high >> 16 & 0xffff, 4);
    text += '-';
    appendHex(text, high & 0xffff, 4);
    text += '-';
    appendHex(text, low >> 48, 4);
    text += '-';
    appendHex(text, low & 0xffffffffffff, 12);
    return text;
}

std::string newIdentifier(std::string_view prefix)
{
    std::string text(prefix);
    appendHex(text, QRandomGenerator::system()->generate64(), 16);
    return text;
}

} // namespace homeward

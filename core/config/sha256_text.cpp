// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/sha256_text.h"

#include <QCryptographicHash>

namespace homeward::config {

namespace {

constexpr std::size_t digitsOfDigest = 64;

} // namespace

std::optional<std::string> sha256FromText(std::string_view text)
{
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        // A colon may stand after each byte but the last.
        const bool isSeparator = c == ':' && i % 3 == 2 && i + 1 < text.size();
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))
            digits += c;
        else if (c >= 'A' && c <= 'F')
            digits += char(c + ('a' - 'A'));
        else if (!isSeparator)
            return std::nullopt;
    }
    if (digits.size() != digitsOfDigest)
        return std::nullopt;
    return digits;
}

std::string sha256Of(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), qsizetype(bytes.size())));
    return hash.result().toHex().toStdString();
}

} // namespace homeward::config

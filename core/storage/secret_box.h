// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "storage/master_key.h"

#include <QByteArray>

#include <optional>
#include <string>

namespace homeward::storage {

/// Seals secrets for the database, and opens them (libsodium's crypto_secretbox). The master key is
/// asked for when the first secret comes, and made when there has never been one.
class SecretBox
{
public:
    /// The source must outlive the box.
    explicit SecretBox(MasterKeySource &source) : m_source(source) { }

    Result<QByteArray> seal(const Secret &secret);
    /// Nothing if it was sealed with another key, if it is damaged, or if the key is not to be had.
    std::optional<Secret> open(const QByteArray &sealed);
    /// Why the key could not be had when open() wanted it; empty if it could.
    const std::string &problem() const { return m_problem; }

private:
    Result<MasterKey> readKey();
    Result<MasterKey> keyToSeal();

    MasterKeySource &m_source;
    std::optional<MasterKey> m_key;
    std::string m_problem;
};

} // namespace homeward::storage

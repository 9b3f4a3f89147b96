// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/secret_box.h"

#include <sodium.h>

namespace homeward::storage {

namespace {

/// The first byte of a sealed secret, so that another way of sealing can come later.
constexpr char sealVersion = 1;
constexpr qsizetype nonceSize = crypto_secretbox_NONCEBYTES;
constexpr qsizetype headSize = 1 + nonceSize;
constexpr qsizetype tagSize = crypto_secretbox_MACBYTES;

unsigned char *bytesOf(QByteArray &array)
{
    return reinterpret_cast<unsigned char *>(array.data());
}

const unsigned char *bytesOf(const QByteArray &array)
{
    return reinterpret_cast<const unsigned char *>(array.constData());
}

} // namespace

Result<MasterKey> SecretBox::readKey()
{
    if (sodium_init() < 0)
        return Error{ErrorKind::StorageFailed, "libsodium could not be initialised", {}};
    return m_source.read();
}

Result<MasterKey> SecretBox::keyToSeal()
{
    if (m_key)
        return *m_key;
    auto key = readKey();
    if (!key && key.error().kind == ErrorKind::NotFound)
        key = m_source.create();
    if (!key)
        return Error{ErrorKind::StorageFailed, key.error().message, {}};
    m_key = *key;
    return key;
}

Result<QByteArray> SecretBox::seal(const Secret &secret)
{
    const auto key = keyToSeal();
    if (!key)
        return key.error();
    const std::string &plain = secret.reveal();
    QByteArray sealed(headSize + tagSize + qsizetype(plain.size()), Qt::Uninitialized);
    sealed[0] = sealVersion;
    unsigned char *nonce = bytesOf(sealed) + 1;
    randombytes_buf(nonce, std::size_t(nonceSize));
    crypto_secretbox_easy(bytesOf(sealed) + headSize,
                          reinterpret_cast<const unsigned char *>(plain.data()), plain.size(),
                          nonce, key->bytes().data());
    return sealed;
}

std::optional<Secret> SecretBox::open(const QByteArray &sealed)
{
    if (!m_key && m_problem.empty()) {
        const auto key = readKey();
        if (key)
            m_key = *key;
        else
            m_problem = key.error().message;
    }
    if (!m_key || sealed.size() < headSize + tagSize || sealed[0] != sealVersion)
        return std::nullopt;
    std::string plain(std::size_t(sealed.size() - headSize - tagSize), '\0');
    const unsigned char *nonce = bytesOf(sealed) + 1;
    const int failure = crypto_secretbox_open_easy(
        reinterpret_cast<unsigned char *>(plain.data()), bytesOf(sealed) + headSize,
        std::uint64_t(sealed.size() - headSize), nonce, m_key->bytes().data());
    if (failure != 0)
        return std::nullopt;
    return Secret(std::move(plain));
}

} // namespace homeward::storage

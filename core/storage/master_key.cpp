// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/master_key.h"

#include <sodium.h>

namespace homeward::storage {

static_assert(MasterKey::size == crypto_secretbox_KEYBYTES);

MasterKey MasterKey::random()
{
    Bytes bytes;
    randombytes_buf(bytes.data(), bytes.size());
    return MasterKey(bytes);
}

MasterKey::~MasterKey()
{
    sodium_memzero(m_bytes.data(), m_bytes.size());
}

} // namespace homeward::storage

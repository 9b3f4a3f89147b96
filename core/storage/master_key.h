// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <array>

namespace homeward::storage {

/// The key that seals all stored secrets; its bytes are wiped when it goes.
class MasterKey
{
public:
    static constexpr std::size_t size = 32;
    using Bytes = std::array<unsigned char, size>;

    static MasterKey random();
    explicit MasterKey(const Bytes &bytes) : m_bytes(bytes) { }
    MasterKey(const MasterKey &) = default;
    MasterKey &operator=(const MasterKey &) = default;
    ~MasterKey();

    const Bytes &bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
};

/// Where the master key is kept: a file, or the key ring of a desktop. Called on the storage thread
/// only, which may wait.
class MasterKeySource
{
public:
    virtual ~MasterKeySource() = default;

    /// The key. An error of kind NotFound means that there is none that could ever be used again,
    /// so that create() is right; any other that it cannot be had at the moment.
    virtual Result<MasterKey> read() = 0;
    /// Makes a new key and keeps it durably. What is in its place is set aside, not overwritten.
    virtual Result<MasterKey> create() = 0;
};

} // namespace homeward::storage

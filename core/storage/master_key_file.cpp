// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/master_key_file.h"

#include "storage/private_file.h"
#include "storage/set_aside.h"

#include <algorithm>

namespace homeward::storage {

MasterKeyFile::MasterKeyFile(const std::string &folder, WallTime now)
    : m_path(folder + "/master.key"),
      m_now(now)
{ }

Result<MasterKey> MasterKeyFile::read()
{
    const auto content = readSmallFile(m_path, MasterKey::size + 1);
    if (!content)
        return content.error();
    if (!*content)
        return Error{ErrorKind::NotFound, "the master key \"" + m_path + "\" is missing", {}};
    const std::string &found = **content;
    if (found.size() != MasterKey::size)
        return Error{ErrorKind::NotFound, "the master key \"" + m_path + "\" is damaged", {}};
    closeToOthers(m_path);
    MasterKey::Bytes bytes;
    std::copy(found.begin(), found.end(), bytes.begin());
    return MasterKey(bytes);
}

Result<MasterKey> MasterKeyFile::create()
{
    if (const auto kept = setAside({m_path}, m_now); !kept)
        return kept.error();
    const MasterKey key = MasterKey::random();
    const auto &bytes = key.bytes();
    const auto written = writePrivateFile(m_path, std::string(bytes.begin(), bytes.end()));
    if (!written)
        return written.error();
    return key;
}

} // namespace homeward::storage

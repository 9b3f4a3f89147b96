// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "storage/master_key.h"

#include <string>

namespace homeward::storage {

/// Keeps the master key in the file `master.key` of the data folder, for this user only.
class MasterKeyFile final : public MasterKeySource
{
public:
    /// `now` names a damaged file that has to be set aside.
    MasterKeyFile(const std::string &folder, WallTime now);

    Result<MasterKey> read() override;
    Result<MasterKey> create() override;

private:
    std::string m_path;
    WallTime m_now;
};

} // namespace homeward::storage

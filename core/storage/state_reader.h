// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "storage/secret_box.h"
#include "storage/stored_state.h"

#include <QSqlDatabase>

#include <string>
#include <vector>

namespace homeward::storage {

struct StateReading
{
    StoredState state;
    /// Keys that could not be opened, by whose they are; as sentences.
    std::vector<std::string> problems;
};

Result<StateReading> readState(const QSqlDatabase &database, SecretBox &box);

} // namespace homeward::storage

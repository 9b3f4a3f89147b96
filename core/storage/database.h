// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "storage/sqlite_connection.h"

#include <string>
#include <vector>

namespace homeward::storage {

/// The SQLite file of a data folder, open in WAL mode with the newest schema. To be used on the
/// thread that opened it.
class Database
{
public:
    /// Files that are found damaged are set aside. The error of a file that a newer version of this
    /// program has written says so; that file is left as it is.
    static Result<Database> open(const std::string &folder, WallTime now);

    QSqlDatabase connection() const { return m_connection.database(); }
    /// What the user should know, as sentences.
    const std::vector<std::string> &problems() const { return m_problems; }

private:
    enum class Condition { Sound, Damaged };

    explicit Database(const std::string &path) : m_connection(path) { }
    Result<Condition> prepare();
    Result<Condition> updateSchema();

    SqliteConnection m_connection;
    std::vector<std::string> m_problems;
};

} // namespace homeward::storage

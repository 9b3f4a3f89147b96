// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QSqlDatabase>

#include <optional>
#include <string>

namespace homeward::storage {

/// The SQLite file of a data folder, open in WAL mode with the newest schema. To be used on the
/// thread that opened it.
class Database
{
public:
    /// A file that SQLite finds damaged is set aside. The error of one that a newer version of this
    /// program has written says so; that file is left as it is.
    static Result<Database> open(const std::string &folder, WallTime now);
    Database(Database &&other) noexcept;
    Database &operator=(Database &&) = delete;
    ~Database();

    QSqlDatabase connection() const;
    /// What the user should know; empty when all is well.
    const std::string &problem() const { return m_problem; }

private:
    explicit Database(QString name) : m_name(std::move(name)) { }
    Result<Done> prepare();
    Result<Done> migrate();

    QString m_name;
    std::string m_problem;
};

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSqlDatabase>
#include <QString>

#include <string>

namespace homeward::storage {

/// One connection to a SQLite file, not open at first; closed and forgotten by Qt when it goes. To
/// be used on the thread that made it.
class SqliteConnection
{
public:
    /// `:memory:` is a database without a file.
    explicit SqliteConnection(const std::string &path);
    SqliteConnection(SqliteConnection &&other) noexcept;
    SqliteConnection &operator=(SqliteConnection &&) = delete;
    ~SqliteConnection();

    /// What it returns must be gone before the connection is.
    QSqlDatabase database() const { return QSqlDatabase::database(m_name, false); }

private:
    QString m_name;
};

} // namespace homeward::storage

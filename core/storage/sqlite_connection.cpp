// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/sqlite_connection.h"

#include "base/id.h"

#include <utility>

namespace homeward::storage {

using namespace Qt::StringLiterals;

SqliteConnection::SqliteConnection(const std::string &path)
    : m_name(QString::fromStdString(newIdentifier("homeward-")))
{
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    database.setDatabaseName(QString::fromStdString(path));
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
}

SqliteConnection::SqliteConnection(SqliteConnection &&other) noexcept
    : m_name(std::exchange(other.m_name, QString()))
{ }

SqliteConnection::~SqliteConnection()
{
    if (m_name.isEmpty())
        return;
    database().close();
    QSqlDatabase::removeDatabase(m_name);
}

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/database.h"

#include "base/id.h"
#include "storage/private_file.h"
#include "storage/schema.h"
#include "storage/set_aside.h"
#include "storage/statement.h"

#include <QSqlError>
#include <QSqlQuery>

#include <utility>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

constexpr const char *fileName = "/homeward.db";

bool isDamage(const QSqlError &error)
{
    return faultOf(error) == SqliteFault::Damaged;
}

/// What PRAGMA quick_check says: `ok`, or what is wrong.
bool isWhole(const QSqlDatabase &connection, QSqlError &error)
{
    QSqlQuery query(connection);
    if (!query.exec(u"PRAGMA quick_check(1)"_s) || !query.next()) {
        error = query.lastError();
        return false;
    }
    return query.value(0).toString() == "ok"_L1;
}

} // namespace

Database::Database(Database &&other) noexcept
    : m_name(std::exchange(other.m_name, QString())),
      m_problem(std::move(other.m_problem))
{ }

Database::~Database()
{
    if (m_name.isEmpty())
        return;
    connection().close();
    QSqlDatabase::removeDatabase(m_name);
}

QSqlDatabase Database::connection() const
{
    return QSqlDatabase::database(m_name, false);
}

Result<Database> Database::open(const std::string &folder, WallTime now)
{
    const std::string path = folder + fileName;
    std::string problem;
    for (;;) {
        Database database(QString::fromStdString(newIdentifier("homeward-")));
        {
            QSqlDatabase connection = QSqlDatabase::addDatabase(u"QSQLITE"_s, database.m_name);
            connection.setDatabaseName(QString::fromStdString(path));
            connection.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
        }
        QSqlDatabase connection = database.connection();
        QSqlError error;
        const bool isOpen = connection.open();
        if (!isOpen)
            error = connection.lastError();
        if (isOpen && isWhole(connection, error)) {
            database.m_problem = problem;
            if (const auto prepared = database.prepare(); !prepared)
                return prepared.error();
            return database;
        }
        const bool isDamaged = (isOpen && !error.isValid()) || isDamage(error);
        if (!isDamaged || !problem.empty()) {
            const Error reason = sqliteError(error);
            return Error{ErrorKind::StorageFailed,
                         "the database " + path + " cannot be used: " + reason.message,
                         {}};
        }
        connection.close();
        const Result<std::string> aside
            = setAside({.path = path, .endings = {"-wal", "-shm"}}, now);
        if (!aside)
            return aside.error();
        problem = "The database was damaged. It was set aside as " + *aside
            + ", and a new one was begun: nodes and settings have to be entered again.";
    }
}

Result<Done> Database::prepare()
{
    for (const QString &pragma : {u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = FULL"_s,
                                  u"PRAGMA foreign_keys = ON"_s}) {
        QSqlQuery query(connection());
        if (!query.exec(pragma))
            return sqliteError(query.lastError());
    }
    return migrate();
}

Result<Done> Database::migrate()
{
    QSqlDatabase database = connection();
    int version = 0;
    {
        QSqlQuery query(database);
        if (!query.exec(u"PRAGMA user_version"_s) || !query.next())
            return sqliteError(query.lastError());
        version = query.value(0).toInt();
    }
    if (version > schemaVersion()) {
        return Error{ErrorKind::StorageFailed,
                     "the data folder was written by a newer version of this program (schema "
                         + std::to_string(version) + ", this one knows "
                         + std::to_string(schemaVersion())
                         + "); use that version, or another --data-dir",
                     {}};
    }
    for (const QStringList &step : schemaSteps().subspan(std::size_t(version))) {
        if (!database.transaction())
            return sqliteError(database.lastError());
        for (const QString &sql : step) {
            QSqlQuery query(database);
            if (query.exec(sql))
                continue;
            const Error error = sqliteError(query.lastError());
            database.rollback();
            return error;
        }
        if (!database.commit())
            return sqliteError(database.lastError());
    }
    return Done{};
}

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/database.h"

#include "base/log.h"
#include "storage/migration.h"
#include "storage/private_file.h"
#include "storage/schema.h"
#include "storage/set_aside.h"
#include "storage/statement.h"
#include "storage/write_ahead_log.h"

#include <QSqlError>
#include <QSqlQuery>

#include <utility>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

FileGroup filesIn(const std::string &folder)
{
    return {.path = folder + "/homeward.db", .endings = {"-wal", "-shm", "-journal"}};
}

/// The first column of the first row.
Result<std::string> answerOf(const QSqlDatabase &connection, const QString &sql)
{
    std::string answer;
    bool isFirst = true;
    const auto read = Statement(connection, sql).forEachRow([&](Row row) {
        if (std::exchange(isFirst, false))
            answer = row.text();
    });
    if (!read)
        return read.error();
    return answer;
}

/// SQLite takes a file of no bytes for a new database, and throws its log of changes away.
Result<bool> hasLostItsContent(const FileGroup &files)
{
    const auto content = readSmallFile(files.path, 1);
    if (!content)
        return content.error();
    if (*content)
        return (*content)->empty();
    const auto changes = readSmallFile(files.path + "-wal", 1);
    if (!changes)
        return changes.error();
    return *changes && !(*changes)->empty();
}

/// Moves a damaged database out of the way; what the user should know of it.
Result<std::string> setAsideDatabase(const FileGroup &files, WallTime now)
{
    const auto aside = setAside(files, now);
    if (!aside)
        return aside.error();
    return "The database was damaged. It was set aside as " + *aside
        + ", and a new one was begun: nodes and settings have to be entered again.";
}

/// Sets aside what SQLite would pass over in silence; what the user should know of it.
Result<std::vector<std::string>> setAsideUnseenDamage(const FileGroup &files, WallTime now)
{
    std::vector<std::string> problems;
    const auto isEmpty = hasLostItsContent(files);
    if (!isEmpty)
        return isEmpty.error();
    if (*isEmpty) {
        auto problem = setAsideDatabase(files, now);
        if (!problem)
            return problem.error();
        problems.push_back(std::move(*problem));
    }
    const FileGroup log{.path = files.path + "-wal", .endings = {}};
    const auto isLogDamaged = hasDamagedLogHead(log.path);
    if (!isLogDamaged)
        return isLogDamaged.error();
    if (*isLogDamaged) {
        const auto aside = setAside(log, now);
        if (!aside)
            return aside.error();
        problems.push_back("The newest changes could not be read, because their file was damaged. "
                           "It was set aside as "
                           + *aside + "; check whether all nodes and settings are there.");
    }
    return problems;
}

/// The database holds what programs on this computer may not read.
Result<Done> makePrivate(const FileGroup &files)
{
    if (auto made = makePrivateFile(files.path); !made)
        return made;
    for (const std::string &ending : files.endings)
        closeToOthers(files.path + ending);
    return Done{};
}

Error unusable(const FileGroup &files, const Error &reason)
{
    return Error{ErrorKind::StorageFailed,
                 "the database \"" + files.path + "\" cannot be used: " + reason.message,
                 {}};
}

} // namespace

Result<Database> Database::open(const std::string &folder, WallTime now)
{
    const FileGroup files = filesIn(folder);
    auto problems = setAsideUnseenDamage(files, now);
    if (!problems)
        return problems.error();
    // A database that is new and damaged all the same is a matter of the disk.
    for (bool isNew = false;; isNew = true) {
        if (const auto made = makePrivate(files); !made)
            return made.error();
        Database database(files.path);
        const auto condition = database.prepare();
        if (!condition)
            return unusable(files, condition.error());
        if (*condition == Condition::Sound) {
            database.m_problems = std::move(*problems);
            return database;
        }
        if (isNew)
            return unusable(files, {.message = "a new one is damaged at once; check the disk"});
        database.m_connection.database().close();
        auto problem = setAsideDatabase(files, now);
        if (!problem)
            return problem.error();
        problems->push_back(std::move(*problem));
    }
}

Result<Database::Condition> Database::prepare()
{
    QSqlDatabase database = connection();
    if (!database.open())
        return sqliteError(database.lastError());
    QSqlQuery check(database);
    if (!check.exec(u"PRAGMA integrity_check(1)"_s) || !check.next()) {
        if (faultOf(check.lastError()) == SqliteFault::Damaged)
            return Condition::Damaged;
        return sqliteError(check.lastError());
    }
    if (check.value(0).toString() != "ok"_L1)
        return Condition::Damaged;
    check.finish();
    return updateSchema();
}

Result<Database::Condition> Database::updateSchema()
{
    const auto text = answerOf(connection(), u"PRAGMA user_version"_s);
    if (!text)
        return text.error();
    const int version = utf8(*text).toInt();
    if (version > schemaVersion()) {
        return Error{ErrorKind::StorageFailed,
                     "a newer version of this program wrote it (schema " + *text
                         + ", this one knows " + std::to_string(schemaVersion())
                         + "); use that version, or choose another folder with --data-dir",
                     {}};
    }
    if (version < 0)
        return Condition::Damaged;
    const auto isAsItSays = hasSchemaOf(connection(), version);
    if (!isAsItSays)
        return isAsItSays.error();
    if (!*isAsItSays)
        return Condition::Damaged;
    for (const QString &pragma : {u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = FULL"_s,
                                  u"PRAGMA foreign_keys = ON"_s}) {
        if (const auto answer = answerOf(connection(), pragma); !answer)
            return answer.error();
    }
    if (const auto migrated = migrate(connection(), version, schemaVersion()); !migrated)
        return migrated.error();
    return Condition::Sound;
}

} // namespace homeward::storage

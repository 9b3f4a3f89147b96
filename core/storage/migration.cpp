// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/migration.h"

#include "storage/schema.h"
#include "storage/sqlite_connection.h"
#include "storage/statement.h"
#include "storage/transaction.h"

#include <QSqlError>

#include <algorithm>
#include <set>
#include <string>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

Result<Done> runStep(const QSqlDatabase &database, const QStringList &step)
{
    return inTransaction(database, [&]() -> Result<Done> {
        for (const QString &sql : step) {
            if (auto done = Statement(database, sql).run(); !done)
                return done;
        }
        return Done{};
    });
}

/// `table.column` of all tables.
Result<std::set<std::string>> columnsOf(const QSqlDatabase &database)
{
    std::set<std::string> columns;
    const auto read = Statement(database, uR"(SELECT m.name || '.' || c.name
                                              FROM sqlite_master AS m, pragma_table_info(m.name) AS c
                                              WHERE m.type = 'table')"_s)
                          .forEachRow([&columns](Row row) { columns.insert(row.text()); });
    if (!read)
        return read.error();
    return columns;
}

} // namespace

Result<Done> migrate(const QSqlDatabase &database, int from, int to)
{
    for (const QStringList &step :
         schemaSteps().subspan(std::size_t(from), std::size_t(to - from))) {
        if (auto done = runStep(database, step); !done)
            return done;
    }
    return Done{};
}

Result<bool> hasSchemaOf(const QSqlDatabase &database, int version)
{
    const auto found = columnsOf(database);
    if (!found || version == 0)
        return found ? Result<bool>(found->empty()) : found.error();
    // The steps themselves tell what there has to be: a second list could differ from them.
    const SqliteConnection model(":memory:");
    QSqlDatabase empty = model.database();
    if (!empty.open())
        return sqliteError(empty.lastError());
    if (const auto made = migrate(empty, 0, version); !made)
        return made.error();
    const auto wanted = columnsOf(empty);
    if (!wanted)
        return wanted.error();
    return std::includes(found->begin(), found->end(), wanted->begin(), wanted->end());
}

} // namespace homeward::storage

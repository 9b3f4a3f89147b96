// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/transaction.h"

#include "storage/statement.h"

namespace homeward::storage {

using namespace Qt::StringLiterals;

Result<Done> inTransaction(const QSqlDatabase &database, const std::function<Result<Done>()> &work)
{
    // Not QSqlDatabase::commit(), whose error has lost SQLite's code, which tells a full disk.
    if (auto begun = Statement(database, u"BEGIN IMMEDIATE"_s).run(); !begun)
        return begun;
    auto done = work();
    if (done)
        done = Statement(database, u"COMMIT"_s).run();
    if (!done) {
        // Fails only where SQLite has rolled it back already.
        Statement(database, u"ROLLBACK"_s).run();
    }
    return done;
}

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "domain/base_url.h"

#include <QByteArray>
#include <QSqlQuery>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// SQL with its values bound one after the other, and rows read one column after the other.

namespace homeward::storage {

/// The kinds of SQLite's failures that are told apart here.
enum class SqliteFault {
    Full,
    InputOutput,
    ReadOnly,
    CannotOpen,
    Busy,
    Damaged,
    Constraint,
    Other,
};
SqliteFault faultOf(const QSqlError &error);

/// Why SQLite refused, for people: without paths, values or SQL.
Error sqliteError(const QSqlError &error);

/// One row of an answer. Each call takes the next column.
class Row
{
public:
    explicit Row(const QSqlQuery &query) : m_query(query) { }

    /// False after list() met what is neither NULL nor a list of texts.
    bool hasGoodLists() const { return m_hasGoodLists; }

    std::string text();
    std::int64_t integer();
    int number() { return int(integer()); }
    bool boolean() { return integer() != 0; }
    /// Times are kept to the millisecond.
    WallTime time();
    QByteArray bytes();
    std::optional<int> optionalNumber();
    std::optional<WallTime> optionalTime();
    /// What list() of a statement bound; nothing for NULL and for what is no list of texts.
    std::optional<std::vector<std::string>> list();
    /// Four columns: is_tls, host, port, path_prefix.
    domain::BaseUrl baseUrl();

private:
    QVariant next() { return m_query.value(m_column++); }
    bool isNextNull() const { return m_query.isNull(m_column); }

    const QSqlQuery &m_query;
    int m_column = 0;
    bool m_hasGoodLists = true;
};

/// One prepared statement. Each bound value takes the next place; after run() it begins anew.
class Statement
{
public:
    Statement(const QSqlDatabase &database, const QString &sql);

    Statement &text(std::string_view value);
    Statement &integer(std::int64_t value);
    Statement &boolean(bool value) { return integer(value ? 1 : 0); }
    Statement &time(WallTime value);
    /// No bytes are NULL.
    Statement &bytes(const QByteArray &value);
    Statement &optionalNumber(const std::optional<int> &value);
    Statement &optionalTime(const std::optional<WallTime> &value);
    Statement &list(const std::vector<std::string> &values);
    Statement &optionalList(const std::optional<std::vector<std::string>> &values);
    Statement &baseUrl(const domain::BaseUrl &url);

    Result<Done> run();
    /// Calls `use(Row)` for each row of the answer.
    template <typename Use>
    Result<Done> forEachRow(Use use)
    {
        if (auto begun = run(); !begun)
            return begun;
        while (m_query.next())
            use(Row(m_query));
        return finish();
    }

private:
    Statement &bind(const QVariant &value);
    Result<Done> finish();

    QSqlQuery m_query;
    int m_place = 0;
};

} // namespace homeward::storage

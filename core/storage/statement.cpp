// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/statement.h"

#include <QSqlError>
#include <QVariant>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace homeward::storage {

using namespace Qt::StringLiterals;

namespace {

// From sqlite3.h, where "Result Codes" are part of the documented interface.
constexpr int sqliteBusy = 5;
constexpr int sqliteLocked = 6;
constexpr int sqliteReadOnly = 8;
constexpr int sqliteInputOutput = 10;
constexpr int sqliteCorrupt = 11;
constexpr int sqliteFull = 13;
constexpr int sqliteCannotOpen = 14;
constexpr int sqliteConstraint = 19;
constexpr int sqliteNotADatabase = 26;

std::int64_t millisecondsOf(WallTime time)
{
    return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

WallTime timeFromMilliseconds(std::int64_t milliseconds)
{
    return WallTime(std::chrono::milliseconds(milliseconds));
}

/// Never a null string: the driver would bind NULL for it.
QString toQString(std::string_view text)
{
    return text.empty() ? u""_s : QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

SqliteFault faultOf(const QSqlError &error)
{
    // The extended codes have the primary one in their lowest byte.
    switch (error.nativeErrorCode().toInt() & 0xff) {
    case sqliteBusy:
    case sqliteLocked:
        return SqliteFault::Busy;
    case sqliteReadOnly:
        return SqliteFault::ReadOnly;
    case sqliteInputOutput:
        return SqliteFault::InputOutput;
    case sqliteCorrupt:
    case sqliteNotADatabase:
        return SqliteFault::Damaged;
    case sqliteFull:
        return SqliteFault::Full;
    case sqliteCannotOpen:
        return SqliteFault::CannotOpen;
    case sqliteConstraint:
        return SqliteFault::Constraint;
    default:
        return SqliteFault::Other;
    }
}

Error sqliteError(const QSqlError &error)
{
    const auto failed = [](std::string message) {
        return Error{ErrorKind::StorageFailed, std::move(message), {}};
    };
    switch (faultOf(error)) {
    case SqliteFault::Full:
        return failed("the disk with the data folder is full; make room on it");
    case SqliteFault::InputOutput:
        return failed("the disk with the data folder is full or reports errors; check it");
    case SqliteFault::ReadOnly:
        return failed("the data folder cannot be written; check its rights and its disk");
    case SqliteFault::CannotOpen:
        return failed("a file in the data folder cannot be opened; check its rights and its disk");
    case SqliteFault::Busy:
        return failed("another program holds the database in the data folder; close it");
    case SqliteFault::Damaged:
        return failed("the database in the data folder is damaged; restart to have it set aside");
    case SqliteFault::Constraint:
        return failed("it clashes with what is stored already");
    case SqliteFault::Other:
        break;
    }
    return failed("the database refused it: " + error.driverText().toStdString());
}

std::string Row::text()
{
    return next().toString().toStdString();
}

std::int64_t Row::integer()
{
    return next().toLongLong();
}

WallTime Row::time()
{
    return timeFromMilliseconds(integer());
}

QByteArray Row::bytes()
{
    return next().toByteArray();
}

std::optional<int> Row::optionalNumber()
{
    const bool isNull = isNextNull();
    const int value = number();
    return isNull ? std::nullopt : std::optional(value);
}

std::optional<WallTime> Row::optionalTime()
{
    const bool isNull = isNextNull();
    const WallTime value = time();
    return isNull ? std::nullopt : std::optional(value);
}

std::optional<std::vector<std::string>> Row::list()
{
    const bool isNull = isNextNull();
    const auto array = nlohmann::json::parse(text(), nullptr, false);
    const bool isGood = array.is_array()
        && std::all_of(array.begin(), array.end(), [](const auto &one) { return one.is_string(); });
    if (isGood)
        return array.get<std::vector<std::string>>();
    if (!isNull)
        m_hasGoodLists = false;
    return std::nullopt;
}

domain::BaseUrl Row::baseUrl()
{
    return domain::BaseUrl{
        .isTls = boolean(), .host = text(), .port = std::uint16_t(integer()), .pathPrefix = text()};
}

Statement::Statement(const QSqlDatabase &database, const QString &sql) : m_query(database)
{
    m_query.setForwardOnly(true);
    // A failure stays in lastError(), where run() finds it.
    m_query.prepare(sql);
}

Statement &Statement::bind(const QVariant &value)
{
    m_query.bindValue(m_place++, value);
    return *this;
}

Statement &Statement::text(std::string_view value)
{
    return bind(toQString(value));
}

Statement &Statement::integer(std::int64_t value)
{
    return bind(QVariant::fromValue(qlonglong(value)));
}

Statement &Statement::time(WallTime value)
{
    return integer(millisecondsOf(value));
}

Statement &Statement::bytes(const QByteArray &value)
{
    return bind(value.isEmpty() ? QVariant() : QVariant(value));
}

Statement &Statement::optionalNumber(const std::optional<int> &value)
{
    return value ? integer(*value) : bind(QVariant());
}

Statement &Statement::optionalTime(const std::optional<WallTime> &value)
{
    return value ? time(*value) : bind(QVariant());
}

Statement &Statement::list(const std::vector<std::string> &values)
{
    const nlohmann::json array(values);
    return text(array.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Statement &Statement::optionalList(const std::optional<std::vector<std::string>> &values)
{
    return values ? list(*values) : bind(QVariant());
}

Statement &Statement::baseUrl(const domain::BaseUrl &url)
{
    return boolean(url.isTls).text(url.host).integer(url.port).text(url.pathPrefix);
}

Result<Done> Statement::run()
{
    m_place = 0;
    if (m_query.lastError().isValid() || !m_query.exec())
        return sqliteError(m_query.lastError());
    return Done{};
}

Result<Done> Statement::finish()
{
    if (m_query.lastError().isValid())
        return sqliteError(m_query.lastError());
    // An answer that is not finished would hold its read transaction open.
    m_query.finish();
    return Done{};
}

} // namespace homeward::storage

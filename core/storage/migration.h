// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QSqlDatabase>

/// Brings databases from one version of the schema to another.

namespace homeward::storage {

/// Does the steps from one version to a later one, each in a transaction of its own.
Result<Done> migrate(const QSqlDatabase &database, int from, int to);

/// Whether the tables and columns are those that the steps up to this version make. More of them do
/// not matter, but for version 0: that is an empty database.
Result<bool> hasSchemaOf(const QSqlDatabase &database, int version);

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QSqlDatabase>

#include <functional>

namespace homeward::storage {

/// Does the work in one transaction: all of it is durable afterwards, or nothing of it was done.
Result<Done> inTransaction(const QSqlDatabase &database, const std::function<Result<Done>()> &work);

} // namespace homeward::storage

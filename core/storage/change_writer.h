// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "storage/change.h"
#include "storage/secret_box.h"

#include <QSqlDatabase>

#include <vector>

namespace homeward::storage {

/// Writes all of the changes in one transaction, or none of them.
Result<Done> writeChanges(const QSqlDatabase &database, SecretBox &box,
                          const std::vector<Change> &changes);

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "storage/statement.h"

#include <QStringList>

#include <span>

namespace homeward::storage {

/// The steps that bring a database from one version of the schema to the next: step 0 makes version
/// 1 of an empty database, and so on. A step that was ever released is not changed any more.
std::span<const QStringList> schemaSteps();

/// The version that this program reads and writes.
int schemaVersion();

} // namespace homeward::storage

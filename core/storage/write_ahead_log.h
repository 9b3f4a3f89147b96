// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <string>

namespace homeward::storage {

/// Whether SQLite would take the log of the newest changes for none, though there are changes in
/// it, and so lose them without a word: its head is damaged ("The WAL File Format" of SQLite). A
/// damaged change in it cannot be told from one that a power cut left unfinished.
Result<bool> hasDamagedLogHead(const std::string &logPath);

} // namespace homeward::storage

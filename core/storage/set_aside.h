// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace homeward::storage {

/// Files that belong together: a main file, and others whose names are the main file's and an
/// ending.
struct FileGroup
{
    std::string path;
    std::vector<std::string> endings;
};

/// Renames what there is of a damaged group to `<path>.damaged-<UTC time>` with the same endings,
/// so that nothing is lost and the tools that know the endings still find them. The new path of the
/// main file; empty if there was nothing.
Result<std::string> setAside(const FileGroup &group, WallTime now);

} // namespace homeward::storage

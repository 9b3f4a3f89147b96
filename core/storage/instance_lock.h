// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "storage/private_file.h"

#include <string>

namespace homeward::storage {

/// The right to use a data folder, for one process at a time. The operating system holds it, so it
/// ends with the process, however that dies; the file's text only tells others who has it.
class InstanceLock
{
public:
    /// A folder that is in use is an error of kind Conflict, which names the process that has it.
    static Result<InstanceLock> take(const std::string &folder);

    InstanceLock(InstanceLock &&) noexcept = default;
    InstanceLock &operator=(InstanceLock &&) noexcept = default;
    ~InstanceLock();

private:
    explicit InstanceLock(FileDescriptor file) : m_file(std::move(file)) { }

    FileDescriptor m_file;
};

} // namespace homeward::storage

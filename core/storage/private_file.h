// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

/// Files and folders that only this user may read. The system's own calls, because modes, atomic
/// replacement and durability are the point here; another system than POSIX needs another .cpp.

namespace homeward::storage {

/// Owns a descriptor of the operating system.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : m_number(number) { }
    FileDescriptor(FileDescriptor &&other) noexcept;
    FileDescriptor &operator=(FileDescriptor &&other) noexcept;
    ~FileDescriptor();

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    /// False if the system reports that something written before was lost.
    bool close();

private:
    int m_number = -1;
};

/// What `errno` says about a file or folder, with its path and what to do about it.
/// `what` is a sentence without its end, such as `the lock file cannot be opened`.
Error systemError(std::string_view what, const std::string &path, int errorNumber);

/// Makes the folder, and those above it that are missing, with mode 0700. One that is there stays
/// as it is.
Result<Done> makePrivateFolder(const std::string &path);

/// Makes an empty file of mode 0600, or closes to others the one that is there.
Result<Done> makePrivateFile(const std::string &path);

/// Takes the rights of all but this user from a file, if it is there: a copy from a backup may have
/// come with a mode that lets others read it. A file system without modes gives a warning.
void closeToOthers(const std::string &path);

/// Writes a file of mode 0600 that after a power cut is there whole or not at all; one of this name
/// is replaced.
Result<Done> writePrivateFile(const std::string &path, std::string_view bytes);

/// A file of at most `limit` bytes, the first of a longer one; nothing if there is no such file.
Result<std::optional<std::string>> readSmallFile(const std::string &path, std::size_t limit);

/// Makes durable what was made, renamed or removed in the folder.
Result<Done> syncFolder(const std::string &path);

/// The folder that holds this file or folder.
std::string folderOf(const std::string &path);

} // namespace homeward::storage

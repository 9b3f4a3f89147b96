// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/private_file.h"

#include "base/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace homeward::storage {

namespace {

constexpr mode_t folderMode = 0700;
constexpr mode_t fileMode = 0600;

std::string_view remedyFor(int errorNumber)
{
    switch (errorNumber) {
    case EACCES:
    case EPERM:
        return "let this user read and write it, or choose another folder with --data-dir";
    case EROFS:
        return "choose a folder on a disk that can be written with --data-dir";
    case ENOSPC:
    case EDQUOT:
        return "make room on the disk";
    case EISDIR:
    case ENOTDIR:
    case EEXIST:
        return "move away what is in its place";
    case EMFILE:
    case ENFILE:
        return "raise the limit of open files";
    default:
        return "check the disk, or choose another folder with --data-dir";
    }
}

/// open() that is not ended by signals; the descriptor is not inherited by other programs.
FileDescriptor openFile(const std::string &path, int flags)
{
    while (true) {
        const int number = ::open(path.c_str(), flags | O_CLOEXEC, fileMode);
        if (number >= 0 || errno != EINTR)
            return FileDescriptor(number);
    }
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            bytes.remove_prefix(std::size_t(written));
    }
    return true;
}

/// Writes and syncs a new file; on failure `errno` says why.
bool writeNewFile(const std::string &path, std::string_view bytes)
{
    FileDescriptor file = openFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
    return file.isOpen() && ::fchmod(file.number(), fileMode) == 0 && writeAll(file.number(), bytes)
        && ::fsync(file.number()) == 0 && file.close();
}

} // namespace

FileDescriptor::FileDescriptor(FileDescriptor &&other) noexcept
    : m_number(std::exchange(other.m_number, -1))
{ }

FileDescriptor &FileDescriptor::operator=(FileDescriptor &&other) noexcept
{
    if (this != &other) {
        close();
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

FileDescriptor::~FileDescriptor()
{
    close();
}

bool FileDescriptor::close()
{
    return m_number < 0 || ::close(std::exchange(m_number, -1)) == 0;
}

Error systemError(std::string_view what, const std::string &path, int errorNumber)
{
    std::string message(what);
    message += " (\"" + path + "\"): " + std::generic_category().message(errorNumber) + "; ";
    message += remedyFor(errorNumber);
    return Error{ErrorKind::StorageFailed, std::move(message), {}};
}

Result<Done> makePrivateFolder(const std::string &path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return Done{};
    const std::string parent = folderOf(path);
    if (parent != path) {
        if (auto made = makePrivateFolder(parent); !made)
            return made;
    }
    // Another process may have made it meanwhile.
    if (::mkdir(path.c_str(), folderMode) == 0
        || (errno == EEXIST && std::filesystem::is_directory(path, ignored))) {
        return Done{};
    }
    return systemError("the folder cannot be made", path, errno);
}

Result<Done> makePrivateFile(const std::string &path)
{
    FileDescriptor file = openFile(path, O_WRONLY | O_CREAT);
    if (!file.isOpen() || !file.close())
        return systemError("the file cannot be made", path, errno);
    closeToOthers(path);
    return Done{};
}

void closeToOthers(const std::string &path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || (status.st_mode & 077) == 0)
        return;
    const char *outcome = ::chmod(path.c_str(), fileMode) == 0 ? "its mode is now 0600"
                                                               : "its mode cannot be changed";
    qCWarning(logRouter).noquote().nospace()
        << "Others could read the file \"" << utf8(path) << "\"; " << outcome;
}

Result<Done> writePrivateFile(const std::string &path, std::string_view bytes)
{
    const std::string unfinished = path + ".new";
    if (!writeNewFile(unfinished, bytes)) {
        const int errorNumber = errno;
        ::unlink(unfinished.c_str());
        return systemError("the file cannot be written", path, errorNumber);
    }
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
        return systemError("the file cannot be put in its place", path, errno);
    return syncFolder(folderOf(path));
}

Result<std::optional<std::string>> readSmallFile(const std::string &path, std::size_t limit)
{
    const FileDescriptor file = openFile(path, O_RDONLY);
    if (!file.isOpen() && errno == ENOENT)
        return std::optional<std::string>();
    if (!file.isOpen())
        return systemError("the file cannot be opened", path, errno);
    std::string bytes(limit, '\0');
    std::size_t length = 0;
    while (length < limit) {
        const ssize_t count = ::read(file.number(), bytes.data() + length, limit - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError("the file cannot be read", path, errno);
        if (count == 0)
            break;
        length += std::size_t(count);
    }
    bytes.resize(length);
    return std::optional<std::string>(std::move(bytes));
}

Result<Done> syncFolder(const std::string &path)
{
    const FileDescriptor folder = openFile(path, O_RDONLY | O_DIRECTORY);
    // Some file systems cannot sync a folder, and say so with EINVAL: there is no more to do then.
    if (!folder.isOpen() || (::fsync(folder.number()) != 0 && errno != EINVAL))
        return systemError("the folder cannot be made durable", path, errno);
    return Done{};
}

std::string folderOf(const std::string &path)
{
    std::filesystem::path entry(path);
    if (!entry.has_filename())
        entry = entry.parent_path();
    const std::string parent = entry.parent_path().string();
    return parent.empty() ? std::string(".") : parent;
}

} // namespace homeward::storage

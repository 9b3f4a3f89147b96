// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/instance_lock.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <optional>
#include <thread>

namespace homeward::storage {

namespace {

/// How long a holder may take from the lock to the writing of its process id.
constexpr int attemptsToRead = 25;
constexpr std::chrono::milliseconds pauseBetweenAttempts{10};

/// The process id in the lock file, if such a process lives; an id that a killed process left
/// behind is none.
std::optional<pid_t> holderIn(const std::string &path)
{
    const auto read = readSmallFile(path, 32);
    if (!read || !*read)
        return std::nullopt;
    const std::string &text = **read;
    pid_t holder = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), holder);
    if (end.ec != std::errc() || holder <= 0)
        return std::nullopt;
    if (::kill(holder, 0) != 0 && errno == ESRCH)
        return std::nullopt;
    return holder;
}

Error inUse(const std::string &folder, std::optional<pid_t> holder)
{
    const std::string who = holder ? "process " + std::to_string(*holder) : "another process";
    return Error{ErrorKind::Conflict,
                 "the data folder \"" + folder + "\" is in use by " + who
                     + "; stop it, or choose another folder with --data-dir",
                 {}};
}

enum class Attempt { Taken, Held, Failed };

Attempt tryLock(int descriptor)
{
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return Attempt::Held;
        if (errno != EINTR)
            return Attempt::Failed;
    }
    return Attempt::Taken;
}

bool writeOwnId(int descriptor)
{
    const std::string text = std::to_string(::getpid()) + '\n';
    return ::ftruncate(descriptor, 0) == 0
        && ::pwrite(descriptor, text.data(), text.size(), 0) == ssize_t(text.size());
}

} // namespace

Result<InstanceLock> InstanceLock::take(const std::string &folder)
{
    const std::string path = folder + "/homeward.lock";
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file.isOpen())
        return systemError("the lock file cannot be opened", path, errno);
    for (int attempt = 1;; ++attempt) {
        const Attempt outcome = tryLock(file.number());
        if (outcome == Attempt::Failed)
            return systemError("the lock file cannot be locked", path, errno);
        if (outcome == Attempt::Taken)
            break;
        const auto holder = holderIn(path);
        if (holder || attempt == attemptsToRead)
            return inUse(folder, holder);
        std::this_thread::sleep_for(pauseBetweenAttempts);
    }
    if (!writeOwnId(file.number()))
        return systemError("the lock file cannot be written", path, errno);
    return InstanceLock(std::move(file));
}

InstanceLock::~InstanceLock()
{
    // The file stays: whoever removed it could take a lock on it away from a third process.
    if (m_file.isOpen() && ::ftruncate(m_file.number(), 0) != 0)
        m_file.close();
}

} // namespace homeward::storage

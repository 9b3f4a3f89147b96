// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/process_signals.h"

#include <QObject>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace homeward::app {

namespace {

/// Where the signal handler writes; a signal handler may do little else than write().
int writeEnd = -1;

void forward(int signal)
{
    const int before = errno;
    const char byte = char(signal);
    // The pipe is only ever full of signals that say the same.
    [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
    errno = before;
}

} // namespace

ProcessSignals::ProcessSignals()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(),
                     [this] { readSignals(); });
    struct sigaction action = {};
    action.sa_handler = forward;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, nullptr);
    // A file that grows past a limit is an error of that write, not the end of the program.
    ::sigaction(SIGXFSZ, &action, nullptr);
}

ProcessSignals::~ProcessSignals()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::signal(signal, SIG_DFL);
    m_notifier.reset();
    ::close(m_readEnd);
    ::close(writeEnd);
}

void ProcessSignals::setHandler(std::function<void(int)> handler)
{
    m_handler = std::move(handler);
    readSignals();
}

void ProcessSignals::readSignals()
{
    char byte = 0;
    while (m_handler && ::read(m_readEnd, &byte, 1) == 1)
        m_handler(byte);
}

} // namespace homeward::app

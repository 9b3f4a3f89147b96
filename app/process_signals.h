// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSocketNotifier>

#include <csignal>
#include <functional>
#include <memory>

namespace homeward::app {

/// Brings SIGINT, SIGTERM and SIGHUP into Qt's event loop. One object a process.
class ProcessSignals
{
public:
    /// From now on these signals do not end the process by themselves.
    ProcessSignals();
    ~ProcessSignals();
    ProcessSignals(const ProcessSignals &) = delete;
    ProcessSignals &operator=(const ProcessSignals &) = delete;

    void setHandler(std::function<void(int signal)> handler);

private:
    void readSignals();

    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::function<void(int)> m_handler;
};

} // namespace homeward::app

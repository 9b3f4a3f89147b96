// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/demo_backend.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/deadline.h"
#include "net/poller.h"

#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace homeward::app {

/// Everything that --demo needs beside the router: a throw-away data folder, and three scripted
/// backends that are entered in it, so that all can be seen moving without any engine.
class Demo
{
public:
    static Result<std::unique_ptr<Demo>> start();
    Demo(const Demo &) = delete;
    Demo &operator=(const Demo &) = delete;

    std::string dataFolder() const { return m_folder.path().toStdString(); }

private:
    Demo() = default;
    Result<Done> begin();

    SystemClock m_clock;
    QTemporaryDir m_folder;
    std::unique_ptr<net::Poller> m_poller = net::Poller::create();
    net::DeadlineQueue m_deadlines{m_clock};
    std::vector<std::unique_ptr<DemoBackend>> m_backends;
};

} // namespace homeward::app

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "storage/store.h"

#include <deque>
#include <functional>
#include <vector>

namespace homeward::engine {

/// What a change of the settings comes to, once it is found to be good.
struct CommandPlan
{
    /// Durable before anything is applied or answered.
    std::vector<storage::Change> changes;
    std::function<void()> apply;
};

/// Changes settings one after the other: each is planned against the state that the one before it
/// left, stored, applied, and then answered. A change that cannot be stored is not applied.
class CommandQueue
{
public:
    using Planner = std::function<Result<CommandPlan>()>;
    using Finish = std::function<void(Result<Done>)>;

    explicit CommandQueue(storage::Store &store) : m_store(store) { }

    void run(Planner planner, Finish finish);

private:
    struct Command
    {
        Planner planner;
        Finish finish;
    };
    void runNext();

    storage::Store &m_store;
    std::deque<Command> m_commands;
    bool m_isBusy = false;
};

} // namespace homeward::engine

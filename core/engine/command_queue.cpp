// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/command_queue.h"

#include <utility>

namespace homeward::engine {

void CommandQueue::run(Planner planner, Finish finish)
{
    m_commands.push_back({std::move(planner), std::move(finish)});
    if (!m_isBusy)
        runNext();
}

void CommandQueue::runNext()
{
    while (!m_commands.empty()) {
        const Command command = std::move(m_commands.front());
        m_commands.pop_front();
        m_isBusy = true;
        Result<CommandPlan> plan = command.planner();
        if (!plan) {
            m_isBusy = false;
            command.finish(plan.error());
            continue;
        }
        if (plan->changes.empty()) {
            plan->apply();
            m_isBusy = false;
            command.finish(Done{});
            continue;
        }
        m_store.save(std::move(plan->changes),
                     [this, apply = std::move(plan->apply),
                      finish = command.finish](const Result<Done> &saved) {
                         if (saved)
                             apply();
                         m_isBusy = false;
                         finish(saved);
                         if (!m_isBusy)
                             runNext();
                     });
        return;
    }
}

} // namespace homeward::engine

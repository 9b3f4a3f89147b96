// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/backend_config.h"

#include "domain/node_order.h"

namespace homeward::config {

std::vector<int> prioritiesOf(const std::vector<NodeConfig> &nodes)
{
    std::vector<int> wanted = domain::prioritiesInOrder(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        wanted[i] = nodes[i].priority.value_or(wanted[i]);
    return domain::distinctPriorities(wanted);
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/backend_config.h"
#include "config/yaml_map.h"
#include "domain/provider.h"

#include <vector>

namespace homeward::config {

/// Read the lists `nodes` and `providers`, and the section `local_servers`.
std::vector<NodeConfig> nodesFromYaml(std::vector<YamlMap> entries);
LocalServersConfig localServersFromYaml(YamlMap section);
std::vector<domain::Provider> providersFromYaml(std::vector<YamlMap> entries);

} // namespace homeward::config

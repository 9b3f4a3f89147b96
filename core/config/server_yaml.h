// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/server_config.h"
#include "config/yaml_map.h"

namespace homeward::config {

/// Reads the section `server`.
ServerConfig serverFromYaml(YamlMap section);

} // namespace homeward::config

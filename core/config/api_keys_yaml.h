// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/api_key_config.h"
#include "config/yaml_map.h"

namespace homeward::config {

/// Reads the section `api_keys`.
ApiKeysConfig apiKeysFromYaml(YamlMap section);

} // namespace homeward::config

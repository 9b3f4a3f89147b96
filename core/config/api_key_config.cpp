// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/api_key_config.h"

namespace homeward::config {

std::string_view toText(KeyMode mode)
{
    switch (mode) {
    case KeyMode::Permissive:
        return "permissive";
    case KeyMode::Blocking:
        return "blocking";
    }
    return "blocking";
}

std::optional<KeyMode> keyModeFromText(std::string_view text)
{
    if (text == "permissive")
        return KeyMode::Permissive;
    if (text == "blocking")
        return KeyMode::Blocking;
    return std::nullopt;
}

} // namespace homeward::config

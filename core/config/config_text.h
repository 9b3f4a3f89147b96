// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace homeward::config {

/// What `--print-default-config` prints: every section with every key, its default and a comment.
/// The keys are commented out, so that the file as it is sets nothing and the app can.
std::string_view defaultConfigText();

} // namespace homeward::config

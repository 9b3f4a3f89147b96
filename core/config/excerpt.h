// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace homeward::config {

/// What a message quotes of a file: in quotes, cut when long, without control characters.
std::string quotedExcerpt(std::string_view text);

} // namespace homeward::config

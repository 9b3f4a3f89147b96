// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace homeward::protocol {

/// Appends the text as a JSON string with its quotes. What is not UTF-8 becomes U+FFFD, so that the
/// result is valid whatever the text is; all other characters beyond ASCII stand as they are.
void appendJsonString(std::string &json, std::string_view text);

std::string jsonString(std::string_view text);

} // namespace homeward::protocol

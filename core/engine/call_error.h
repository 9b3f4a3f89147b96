// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "upstream/upstream_call.h"

#include <string>

namespace homeward::engine {

/// What a client is told when no backend gave an answer.
Error errorOf(const upstream::CallFailure &failure);
/// What it is told at the end of a stream that broke off.
Error brokenStream(const std::string &reason);

} // namespace homeward::engine

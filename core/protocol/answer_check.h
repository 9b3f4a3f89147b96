// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/header_list.h"
#include "protocol/inference_path.h"

#include <optional>
#include <string_view>

/// Whether a good status came with what cannot be an answer to the call: the backend has failed
/// then, be it a node or a server on this computer, as one whose answer dies before its first byte.
/// A body itself is never judged: what has bytes of the right type passes as it is.

namespace homeward::protocol {

/// A page of HTML in place of JSON or an event stream, as from a proxy's login or from a server
/// that is no inference server. Says what is wrong; nothing for an answer that may be good.
std::optional<std::string_view> problemOfHead(AnswerForm expected, const HeaderList &request,
                                              int status, const HeaderList &answer);

/// The same for an answer that has ended without a byte.
std::optional<std::string_view> problemOfEmptyBody(AnswerForm expected, int status);

} // namespace homeward::protocol

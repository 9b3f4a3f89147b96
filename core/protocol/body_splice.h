// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "protocol/request_facts.h"

#include <span>
#include <string>
#include <string_view>

/// Puts another model into a body; every byte outside of the value stays (product.md, What is sent
/// upstream).

namespace homeward::protocol {

/// The model as it is written into a JSON body, with its quotes.
std::string jsonModelValue(std::string_view model);

/// The model as it is written into a form field: raw. An error when it could end the field early.
Result<std::string> formModelValue(std::string_view model);

/// The body with `value` at each of the spans, which are in order and do not overlap.
std::string spliced(std::string_view body, std::span<const Span> spans, std::string_view value);

/// The same in place: what lies behind the first span moves, nothing is copied to a second buffer.
void splice(std::string &body, std::span<const Span> spans, std::string_view value);

/// Where the values are after that.
std::vector<Span> splicedSpans(std::span<const Span> spans, std::size_t valueSize);

} // namespace homeward::protocol

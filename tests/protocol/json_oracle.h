// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/request_facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace homeward::protocol::testing {

/// What nlohmann/json, another reader of JSON, makes of a request body, by the rules of
/// RequestFactsReader.
struct OracleAnswer
{
    /// False where the two readers differ by intention: numbers beyond a double, and escapes that
    /// are half of a surrogate pair, are refused by nlohmann/json only.
    bool isCertain = true;
    bool isAccepted = false;
    std::string model;
    std::size_t modelCount = 0;
    bool isStream = false;
};
OracleAnswer askOracle(std::string_view body);

/// True when nlohmann/json takes the text as RFC 8259 has it, at most 512 levels deep.
struct OracleVerdict
{
    bool isCertain = true;
    bool isJson = false;
};
OracleVerdict askOracleWhetherJson(std::string_view text);

} // namespace homeward::protocol::testing

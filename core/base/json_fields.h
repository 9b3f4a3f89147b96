// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace homeward {

/// Reads the fields of a JSON object that a management call brought, strictly: a wrong type, a
/// value out of range and a field that nobody asked for are errors that name the field
/// (http-api.md, preamble). Every read is made first, and then finish() says whether all is well.
class JsonFields
{
public:
    /// `where` stands before the names in messages: empty, or `nodeConfigs.fp_1.`.
    explicit JsonFields(const nlohmann::json &object, std::string where = {});

    std::optional<bool> boolean(std::string_view name);
    std::optional<std::string> text(std::string_view name);
    /// A number that is whole, also where it is written with a point or an exponent.
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t lowest,
                                        std::int64_t highest);
    /// `problem` names the range.
    std::optional<double> number(std::string_view name, double lowest, double highest,
                                 std::string_view problem);
    std::optional<std::vector<std::string>> texts(std::string_view name);
    /// Null when it is missing.
    const nlohmann::json *object(std::string_view name);
    /// The field is there, with the value null; the readers above take that for a wrong type unless
    /// this was asked before.
    bool isNull(std::string_view name);
    /// The call refuses what it has read, with a message of its own.
    void refuse(std::string_view name, std::string_view problem);

    Result<Done> finish() const;

private:
    const nlohmann::json *find(std::string_view name);

    const nlohmann::json &m_object;
    std::string m_where;
    std::set<std::string, std::less<>> m_asked;
    std::set<std::string, std::less<>> m_nulls;
    std::optional<Error> m_error;
};

/// The body of a management call: an object, or nothing, which is the same as `{}`.
Result<nlohmann::json> jsonObjectFrom(std::string_view body);

} // namespace homeward

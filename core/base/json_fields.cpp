// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/json_fields.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace homeward {

namespace {

std::string numberText(double value)
{
    std::ostringstream text;
    text << value;
    return text.str();
}

} // namespace

JsonFields::JsonFields(const nlohmann::json &object, std::string where)
    : m_object(object),
      m_where(std::move(where))
{ }

const nlohmann::json *JsonFields::find(std::string_view name)
{
    m_asked.emplace(name);
    const auto found = m_object.find(std::string(name));
    if (found == m_object.end() || (found->is_null() && m_nulls.contains(name)))
        return nullptr;
    return &*found;
}

void JsonFields::refuse(std::string_view name, std::string_view problem)
{
    if (m_error)
        return;
    const std::string path = m_where + std::string(name);
    m_error = Error{ErrorKind::InvalidRequest, '"' + path + "\" " + std::string(problem), path};
}

std::optional<bool> JsonFields::boolean(std::string_view name)
{
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    if (!value->is_boolean()) {
        refuse(name, "must be true or false");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<std::string> JsonFields::text(std::string_view name)
{
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    if (!value->is_string()) {
        refuse(name, "must be a string");
        return std::nullopt;
    }
    return value->get<std::string>();
}

std::optional<std::int64_t> JsonFields::integer(std::string_view name, std::int64_t lowest,
                                                std::int64_t highest)
{
    const auto value = number(name, double(lowest), double(highest));
    if (!value)
        return std::nullopt;
    if (std::trunc(*value) != *value) {
        refuse(name, "must be a whole number");
        return std::nullopt;
    }
    return std::int64_t(*value);
}

std::optional<double> JsonFields::number(std::string_view name, double lowest, double highest)
{
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    const std::string range = "from " + numberText(lowest) + " to " + numberText(highest);
    if (!value->is_number()) {
        refuse(name, "must be a number " + range);
        return std::nullopt;
    }
    const auto number = value->get<double>();
    if (!(number >= lowest && number <= highest)) {
        refuse(name, "must be " + range);
        return std::nullopt;
    }
    return number;
}

std::optional<std::vector<std::string>> JsonFields::texts(std::string_view name)
{
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    const auto isText = [](const nlohmann::json &item) { return item.is_string(); };
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), isText)) {
        refuse(name, "must be a list of strings");
        return std::nullopt;
    }
    return value->get<std::vector<std::string>>();
}

const nlohmann::json *JsonFields::object(std::string_view name)
{
    const nlohmann::json *value = find(name);
    if (value && !value->is_object()) {
        refuse(name, "must be an object");
        return nullptr;
    }
    return value;
}

bool JsonFields::isNull(std::string_view name)
{
    m_nulls.emplace(name);
    const auto found = m_object.find(std::string(name));
    return found != m_object.end() && found->is_null();
}

Result<Done> JsonFields::finish() const
{
    // A name that is not known says more than the consequence of its having been misspelt.
    for (const auto &[name, value] : m_object.items()) {
        if (!m_asked.contains(name) && !m_nulls.contains(name)) {
            const std::string path = m_where + name;
            return Error{ErrorKind::InvalidRequest,
                         '"' + path + "\" is not a field of this call; check its spelling", path};
        }
    }
    if (m_error)
        return *m_error;
    return Done{};
}

Result<nlohmann::json> jsonObjectFrom(std::string_view body)
{
    if (body.empty())
        return nlohmann::json::object();
    auto value = nlohmann::json::parse(body, nullptr, false);
    if (value.is_discarded())
        return Error{ErrorKind::InvalidRequest, "the body is not valid JSON", {}};
    if (!value.is_object())
        return Error{ErrorKind::InvalidRequest, "the body must be a JSON object", {}};
    return value;
}

} // namespace homeward

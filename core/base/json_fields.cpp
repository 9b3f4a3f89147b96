// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/json_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace homeward {

namespace {

/// The value of a number that is whole, however it is written: `30`, `30.0` and `3e1` are the same
/// number (RFC 8259, section 6), and many libraries write every number with a point.
std::optional<std::int64_t> wholeNumberIn(const nlohmann::json &value)
{
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(INT64_MAX))
        return std::nullopt;
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    constexpr double exactLimit = 9007199254740992; // 2^53
    const double number = value.is_number_float() ? value.get<double>() : NAN;
    if (!(std::abs(number) <= exactLimit) || std::trunc(number) != number)
        return std::nullopt;
    return std::int64_t(number);
}

bool isNumberCharacter(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// The text behind the string that begins here.
std::string_view behindString(std::string_view text)
{
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    return text.substr(std::min(end + 1, text.size()));
}

/// What alone makes nlohmann/json discard a text that is JSON.
bool isNumberBeyondDouble(std::string_view token)
{
    const bool canBe = token.find_first_of("eE") != std::string_view::npos || token.size() > 300;
    if (!canBe || !isNumberCharacter(token.front()))
        return false;
    try {
        return nlohmann::json::parse(token).is_discarded();
    } catch (const nlohmann::json::out_of_range &) {
        return true;
    } catch (const nlohmann::json::exception &) { }
    return false;
}

/// The text with numbers beyond a double as the largest ones: whoever reads the field finds it out
/// of range then, and says so by its name.
std::string withoutOverflow(std::string_view text)
{
    constexpr int mostReplaced = 16;
    int replaced = 0;
    std::string result;
    while (!text.empty() && replaced < mostReplaced) {
        std::string_view rest = text.substr(1);
        if (text.front() == '"')
            rest = behindString(text);
        else if (isNumberCharacter(text.front()))
            rest.remove_prefix(std::size_t(
                std::find_if_not(rest.begin(), rest.end(), isNumberCharacter) - rest.begin()));
        const std::string_view token = text.substr(0, text.size() - rest.size());
        if (isNumberBeyondDouble(token)) {
            result += token.front() == '-' ? "-1e308" : "1e308";
            ++replaced;
        } else {
            result += token;
        }
        text = rest;
    }
    return result.append(text);
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
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    const auto number = wholeNumberIn(*value);
    if (!number || *number < lowest || *number > highest) {
        refuse(name,
               "must be a whole number from " + std::to_string(lowest) + " to "
                   + std::to_string(highest));
        return std::nullopt;
    }
    return number;
}

std::optional<double> JsonFields::number(std::string_view name, double lowest, double highest,
                                         std::string_view problem)
{
    const nlohmann::json *value = find(name);
    if (!value)
        return std::nullopt;
    if (!value->is_number() || value->get<double>() < lowest || value->get<double>() > highest) {
        refuse(name, problem);
        return std::nullopt;
    }
    return value->get<double>();
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
        value = nlohmann::json::parse(withoutOverflow(body), nullptr, false);
    if (value.is_discarded())
        return Error{ErrorKind::InvalidRequest, "the body is not valid JSON", {}};
    if (!value.is_object())
        return Error{ErrorKind::InvalidRequest, "the body must be a JSON object", {}};
    return value;
}

} // namespace homeward

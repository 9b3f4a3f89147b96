// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_value.h"

#include "config/excerpt.h"
#include "config/yaml_scalar.h"

#include <QByteArray>

#include <algorithm>
#include <charconv>

namespace homeward::config {

namespace {

bool hasControlCharacter(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' ') || text.starts_with('\t'))
        text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t'))
        text.remove_suffix(1);
    return text;
}

std::string_view nameOf(YamlNode::Kind kind)
{
    switch (kind) {
    case YamlNode::Kind::Null:
        return "empty";
    case YamlNode::Kind::Scalar:
        return "text";
    case YamlNode::Kind::List:
        return "a list";
    case YamlNode::Kind::Map:
        return "a map";
    }
    return "text";
}

/// Beyond the ends of int64_t: one of the ends.
std::int64_t clampedInteger(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc())
        return number;
    return text.starts_with('-') ? INT64_MIN : INT64_MAX;
}

/// `0.2 to 3600 seconds`
std::string describe(const DurationRange &range)
{
    const bool isSeconds = range.unit == DurationUnit::Seconds;
    const auto number = [isSeconds](std::chrono::milliseconds value) {
        const double shown = double(value.count()) / (isSeconds ? 1000.0 : 1.0);
        return QByteArray::number(shown, 'g', 12).toStdString();
    };
    return number(range.lowest) + " to " + number(range.highest)
        + (isSeconds ? " seconds (such as 10, 10s, 500ms or 1m)"
                     : " milliseconds (such as 500, 500ms or 10s)");
}

} // namespace

YamlValue::YamlValue(YamlFile &file, std::size_t node, std::string name)
    : m_file(file),
      m_node(node),
      m_name(std::move(name))
{ }

YamlValue YamlValue::child(std::size_t node, std::string name) const
{
    return YamlValue(m_file, node, std::move(name));
}

void YamlValue::refuse(std::string_view what) const
{
    m_file.problems.add(node().position, m_name + ' ' + std::string(what));
}

void YamlValue::warn(std::string_view what) const
{
    m_file.warnings.add(node().position, "warning: " + m_name + ' ' + std::string(what));
}

std::optional<YamlValue::Scalar> YamlValue::scalar(std::string_view wanted) const
{
    if (node().kind != YamlNode::Kind::Scalar) {
        refuse("must be " + std::string(wanted) + ", and is " + std::string(nameOf(node().kind)));
        return std::nullopt;
    }
    ExpandedText expanded = expandedText(node().text, m_file.environment);
    for (const std::string &problem : expanded.problems)
        refuse(problem);
    if (!expanded.problems.empty())
        return std::nullopt;
    return Scalar{std::move(expanded.text), node().isPlain, expanded.hasReference};
}

std::optional<YamlValue::Scalar> YamlValue::textScalar() const
{
    auto result = scalar("text");
    // What comes from the environment is text, whatever it looks like.
    if (result && result->isPlain && !result->hasReference && booleanFromText(result->text)) {
        refuse("must be text; put " + result->text + " in quotes if that is the text");
        return std::nullopt;
    }
    return result;
}

std::optional<std::string> YamlValue::text() const
{
    auto result = textScalar();
    if (!result)
        return std::nullopt;
    if (hasControlCharacter(result->text)) {
        refuse("must be one line of text without control characters");
        return std::nullopt;
    }
    return std::move(result->text);
}

std::optional<std::string> YamlValue::nameText() const
{
    const auto result = text();
    if (!result)
        return std::nullopt;
    const auto name = trimmed(*result);
    if (name.empty()) {
        refuse("must not be empty");
        return std::nullopt;
    }
    return std::string(name);
}

std::optional<std::string> YamlValue::longText() const
{
    auto result = textScalar();
    if (!result)
        return std::nullopt;
    return std::move(result->text);
}

std::optional<std::string> YamlValue::nonNumericText() const
{
    const bool isNumber = node().kind == YamlNode::Kind::Scalar && node().isPlain
        && decimalNumberFromText(node().text);
    if (isNumber) {
        refuse("must be text, " + insteadOf());
        return std::nullopt;
    }
    return text();
}

std::optional<Secret> YamlValue::secret() const
{
    auto result = text();
    if (!result)
        return std::nullopt;
    return Secret(std::move(*result));
}

std::optional<bool> YamlValue::boolean() const
{
    const auto result = scalar("true or false");
    if (!result)
        return std::nullopt;
    const auto value = result->isPlain ? booleanFromText(result->text) : std::nullopt;
    if (!value)
        refuse("must be true or false, " + insteadOf());
    return value;
}

std::optional<std::int64_t> YamlValue::wholeNumber(WholeNumberRange range) const
{
    const std::string wanted = "a whole number from " + std::to_string(range.lowest) + " to "
        + std::to_string(range.highest);
    const auto result = scalar(wanted);
    if (!result)
        return std::nullopt;
    if (result->isPlain && isIntegerText(result->text)) {
        const std::int64_t number = clampedInteger(result->text);
        if (number >= range.lowest && number <= range.highest)
            return number;
    }
    refuse("must be " + wanted + ", " + insteadOf());
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> YamlValue::duration(const DurationRange &range) const
{
    const std::string wanted = "a time of " + describe(range);
    const auto result = scalar(wanted);
    if (!result)
        return std::nullopt;
    const auto milliseconds = millisecondsFromText(result->text, range.unit);
    if (!milliseconds || *milliseconds < double(range.lowest.count())
        || *milliseconds > double(range.highest.count())) {
        refuse("must be " + wanted + ", " + insteadOf());
        return std::nullopt;
    }
    return wholeMilliseconds(*milliseconds);
}

std::vector<YamlValue> YamlValue::items() const
{
    std::vector<YamlValue> result;
    if (node().kind == YamlNode::Kind::Null)
        return result;
    if (node().kind != YamlNode::Kind::List) {
        refuse("must be a list, and is " + std::string(nameOf(node().kind)));
        return result;
    }
    for (const std::size_t item : node().children)
        result.push_back(child(item, m_name));
    return result;
}

std::vector<std::string> YamlValue::names() const
{
    std::vector<std::string> result;
    for (const YamlValue &item : items()) {
        if (auto name = item.nameText())
            result.push_back(std::move(*name));
    }
    return result;
}

std::string YamlValue::insteadOf() const
{
    if (node().kind != YamlNode::Kind::Scalar)
        return "and is " + std::string(nameOf(node().kind));
    if (expandedText(node().text, m_file.environment).hasReference)
        return "unlike what the environment gives";
    return (node().isPlain ? "not " : "not the text ") + quotedExcerpt(node().text);
}

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "config/duration_text.h"
#include "config/environment_text.h"
#include "config/yaml_tree.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::config {

/// What all values of one file that is being read share.
struct YamlFile
{
    const YamlTree &tree;
    const EnvironmentLookup &environment;
    ProblemList problems;
    ProblemList warnings;
};

struct WholeNumberRange
{
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
};

struct DurationRange
{
    std::chrono::milliseconds lowest{0};
    std::chrono::milliseconds highest{0};
    /// Of a bare number, and of the message.
    DurationUnit unit = DurationUnit::Seconds;
};

/// One value of the file, with the name that messages call it by. What cannot be taken is noted as
/// a problem at the value's place, and then there is no result.
class YamlValue
{
public:
    YamlValue(YamlFile &file, std::size_t node, std::string name);

    const std::string &name() const { return m_name; }
    YamlFile &file() const { return m_file; }
    const YamlNode &node() const { return m_file.tree.nodes[m_node]; }
    /// The nodes below, under a name of their own.
    YamlValue child(std::size_t node, std::string name) const;

    /// `what` goes on after the value's name: "must not be empty".
    void refuse(std::string_view what) const;
    void warn(std::string_view what) const;

    /// One line of text; a number is taken as its digits.
    std::optional<std::string> text() const;
    /// The same without outer spaces, and not empty.
    std::optional<std::string> nameText() const;
    /// Text that may have several lines.
    std::optional<std::string> longText() const;
    /// Text that must not look like a number.
    std::optional<std::string> nonNumericText() const;
    std::optional<Secret> secret() const;
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> wholeNumber(WholeNumberRange range) const;
    std::optional<std::chrono::milliseconds> duration(const DurationRange &range) const;
    /// The items of a list; those of a null are none.
    std::vector<YamlValue> items() const;
    std::vector<std::string> names() const;

    /// What stands there, for the end of a message: `not "many"`. Says nothing that came from the
    /// environment. Not for values that are secrets.
    std::string insteadOf() const;

private:
    struct Scalar
    {
        std::string text;
        bool isPlain = false;
        bool hasReference = false;
    };
    std::optional<Scalar> scalar(std::string_view wanted) const;
    std::optional<Scalar> textScalar() const;

    YamlFile &m_file;
    std::size_t m_node;
    std::string m_name;
};

} // namespace homeward::config

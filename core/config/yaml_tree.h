// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/config_problem.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A YAML text as a tree that keeps what an own message needs and yaml-cpp's nodes do not give:
/// where each value stands, repeated keys, and whether a scalar had quotes.

namespace homeward::config {

struct YamlNode
{
    enum class Kind { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    TextPosition position;
    /// Of a scalar only.
    std::string text;
    /// A scalar without quotes, which may mean a number or a switch.
    bool isPlain = false;
    /// Indices of the items; of a map: key, value, key, value, ... An alias is the index of what it
    /// stands for, so that one node may have several parents, but never itself below it.
    std::vector<std::size_t> children;
};

struct YamlTree
{
    std::vector<YamlNode> nodes;
    std::size_t root = 0;
};

struct YamlProblem
{
    TextPosition position;
    std::string message;
};

struct YamlReading
{
    /// Nothing when the text cannot be made sense of; an empty text is a tree with a null.
    std::optional<YamlTree> tree;
    std::vector<YamlProblem> problems;
};

/// Reads one document of at most 1 MiB, 64 levels and 200,000 values (aliases counted as what they
/// stand for), so that no file costs more than a moment or a stack.
YamlReading yamlTreeFromText(std::string_view text);

} // namespace homeward::config

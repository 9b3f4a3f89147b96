// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <set>
#include <string>
#include <vector>

namespace homeward::config {

/// A place in a text; both count from 1, the column in characters.
struct TextPosition
{
    int line = 1;
    int column = 1;

    auto operator<=>(const TextPosition &) const = default;
};

/// Something about a configuration file that its author has to know. The message never holds the
/// value of a secret.
struct ConfigProblem
{
    std::string file;
    int line = 1;
    int column = 1;
    std::string message;

    bool operator==(const ConfigProblem &) const = default;
};

/// `homeward.yaml:3:3: unknown key "strategi" in load_balancing; did you mean "strategy"?`
std::string toText(const ConfigProblem &problem);

/// Gathers the problems of one file: each one once, in the file's order, and not without end.
class ProblemList
{
public:
    explicit ProblemList(std::string file) : m_file(std::move(file)) { }

    void add(TextPosition position, std::string message);
    std::vector<ConfigProblem> problems() const;

private:
    struct Entry
    {
        TextPosition position;
        std::string message;

        auto operator<=>(const Entry &) const = default;
    };
    std::string m_file;
    std::set<Entry> m_entries;
    bool m_isCut = false;
};

} // namespace homeward::config

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/config_problem.h"

#include <utility>

namespace homeward::config {

namespace {

constexpr std::size_t mostProblems = 1000;

} // namespace

std::string toText(const ConfigProblem &problem)
{
    return problem.file + ':' + std::to_string(problem.line) + ':' + std::to_string(problem.column)
        + ": " + problem.message;
}

void ProblemList::add(TextPosition position, std::string message)
{
    m_entries.insert(Entry{position, std::move(message)});
    if (m_entries.size() > mostProblems) {
        m_entries.erase(std::prev(m_entries.end()));
        m_isCut = true;
    }
}

std::vector<ConfigProblem> ProblemList::problems() const
{
    std::vector<ConfigProblem> result;
    for (const Entry &entry : m_entries) {
        result.push_back(
            ConfigProblem{m_file, entry.position.line, entry.position.column, entry.message});
    }
    if (m_isCut) {
        const TextPosition last = m_entries.rbegin()->position;
        result.push_back(ConfigProblem{m_file, last.line, last.column,
                                       "more problems follow and are not listed"});
    }
    return result;
}

} // namespace homeward::config

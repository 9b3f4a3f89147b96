// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/rewrite_rule.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Rules and names as the rows of the tables write them.

namespace homeward::rewrite {

inline std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c != ' ')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    if (!word.empty())
        words.push_back(word);
    return words;
}

/// `a=>b c->d !e=>f`: a forced rule, a fallback, an inactive rule; ids are 1, 2, 3.
inline std::vector<domain::RewriteRule> rulesFrom(std::string_view text)
{
    std::vector<domain::RewriteRule> rules;
    for (std::string word : wordsOf(text)) {
        const bool isActive = word.front() != '!';
        if (!isActive)
            word.erase(0, 1);
        const auto arrow = word.find('>');
        rules.push_back(domain::RewriteRule{.id = std::to_string(rules.size() + 1),
                                            .sourceModel = word.substr(0, arrow - 1),
                                            .targetModel = word.substr(arrow + 1),
                                            .isActive = isActive,
                                            .isForced = word[arrow - 1] == '='});
    }
    return rules;
}

inline std::set<std::string, std::less<>> nameSet(std::string_view text)
{
    const auto words = wordsOf(text);
    return {words.begin(), words.end()};
}

inline std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace homeward::rewrite

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/yaml_text.h"
#include "config/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace homeward::config {

/// Receives what yaml-cpp reads, and makes the tree of it. Beyond a limit it notes where, keeps
/// nothing more, and lets the library run to its end.
class YamlTreeBuilder final : public YAML::EventHandler
{
public:
    explicit YamlTreeBuilder(const YamlText &text) : m_text(text) { }

    /// Where the text went over a limit; the tree is of no use then.
    const std::optional<YamlProblem> &limitProblem() const { return m_limitProblem; }
    /// Where the last scalar that was not plain begins.
    std::optional<std::size_t> lastQuotedOffset() const { return m_lastQuotedOffset; }
    YamlReading takeReading() &&;

    void OnDocumentStart(const YAML::Mark &mark) override;
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override;
    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override;
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override;
    void OnMapEnd() override { close(); }

private:
    std::size_t append(YamlNode node, YAML::anchor_t anchor);
    void attach(std::size_t node);
    void open(YamlNode::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor);
    void close();
    void checkTag(TextPosition position, const std::string &tag);
    void exceed(TextPosition position, std::string message);
    /// The library gives an empty value the place of what follows it; its key is where it is
    /// missed.
    TextPosition positionOfNull(const YAML::Mark &mark) const;

    const YamlText &m_text;
    YamlTree m_tree;
    std::vector<YamlProblem> m_problems;
    std::optional<YamlProblem> m_limitProblem;
    std::optional<std::size_t> m_lastQuotedOffset;
    /// The containers that are not closed yet, the innermost last.
    std::vector<std::size_t> m_open;
    /// How many values each node is, aliases counted as what they stand for.
    std::vector<std::size_t> m_sizes;
    /// By anchor number, which the library counts from 1.
    std::vector<std::size_t> m_anchored;
    int m_documents = 0;
    int m_depth = 0;
};

} // namespace homeward::config

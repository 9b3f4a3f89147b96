// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_tree_builder.h"

#include "config/excerpt.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace homeward::config {

namespace {

constexpr int deepestLevel = 64;
constexpr std::size_t mostValues = 200'000;
constexpr std::size_t noNode = std::numeric_limits<std::size_t>::max();

/// Of tags, those that say nothing new: none ("?"), "not plain" ("!"), and the core schema's.
bool isKnownTag(std::string_view tag)
{
    constexpr std::string_view corePrefix = "tag:yaml.org,2002:";
    constexpr std::array<std::string_view, 7> coreTypes{"str",  "int", "float", "bool",
                                                        "null", "seq", "map"};
    if (tag.empty() || tag == "?" || tag == "!")
        return true;
    if (!tag.starts_with(corePrefix))
        return false;
    tag.remove_prefix(corePrefix.size());
    return std::find(coreTypes.begin(), coreTypes.end(), tag) != coreTypes.end();
}

bool isTextTag(std::string_view tag)
{
    return tag == "!" || tag == "tag:yaml.org,2002:str";
}

} // namespace

YamlReading YamlTreeBuilder::takeReading() &&
{
    if (m_tree.nodes.empty())
        m_tree.nodes.emplace_back();
    return YamlReading{std::move(m_tree), std::move(m_problems)};
}

void YamlTreeBuilder::OnDocumentStart(const YAML::Mark &mark)
{
    if (++m_documents == 1)
        return;
    const std::size_t offset = std::min(std::size_t(mark.pos), m_text.text().size());
    const bool isMarked = m_text.text().substr(offset).starts_with("---");
    exceed(m_text.positionOf(mark),
           isMarked
               ? "the file has more than one YAML document (---)"
               : "this is not valid YAML: something follows that belongs to nothing before it");
}

void YamlTreeBuilder::OnNull(const YAML::Mark &mark, YAML::anchor_t anchor)
{
    append(YamlNode{YamlNode::Kind::Null, positionOfNull(mark), {}, true, {}}, anchor);
}

void YamlTreeBuilder::OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor)
{
    if (m_limitProblem)
        return;
    const std::size_t target = anchor < m_anchored.size() ? m_anchored[anchor] : noNode;
    if (target != noNode && std::find(m_open.begin(), m_open.end(), target) == m_open.end()) {
        attach(target);
        return;
    }
    const TextPosition position = m_text.positionOf(mark);
    m_problems.push_back(YamlProblem{position, "an alias stands inside what it stands for"});
    append(YamlNode{YamlNode::Kind::Null, position, {}, true, {}}, YAML::NullAnchor);
}

void YamlTreeBuilder::OnScalar(const YAML::Mark &mark, const std::string &tag,
                               YAML::anchor_t anchor, const std::string &value)
{
    const TextPosition position = m_text.positionOf(mark);
    checkTag(position, tag);
    if (tag != "?")
        m_lastQuotedOffset = std::size_t(mark.pos);
    append(YamlNode{YamlNode::Kind::Scalar, position, value, !isTextTag(tag), {}}, anchor);
}

void YamlTreeBuilder::OnSequenceStart(const YAML::Mark &mark, const std::string &tag,
                                      YAML::anchor_t anchor, YAML::EmitterStyle::value)
{
    checkTag(m_text.positionOf(mark), tag);
    open(YamlNode::Kind::List, mark, anchor);
}

void YamlTreeBuilder::OnMapStart(const YAML::Mark &mark, const std::string &tag,
                                 YAML::anchor_t anchor, YAML::EmitterStyle::value)
{
    checkTag(m_text.positionOf(mark), tag);
    open(YamlNode::Kind::Map, mark, anchor);
}

std::size_t YamlTreeBuilder::append(YamlNode node, YAML::anchor_t anchor)
{
    if (m_limitProblem)
        return noNode;
    const std::size_t index = m_tree.nodes.size();
    m_tree.nodes.push_back(std::move(node));
    m_sizes.push_back(1);
    if (anchor != YAML::NullAnchor) {
        m_anchored.resize(std::max(m_anchored.size(), anchor + 1), noNode);
        m_anchored[anchor] = index;
    }
    // A container is attached when it is closed and its size is known.
    const auto kind = m_tree.nodes[index].kind;
    if (kind == YamlNode::Kind::Null || kind == YamlNode::Kind::Scalar)
        attach(index);
    return index;
}

void YamlTreeBuilder::attach(std::size_t node)
{
    if (m_open.empty()) {
        m_tree.root = node;
        return;
    }
    const std::size_t parent = m_open.back();
    m_tree.nodes[parent].children.push_back(node);
    m_sizes[parent] += m_sizes[node];
    if (m_sizes[parent] > mostValues) {
        exceed(m_tree.nodes[node].position,
               "the file has more than " + std::to_string(mostValues)
                   + " values, aliases counted as what they stand for");
    }
}

void YamlTreeBuilder::open(YamlNode::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor)
{
    const TextPosition position = m_text.positionOf(mark);
    if (++m_depth > deepestLevel) {
        exceed(position,
               "the file is nested more than " + std::to_string(deepestLevel) + " levels deep");
    }
    const std::size_t index = append(YamlNode{kind, position, {}, false, {}}, anchor);
    if (index != noNode)
        m_open.push_back(index);
}

void YamlTreeBuilder::close()
{
    --m_depth;
    if (m_limitProblem || m_open.empty())
        return;
    const std::size_t index = m_open.back();
    m_open.pop_back();
    attach(index);
}

void YamlTreeBuilder::checkTag(TextPosition position, const std::string &tag)
{
    if (!m_limitProblem && !isKnownTag(tag))
        m_problems.push_back(YamlProblem{position, "the tag of this value has no meaning here"});
}

void YamlTreeBuilder::exceed(TextPosition position, std::string message)
{
    if (!m_limitProblem)
        m_limitProblem = YamlProblem{position, std::move(message)};
}

TextPosition YamlTreeBuilder::positionOfNull(const YAML::Mark &mark) const
{
    if (!m_open.empty() && !m_limitProblem) {
        const YamlNode &parent = m_tree.nodes[m_open.back()];
        if (parent.kind == YamlNode::Kind::Map && parent.children.size() % 2 == 1)
            return m_tree.nodes[parent.children.back()].position;
    }
    return m_text.positionOf(mark);
}

} // namespace homeward::config

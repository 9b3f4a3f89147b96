// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_tree.h"

#include "config/yaml_text.h"
#include "config/yaml_tree_builder.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

namespace homeward::config {

namespace {

constexpr std::size_t longestText = 1024 * 1024;

YamlReading refused(TextPosition position, std::string message)
{
    YamlReading reading;
    reading.problems.push_back(YamlProblem{position, std::move(message)});
    return reading;
}

/// yaml-cpp's words, without what it quotes of the text after a colon: that may be a secret.
std::string syntaxMessage(const std::string &message)
{
    return "this is not valid YAML: " + message.substr(0, message.find(':'));
}

/// Runs the library over the text. It throws where the syntax is bad; that ends here.
std::optional<YamlProblem> build(const YamlText &text, YamlTreeBuilder &builder)
{
    std::istringstream stream{std::string(text.text())};
    try {
        YAML::Parser parser(stream);
        // The library never gets past some texts, "," for one; a second document ends it.
        while (!builder.limitProblem() && parser.HandleNextDocument(builder)) { }
    } catch (const YAML::Exception &error) {
        const TextPosition position = text.positionOf(error.mark);
        if (const auto tab = text.tabInIndentation(position.line))
            return YamlProblem{*tab, "this is not valid YAML: a tab stands where spaces should"};
        return YamlProblem{position, syntaxMessage(error.msg)};
    }
    if (const auto opening = text.unclosedQuote(builder.lastQuotedOffset()))
        return YamlProblem{*opening, "this is not valid YAML: the quote is never closed"};
    return std::nullopt;
}

} // namespace

YamlReading yamlTreeFromText(std::string_view bytes)
{
    if (bytes.size() > longestText)
        return refused({}, "the file is larger than 1 MiB");
    const YamlText text(bytes);
    if (const auto position = text.firstForeignCharacter())
        return refused(*position, "only UTF-8 text without control characters is read");
    YamlTreeBuilder builder(text);
    const auto syntaxProblem = build(text, builder);
    if (const auto limit = builder.limitProblem())
        return refused(limit->position, limit->message);
    if (syntaxProblem)
        return refused(syntaxProblem->position, syntaxProblem->message);
    return std::move(builder).takeReading();
}

} // namespace homeward::config

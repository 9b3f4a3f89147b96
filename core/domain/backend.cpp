// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/backend.h"

#include <array>
#include <utility>

namespace homeward::domain {

namespace {

constexpr std::array<std::pair<LocalServerKind, std::string_view>, 13> kindTexts{{
    {LocalServerKind::OpenAi, "openai"},
    {LocalServerKind::LlamaServer, "llama-server"},
    {LocalServerKind::Ollama, "ollama"},
    {LocalServerKind::LmStudio, "lm-studio"},
    {LocalServerKind::Vllm, "vllm"},
    {LocalServerKind::Sglang, "sglang"},
    {LocalServerKind::LocalAi, "localai"},
    {LocalServerKind::Jan, "jan"},
    {LocalServerKind::Gpt4All, "gpt4all"},
    {LocalServerKind::Homeward, "homeward"},
    {LocalServerKind::BackendAiGo, "backend-ai-go"},
    {LocalServerKind::ContinuumRouter, "continuum-router"},
    {LocalServerKind::Image, "image"},
}};

constexpr std::array<std::pair<NodeSource, std::string_view>, 3> sourceTexts{{
    {NodeSource::Manual, "manual"},
    {NodeSource::Discovered, "discovered"},
    {NodeSource::Config, "config"},
}};

} // namespace

std::string_view toText(NodeSource source)
{
    for (const auto &[value, text] : sourceTexts) {
        if (value == source)
            return text;
    }
    return "manual";
}

std::optional<NodeSource> nodeSourceFromText(std::string_view wanted)
{
    for (const auto &[value, text] : sourceTexts) {
        if (text == wanted)
            return value;
    }
    return std::nullopt;
}

std::string_view toText(LocalServerKind kind)
{
    for (const auto &[value, text] : kindTexts) {
        if (value == kind)
            return text;
    }
    return "openai";
}

std::optional<LocalServerKind> localServerKindFromText(std::string_view wanted)
{
    for (const auto &[value, text] : kindTexts) {
        if (text == wanted)
            return value;
    }
    return std::nullopt;
}

std::string localServerKindTexts()
{
    std::string list;
    for (const auto &[value, text] : kindTexts) {
        if (!list.empty())
            list += ", ";
        list += text;
    }
    return list;
}

bool isReservedBackendName(std::string_view name)
{
    return name.starts_with("node-") || name.starts_with("appproxy-");
}

} // namespace homeward::domain

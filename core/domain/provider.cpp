// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/provider.h"

namespace homeward::domain {

std::string_view toText(ProviderType type)
{
    switch (type) {
    case ProviderType::OpenAi:
        return "openai";
    case ProviderType::Anthropic:
        return "anthropic";
    case ProviderType::Gemini:
        return "gemini";
    }
    return "openai";
}

std::optional<ProviderType> providerTypeFromText(std::string_view text)
{
    for (const ProviderType type :
         {ProviderType::OpenAi, ProviderType::Anthropic, ProviderType::Gemini}) {
        if (toText(type) == text)
            return type;
    }
    return std::nullopt;
}

} // namespace homeward::domain

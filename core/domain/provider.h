// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "domain/base_url.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::domain {

/// The protocol that a provider speaks.
enum class ProviderType { OpenAi, Anthropic, Gemini };

std::string_view toText(ProviderType type);
std::optional<ProviderType> providerTypeFromText(std::string_view text);

/// A service that the user named, with the models that it serves (http-api.md, section 4).
struct Provider
{
    std::string id;
    std::string name;
    ProviderType type = ProviderType::OpenAi;
    BaseUrl baseUrl;
    Secret apiKey;
    std::vector<std::string> models;
    bool isEnabled = true;

    bool operator==(const Provider &) const = default;
};

} // namespace homeward::domain

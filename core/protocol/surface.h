// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace homeward::protocol {

/// The protocol that a caller speaks (http-api.md, section 1). The responses of OpenAI have streams
/// and errors of their own.
enum class Surface : std::uint8_t { OpenAi, OpenAiResponses, Anthropic, Gemini, Ollama };

} // namespace homeward::protocol

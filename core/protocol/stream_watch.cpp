// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/stream_watch.h"

#include <algorithm>
#include <array>

namespace homeward::protocol {

namespace {

struct Field
{
    std::string_view name;
    std::string_view value;
};

/// A field of an event; one space after the colon is not part of the value.
Field fieldOf(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return {line, {}};
    std::string_view value = line.substr(colon + 1);
    if (value.starts_with(' '))
        value.remove_prefix(1);
    return {line.substr(0, colon), value};
}

std::string_view withoutSpaces(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

/// The value of `type` near the beginning of an object, as servers write it that leave out `event`.
std::string_view typeIn(std::string_view json)
{
    constexpr std::string_view key = "\"type\"";
    const std::size_t place = json.find(key);
    if (place == std::string_view::npos)
        return {};
    std::string_view rest = withoutSpaces(json.substr(place + key.size()));
    if (!rest.starts_with(':'))
        return {};
    rest = withoutSpaces(rest.substr(1));
    if (!rest.starts_with('"'))
        return {};
    rest.remove_prefix(1);
    return rest.substr(0, rest.find('"'));
}

bool isOneOf(std::string_view text, const std::array<std::string_view, 3> &names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

constexpr std::array<std::string_view, 3> responsesEnds
    = {"response.completed", "response.failed", "response.incomplete"};
constexpr std::array<std::string_view, 3> anthropicEnds
    = {"message_stop", "message_stop", "message_stop"};

bool endsEvent(const Field &field, const std::array<std::string_view, 3> &ends)
{
    if (field.name == "event")
        return isOneOf(withoutSpaces(field.value), ends);
    return field.name == "data" && isOneOf(typeIn(field.value), ends);
}

} // namespace

bool StreamWatch::isTerminal(const EventStreamLine &line) const
{
    const Field field = fieldOf(line.text);
    const bool isDone
        = line.isWhole && field.name == "data" && withoutSpaces(field.value) == "[DONE]";
    switch (m_surface) {
    case Surface::OpenAi:
        return isDone;
    case Surface::OpenAiResponses:
        return isDone || endsEvent(field, responsesEnds);
    case Surface::Anthropic:
        return endsEvent(field, anthropicEnds);
    case Surface::Gemini:
    case Surface::Ollama:
        return true;
    }
    return true;
}

void StreamWatch::feed(std::string_view bytes)
{
    EventStreamLine line;
    while (m_reader.next(bytes, line)) {
        if (!m_isTerminated && !line.text.empty())
            m_isTerminated = isTerminal(line);
    }
}

bool StreamWatch::isTerminated() const
{
    const bool hasNone = m_surface == Surface::Gemini || m_surface == Surface::Ollama;
    // Some servers leave out the line ends behind their last event.
    return m_isTerminated || hasNone || isTerminal(m_reader.unfinished());
}

} // namespace homeward::protocol

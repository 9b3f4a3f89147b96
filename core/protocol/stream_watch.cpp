// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/stream_watch.h"

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

/// What stands behind the first key of this name in an object, which is near its beginning.
std::string_view behindKey(std::string_view json, std::string_view quotedKey)
{
    const std::size_t place = json.find(quotedKey);
    if (place == std::string_view::npos)
        return {};
    const std::string_view rest = withoutSpaces(json.substr(place + quotedKey.size()));
    return rest.starts_with(':') ? withoutSpaces(rest.substr(1)) : std::string_view();
}

/// The value of `type`, for servers that leave out `event`.
std::string_view typeIn(std::string_view json)
{
    std::string_view value = behindKey(json, "\"type\"");
    if (!value.starts_with('"'))
        return {};
    value.remove_prefix(1);
    return value.substr(0, value.find('"'));
}

/// The name of the event that a field gives, in either of the two places; empty for none.
std::string_view eventNamedBy(const Field &field)
{
    if (field.name == "event")
        return withoutSpaces(field.value);
    return field.name == "data" ? typeIn(field.value) : std::string_view();
}

/// True for an object whose first field is an error, and is not null.
bool isErrorObject(std::string_view json)
{
    json = withoutSpaces(json);
    if (!json.starts_with('{'))
        return false;
    json = withoutSpaces(json.substr(1));
    if (!json.starts_with("\"error\""))
        return false;
    const std::string_view value = behindKey(json, "\"error\"");
    return !value.empty() && !value.starts_with("null");
}

} // namespace

bool StreamWatch::isTerminalName(std::string_view event) const
{
    switch (m_surface) {
    case Surface::OpenAiResponses:
        return event == "response.completed" || event == "response.failed"
            || event == "response.incomplete";
    case Surface::Anthropic:
        return event == "message_stop";
    case Surface::OpenAi:
    case Surface::Gemini:
    case Surface::Ollama:
        break;
    }
    return false;
}

bool StreamWatch::isDone(const EventStreamLine &line) const
{
    const bool hasDone = m_surface == Surface::OpenAi || m_surface == Surface::OpenAiResponses;
    const Field field = fieldOf(line.text);
    return hasDone && line.isWhole && field.name == "data"
        && withoutSpaces(field.value) == "[DONE]";
}

bool StreamWatch::isError(const EventStreamLine &line) const
{
    const Field field = fieldOf(line.text);
    const std::string_view event = eventNamedBy(field);
    switch (m_surface) {
    case Surface::OpenAi:
    case Surface::Gemini:
        return (field.name == "event" && event == "error")
            || (field.name == "data" && isErrorObject(field.value));
    case Surface::OpenAiResponses:
        return event == "error" || event == "response.failed";
    case Surface::Anthropic:
        return event == "error";
    case Surface::Ollama:
        // Its streams have no events: each line is an object.
        return isErrorObject(line.text);
    }
    return false;
}

void StreamWatch::readLine(const EventStreamLine &line)
{
    if (line.text.empty()) {
        m_event = {};
        return;
    }
    const Field field = fieldOf(line.text);
    m_event.hasData = m_event.hasData || field.name == "data";
    m_event.isNamedTerminal = m_event.isNamedTerminal || isTerminalName(eventNamedBy(field));
    // An event without data is not one; its name alone may be all that came before a cut.
    m_isTerminated = m_isTerminated || isDone(line) || (m_event.hasData && m_event.isNamedTerminal);
    m_hasError = m_hasError || isError(line);
}

void StreamWatch::feed(std::string_view bytes)
{
    EventStreamLine line;
    while (m_reader.next(bytes, line))
        readLine(line);
}

bool StreamWatch::isTerminated() const
{
    const bool hasNone = m_surface == Surface::Gemini || m_surface == Surface::Ollama;
    // Some servers leave out the line ends behind [DONE]. An object could be cut anywhere.
    return m_isTerminated || hasNone || isDone(m_reader.unfinished());
}

bool StreamWatch::hasError() const
{
    return m_hasError || isError(m_reader.unfinished());
}

} // namespace homeward::protocol

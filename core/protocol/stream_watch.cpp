// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/stream_watch.h"

#include <algorithm>

namespace homeward::protocol {

namespace {

constexpr std::string_view dataField = "data:";

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

/// Whether the protocol's events have names that say what they are.
bool hasNamedEvents(Surface surface)
{
    return surface == Surface::OpenAiResponses || surface == Surface::Anthropic;
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
    switch (m_surface) {
    case Surface::OpenAi:
    case Surface::Gemini:
        return (field.name == "event" && eventNamedBy(field) == "error")
            || (field.name == "data" && isErrorObject(field.value));
    case Surface::OpenAiResponses: {
        const std::string_view event = eventNamedBy(field);
        return event == "error" || event == "response.failed";
    }
    case Surface::Anthropic:
        return eventNamedBy(field) == "error";
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
        m_choices.endEvent();
        return;
    }
    const Field field = fieldOf(line.text);
    m_event.hasData = m_event.hasData || field.name == "data";
    if (hasNamedEvents(m_surface))
        m_event.isNamedTerminal = m_event.isNamedTerminal || isTerminalName(eventNamedBy(field));
    // An event without data is not one; its name alone may be all that came before a cut.
    m_isTerminated = m_isTerminated || isDone(line) || (m_event.hasData && m_event.isNamedTerminal);
    m_hasError = m_hasError || isError(line);
}

void StreamWatch::feed(std::string_view bytes)
{
    EventStreamLine line;
    while (m_reader.next(bytes, line)) {
        watchChoices(line, true);
        readLine(line);
    }
    watchChoices(m_reader.unfinished(), false);
}

/// Passes on what has come of the data of an event: all of it, for a reason may stand at the end of
/// a long line.
void StreamWatch::watchChoices(const EventStreamLine &line, bool hasEnded)
{
    if (m_surface != Surface::OpenAi || m_isTerminated || !line.text.starts_with(dataField))
        return;
    const std::string_view added = m_reader.added();
    const std::size_t size = line.size - dataField.size();
    m_choices.feed(added.substr(added.size() - std::min(added.size(), size)));
    // What joins the data of one event's lines.
    if (hasEnded)
        m_choices.feed("\n");
}

bool StreamWatch::isTerminated() const
{
    const bool hasNone = m_surface == Surface::Gemini || m_surface == Surface::Ollama;
    // Some servers leave out the line ends behind [DONE]. An object could be cut anywhere.
    if (m_isTerminated || hasNone || isDone(m_reader.unfinished()))
        return true;
    return m_surface == Surface::OpenAi && m_choices.areAllFinished() && !hasError();
}

bool StreamWatch::hasError() const
{
    return m_hasError || isError(m_reader.unfinished());
}

} // namespace homeward::protocol

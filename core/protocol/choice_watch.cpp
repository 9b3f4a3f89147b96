// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/choice_watch.h"

#include <charconv>

namespace homeward::protocol {

namespace {

/// The depths of the values in `{"choices":[{"index":0,"finish_reason":null}]}`.
constexpr std::size_t choicesDepth = 1;
constexpr std::size_t elementDepth = 2;
constexpr std::size_t memberDepth = 3;

/// Enough to see that an index is out of bounds.
constexpr std::size_t keptDigits = 4;

/// What is no index in bounds becomes the limit.
std::size_t indexFrom(const JsonEnd &end, std::size_t limit)
{
    std::size_t index = limit;
    const char *const textEnd = end.text.data() + end.text.size();
    const auto [rest, fault] = std::from_chars(end.text.data(), textEnd, index);
    const bool isIndex = end.kind == JsonKind::Number && fault == std::errc() && rest == textEnd;
    return isIndex && index < limit ? index : limit;
}

} // namespace

void ChoiceWatch::feed(std::string_view data)
{
    if (!m_isInEvent) {
        m_isInEvent = true;
        m_isInChoices = false;
        m_ofEvent = {};
        m_scanner.restart();
    }
    m_scanner.feed(data, *this);
}

void ChoiceWatch::endEvent()
{
    if (m_isInEvent && m_scanner.isComplete())
        m_choices = m_choices.with(m_ofEvent);
    m_isInEvent = false;
}

bool ChoiceWatch::areAllFinished() const
{
    // The empty line that ends the last event may be missing, as long as its data is there.
    if (m_isInEvent && !m_scanner.isComplete())
        return false;
    const Choices all = m_isInEvent ? m_choices.with(m_ofEvent) : m_choices;
    return all.begun.any() && all.begun == all.finished && !all.hasUnknown;
}

ChoiceWatch::Choices ChoiceWatch::Choices::with(const Choices &more) const
{
    return {.begun = begun | more.begun,
            .finished = finished | more.finished,
            .hasUnknown = hasUnknown || more.hasUnknown};
}

std::size_t ChoiceWatch::valueBegins(const JsonPlace &place)
{
    m_member = Member::Other;
    if (place.depth == choicesDepth)
        m_isInChoices = place.key == "choices" && place.kind == JsonKind::Array;
    if (!m_isInChoices)
        return 0;
    if (place.depth == elementDepth)
        m_element = {};
    if (place.depth != memberDepth)
        return 0;
    if (place.key == "index") {
        m_member = Member::Index;
        return keptDigits;
    }
    if (place.key == "finish_reason") {
        m_member = Member::FinishReason;
        return 1;
    }
    return 0;
}

void ChoiceWatch::valueEnds(const JsonEnd &end)
{
    if (!m_isInChoices)
        return;
    if (end.depth == memberDepth)
        memberEnds(end);
    else if (end.depth == elementDepth && end.kind == JsonKind::Object)
        elementEnds();
    else if (end.depth == choicesDepth)
        m_isInChoices = false;
}

void ChoiceWatch::memberEnds(const JsonEnd &end)
{
    if (m_member == Member::Index)
        m_element.index = indexFrom(end, choiceLimit);
    // Some servers write an empty reason where others write null.
    if (m_member == Member::FinishReason)
        m_element.isFinished
            = end.kind == JsonKind::String && !(end.text.empty() && end.isTextWhole);
    m_member = Member::Other;
}

void ChoiceWatch::elementEnds()
{
    if (m_element.index == choiceLimit) {
        m_ofEvent.hasUnknown = true;
        return;
    }
    m_ofEvent.begun.set(m_element.index);
    if (m_element.isFinished)
        m_ofEvent.finished.set(m_element.index);
}

} // namespace homeward::protocol

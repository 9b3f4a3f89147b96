// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/json_scanner.h"

#include <bitset>
#include <cstddef>
#include <string_view>

namespace homeward::protocol {

/// Learns from the events of a chat's or a completion's stream whether every choice that was begun
/// has its `finish_reason`. Reads their data as it comes, and keeps nothing of it.
class ChoiceWatch final : private JsonListener
{
public:
    /// A piece of the data of one event.
    void feed(std::string_view data);
    /// The event is whole, and counts if its data is JSON.
    void endEvent();
    /// False in the middle of an event's data.
    bool areAllFinished() const;

private:
    /// The most choices that OpenAI gives.
    static constexpr std::size_t choiceLimit = 128;

    struct Choices
    {
        std::bitset<choiceLimit> begun;
        std::bitset<choiceLimit> finished;
        /// One was begun that is not to be told from the others.
        bool hasUnknown = false;

        Choices with(const Choices &more) const;
    };
    /// Of the element of `choices` that is being read.
    struct Element
    {
        std::size_t index = 0;
        bool isFinished = false;
    };
    enum class Member : std::uint8_t { Other, Index, FinishReason };

    std::size_t valueBegins(const JsonPlace &place) override;
    void valueEnds(const JsonEnd &end) override;
    void memberEnds(const JsonEnd &end);
    void elementEnds();

    JsonScanner m_scanner{3};
    bool m_isInEvent = false;
    bool m_isInChoices = false;
    Member m_member = Member::Other;
    Element m_element;
    Choices m_ofEvent;
    Choices m_choices;
};

} // namespace homeward::protocol

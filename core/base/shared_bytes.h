// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace homeward {

/// Bytes that do not change any more and that several may need: the body of a message, which one
/// sends while another may have to send it again. A copy is cheap. Null, unless it was given bytes.
class SharedBytes
{
public:
    SharedBytes() = default;
    /// Implicit: a shared text is one kind of shared bytes.
    SharedBytes(std::shared_ptr<const std::string> text)
    {
        if (text)
            m_bytes = *text;
        m_owner = std::move(text);
    }
    /// `bytes` lie in what the owner holds.
    SharedBytes(std::shared_ptr<const void> owner, std::string_view bytes)
        : m_owner(std::move(owner)),
          m_bytes(bytes)
    { }

    bool isNull() const { return !m_owner; }
    std::string_view view() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    bool isEmpty() const { return m_bytes.empty(); }
    /// The same owner for a part of the bytes.
    SharedBytes part(std::string_view bytes) const { return {m_owner, bytes}; }

private:
    std::shared_ptr<const void> m_owner;
    std::string_view m_bytes;
};

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <utility>

namespace homeward {

/// A key or password. It converts to nothing by itself, so that it cannot slip into a log, an
/// answer or an error message; whoever really needs the bytes says reveal().
class Secret
{
public:
    Secret() = default;
    explicit Secret(std::string bytes) : m_bytes(std::move(bytes)) { }

    bool isEmpty() const { return m_bytes.empty(); }
    const std::string &reveal() const { return m_bytes; }

    bool operator==(const Secret &) const = default;

private:
    std::string m_bytes;
};

} // namespace homeward

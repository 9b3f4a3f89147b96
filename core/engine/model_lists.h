// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/router_state.h"
#include "protocol/surface.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::engine {

/// The lists of models that clients get, made from the index and kept until it changes.
class ModelLists
{
public:
    explicit ModelLists(const RouterState &state) : m_state(state) { }

    std::shared_ptr<const std::string> list(protocol::Surface surface);
    /// Null for a model that nothing serves at present.
    std::shared_ptr<const std::string> entry(protocol::Surface surface, std::string_view id) const;

private:
    std::vector<protocol::ModelEntry> entries() const;
    std::optional<protocol::ModelEntry> entryOf(std::string_view id) const;

    struct Cached
    {
        std::uint64_t version = 0;
        bool isBalancing = false;
        std::shared_ptr<const std::string> body;
    };
    const RouterState &m_state;
    std::array<Cached, 5> m_cached;
};

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/inference_api.h"
#include "engine/management_api.h"
#include "engine/router_state.h"
#include "http/access_control.h"
#include "http/exchange.h"
#include "protocol/inference_path.h"

#include <memory>
#include <string>
#include <vector>

namespace homeward::engine {

/// Takes each request that passed the guard: checks where it comes from, and hands it to the API
/// that knows its path.
class RouterEngine final : public http::RequestHandler
{
public:
    RouterEngine(InferenceApi &inference, ManagementApi &management);

    void handle(std::unique_ptr<http::Exchange> exchange) override;
    std::string refusalBody(int status, std::string_view code, std::string_view message) override;

    void setAccessPolicy(http::AccessPolicy policy) { m_policy = std::move(policy); }

private:
    InferenceApi &m_inference;
    ManagementApi &m_management;
    /// For messages.
    std::vector<std::string> m_knownPaths = protocol::inferencePaths();
    http::AccessPolicy m_policy;
};

} // namespace homeward::engine

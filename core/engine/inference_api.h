// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/model_lists.h"
#include "engine/request_session.h"
#include "engine/router_state.h"

#include <memory>
#include <unordered_map>

namespace homeward::engine {

/// The calls of http-api.md, section 1: lists of models are answered from the index, everything
/// else becomes a session.
class InferenceApi
{
public:
    InferenceApi(SessionContext context, const RouterState &state);

    /// True when this path is one of these calls, whatever the method: then the exchange is taken.
    bool take(std::unique_ptr<http::Exchange> &exchange, const HeaderList &commonFields);

    std::size_t sessionCount() const { return m_sessions.size(); }

private:
    void answerList(http::Exchange &exchange, const protocol::ModelListPath &path,
                    const HeaderList &commonFields);
    void startSession(std::unique_ptr<http::Exchange> exchange, protocol::InferencePath path,
                      const HeaderList &commonFields);

    SessionContext m_context;
    const RouterState &m_state;
    ModelLists m_lists;
    std::unordered_map<const RequestSession *, std::shared_ptr<RequestSession>> m_sessions;
};

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "domain/resolver.h"
#include "engine/session_context.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::engine {

class Attempt;

/// Is told how an attempt goes; may destroy the attempt from inside any of these.
class AttemptObserver
{
public:
    virtual ~AttemptObserver() = default;
    virtual void attemptHead(Attempt &attempt) = 0;
    virtual void attemptBody(Attempt &attempt, std::string_view bytes) = 0;
    virtual void attemptFinished(Attempt &attempt) = 0;
    virtual void attemptFailed(Attempt &attempt, const upstream::CallFailure &failure) = 0;
};

/// One request to one backend, counted exactly once: by end(), or as a client that left when it is
/// destroyed before.
class Attempt final : private upstream::CallObserver
{
public:
    Attempt(SessionContext &context, AttemptObserver &observer, const domain::Target &target,
            upstream::UpstreamRequest request);
    ~Attempt() override;
    Attempt(const Attempt &) = delete;
    Attempt &operator=(const Attempt &) = delete;

    const domain::Target &target() const { return m_target; }
    const std::string &backendName() const { return m_backendName; }
    /// Whether the request carried the backend's own key.
    bool hasKey() const { return m_hasKey; }
    /// The answer's head, once it is there.
    const upstream::ResponseHead *head() const { return m_head ? &*m_head : nullptr; }

    void end(AttemptEnd how);
    void setReading(bool isReading);
    /// Null when the backend has gone meanwhile.
    BackendRecord *backend() { return m_context.fleet.resolve(m_ticket.backend); }
    const BackendReference &reference() const { return m_ticket.backend; }

private:
    void upstreamHead(const upstream::ResponseHead &head) override;
    void upstreamBody(std::string_view bytes) override;
    void upstreamFinished() override;
    void upstreamFailed(const upstream::CallFailure &failure) override;

    SessionContext &m_context;
    AttemptObserver &m_observer;
    domain::Target m_target;
    std::string m_backendName;
    bool m_hasKey = false;
    AttemptTicket m_ticket;
    bool m_hasEnded = false;
    std::optional<upstream::ResponseHead> m_head;
    std::optional<Duration> m_timeToHead;
    std::unique_ptr<upstream::UpstreamCall> m_call;
};

} // namespace homeward::engine

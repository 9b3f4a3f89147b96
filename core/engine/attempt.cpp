// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/attempt.h"

#include <utility>

namespace homeward::engine {

Attempt::Attempt(SessionContext &context, AttemptObserver &observer, const domain::Target &target,
                 upstream::UpstreamRequest request)
    : m_context(context),
      m_observer(observer),
      m_target(target)
{
    const BackendRecord &backend = context.fleet.at(target.slot);
    m_backendName = backend.backendName;
    m_hasKey = !backend.authorization.isEmpty();
    m_ticket = context.fleet.beginAttempt(target.slot, target.isProbe, context.clock().now());
    const domain::TimeLimits &limits = context.settings.timeouts;
    m_call = context.client.call(backend.origin, std::move(request),
                                 upstream::CallLimits{.connect = limits.connect,
                                                      .firstByte = limits.firstByte,
                                                      .idle = limits.idle,
                                                      .total = limits.total},
                                 *this);
}

Attempt::~Attempt()
{
    end(m_head ? AttemptEnd::ClientLeftAfterHead : AttemptEnd::NotCounted);
}

void Attempt::end(AttemptEnd how)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_context.fleet.endAttempt(m_ticket, how, m_timeToHead, m_context.clock().now(),
                               m_context.settings.breaker);
}

void Attempt::setReading(bool isReading)
{
    m_call->setReading(isReading);
}

void Attempt::upstreamHead(const upstream::ResponseHead &head)
{
    m_head = head;
    m_timeToHead = m_context.clock().now() - m_ticket.breakerAttempt.beganAt;
    m_observer.attemptHead(*this);
}

void Attempt::upstreamBody(std::string_view bytes)
{
    m_observer.attemptBody(*this, bytes);
}

void Attempt::upstreamFinished()
{
    m_observer.attemptFinished(*this);
}

void Attempt::upstreamFailed(const upstream::CallFailure &failure)
{
    m_observer.attemptFailed(*this, failure);
}

} // namespace homeward::engine

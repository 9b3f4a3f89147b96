// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "upstream/collected_call.h"

#include <utility>

namespace homeward::upstream {

class CollectedCall::Collector final : private CallObserver
{
public:
    Collector(UpstreamClient &client, const Clock &clock, const Origin &origin,
              UpstreamRequest request, const CallLimits &limits, std::size_t maxBodyBytes,
              Finish finish)
        : m_clock(clock),
          m_begin(clock.now()),
          m_maxBodyBytes(maxBodyBytes),
          m_finish(std::move(finish)),
          m_call(client.call(origin, std::move(request), limits, *this))
    { }

private:
    void upstreamHead(const ResponseHead &head) override
    {
        m_answer.head = head;
        m_answer.timeToHead = m_clock.now() - m_begin;
    }

    void upstreamBody(std::string_view bytes) override
    {
        if (m_answer.body.size() + bytes.size() > m_maxBodyBytes) {
            upstreamFailed({CallFailureKind::InvalidAnswer, "the answer is too large"});
            return;
        }
        m_answer.body += bytes;
    }

    void upstreamFinished() override { end(); }

    void upstreamFailed(const CallFailure &failure) override
    {
        m_answer.failure = failure;
        if (!m_answer.head)
            m_answer.timeToHead = m_clock.now() - m_begin;
        end();
    }

    /// As the last thing: `finish` may destroy this.
    void end()
    {
        m_call.reset();
        const Finish finish = std::move(m_finish);
        finish(std::move(m_answer));
    }

    const Clock &m_clock;
    TimePoint m_begin;
    std::size_t m_maxBodyBytes;
    Finish m_finish;
    CollectedAnswer m_answer;
    std::unique_ptr<UpstreamCall> m_call;
};

CollectedCall::CollectedCall(UpstreamClient &client, const Clock &clock, const Origin &origin,
                             UpstreamRequest request, const CallLimits &limits,
                             std::size_t maxBodyBytes, Finish finish)
    : m_collector(std::make_unique<Collector>(client, clock, origin, std::move(request), limits,
                                              maxBodyBytes, std::move(finish)))
{ }

CollectedCall::~CollectedCall() = default;

} // namespace homeward::upstream

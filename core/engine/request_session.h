// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/answer_relay.h"
#include "engine/attempt.h"
#include "engine/body_reading.h"
#include "engine/session_context.h"
#include "http/exchange.h"
#include "protocol/error_body.h"
#include "protocol/inference_path.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace homeward::engine {

/// One inference request on its way: Receiving (its body is read), Choosing (product.md, How a
/// request is resolved), Calling (until the answer to pass on is found), Streaming, Finished.
class RequestSession final : public std::enable_shared_from_this<RequestSession>,
                             private http::ExchangeObserver,
                             private AttemptObserver
{
public:
    using Finish = std::function<void(RequestSession &)>;

    /// `finished` is called once; the session may be destroyed a turn later.
    RequestSession(SessionContext &context, std::unique_ptr<http::Exchange> exchange,
                   protocol::InferencePath path, HeaderList commonFields,
                   std::uint64_t maxBodyBytes, Finish finished);
    ~RequestSession() override;

    void start();

private:
    void clientLeft() override;
    void outputDrained() override;
    void attemptHead(Attempt &attempt) override;
    void attemptBody(Attempt &attempt, std::string_view bytes) override;
    void attemptFinished(Attempt &attempt) override;
    void attemptFailed(Attempt &attempt, const upstream::CallFailure &failure) override;

    // Receiving
    void readBody();
    void useBody();
    // Choosing
    void chooseFirst();
    void choose();
    domain::Resolution resolve() const;
    bool mustWaitForIndex(const domain::Resolution &resolution) const;
    // Calling
    void begin(const domain::Target &target);
    upstream::UpstreamRequest upstreamRequest(const BackendRecord &backend) const;
    void noteAnswer(Attempt &attempt);
    void setAside();
    bool mayFailOver() const;
    void failOver();
    void giveUp();
    // Streaming
    void beginRelay();
    void relay(std::string_view bytes);
    void endRelay();
    void breakRelay(const upstream::CallFailure &failure);
    // Finished
    void refuse(const Error &error, std::optional<std::chrono::seconds> retryAfter = std::nullopt);
    void finish();

    HeaderList answerFields(const Attempt *attempt) const;
    /// For make_unique, which may not see a private base.
    AttemptObserver &observer() { return *this; }
    bool isWaiting() const { return m_state == State::Choosing; }

    enum class State { Receiving, Choosing, Calling, Streaming, Finished };

    SessionContext &m_context;
    std::unique_ptr<http::Exchange> m_exchange;
    protocol::InferencePath m_path;
    /// What every answer carries: CORS.
    HeaderList m_commonFields;
    std::uint64_t m_maxBodyBytes;
    Finish m_finished;
    State m_state = State::Receiving;
    std::string m_requestId;
    std::unique_ptr<BodyReading> m_reading;
    SharedBytes m_body;
    std::string m_requestModel;
    std::string m_routedModel;
    std::vector<Slot> m_excluded;
    int m_attemptCount = 0;
    bool m_hasWaitedForIndex = false;
    std::unique_ptr<Attempt> m_attempt;
    /// The first attempt's answer, a 5xx, while a second attempt is made.
    std::unique_ptr<HeldAnswer> m_firstAnswer;
    /// Why the first attempt gave no answer.
    std::optional<upstream::CallFailure> m_firstFailure;
    std::optional<AnswerRelay> m_relay;
};

} // namespace homeward::engine

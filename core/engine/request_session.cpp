// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/request_session.h"

#include "base/id.h"
#include "base/log.h"
#include "domain/hop_header.h"
#include "engine/call_error.h"
#include "engine/message_fields.h"
#include "protocol/answer_check.h"
#include "protocol/header_rules.h"
#include "protocol/nearest_path.h"
#include "protocol/retry_after.h"

#include <utility>

namespace homeward::engine {

namespace {

using upstream::CallFailure;
using upstream::CallFailureKind;

std::string requestIdOf(const http::Request &request)
{
    const auto given = request.fields.find("X-Request-Id");
    return given && protocol::isGoodRequestId(*given) ? std::string(*given) : newUuid();
}

bool isLocal(const Attempt &attempt)
{
    return attempt.target().path == domain::RoutePath::Local;
}

} // namespace

RequestSession::RequestSession(SessionContext &context, std::unique_ptr<http::Exchange> exchange,
                               protocol::InferencePath path, HeaderList commonFields,
                               std::uint64_t maxBodyBytes, Finish finished)
    : m_context(context),
      m_exchange(std::move(exchange)),
      m_path(std::move(path)),
      m_commonFields(std::move(commonFields)),
      m_maxBodyBytes(maxBodyBytes),
      m_finished(std::move(finished)),
      m_requestId(requestIdOf(m_exchange->request()))
{ }

RequestSession::~RequestSession() = default;

void RequestSession::start()
{
    m_exchange->setObserver(this);
    const http::Request &request = m_exchange->request();
    if (domain::isLoop(hopsOf(request.fields), m_context.instanceId)) {
        refuse({ErrorKind::LoopDetected,
                "the request came back to a router that it has passed already; check which nodes "
                "these routers list",
                {}});
        return;
    }
    m_reading = std::make_unique<BodyReading>(request, m_maxBodyBytes);
    readBody();
}

// Receiving

void RequestSession::readBody()
{
    if (m_state != State::Receiving)
        return;
    if (m_reading->next() == BodyReading::Step::Done) {
        useBody();
        return;
    }
    // A large body is read in slices, so that others are served in between.
    m_context.poller.defer([session = weak_from_this()] {
        if (const auto alive = session.lock())
            alive->readBody();
    });
}

void RequestSession::useBody()
{
    const std::unique_ptr<BodyReading> reading = std::move(m_reading);
    const Result<protocol::RequestFacts> facts = reading->facts();
    if (!facts) {
        // A path that nobody knows is only forwarded when its body names a model.
        if (!m_path.isKnown && facts.error().kind == ErrorKind::InvalidRequest)
            refuse(protocol::unknownPath(m_exchange->request().path(), protocol::inferencePaths()));
        else
            refuse(facts.error());
        return;
    }
    m_body = reading->body();
    m_requestModel = facts->model;
    m_routedModel = m_requestModel;
    m_state = State::Choosing;
    chooseFirst();
}

// Choosing

domain::Resolution RequestSession::resolve() const
{
    const bool isUnavailableAlways = m_path.prefix == protocol::PathPrefix::Inference;
    return domain::resolve({.model = m_routedModel,
                            .index = m_context.fleet.index(),
                            .rows = m_context.fleet.rows(),
                            .loadBalancing = m_context.settings.loadBalancing,
                            .breakerPolicy = m_context.settings.breaker,
                            .unknownModelAnswer = isUnavailableAlways
                                ? domain::UnknownModelAnswer::Unavailable
                                : domain::UnknownModelAnswer::NotFound,
                            .excluded = m_excluded,
                            .now = m_context.clock().now()});
}

bool RequestSession::mustWaitForIndex(const domain::Resolution &resolution) const
{
    using Scope = HealthMonitor::Scope;
    if (m_hasWaitedForIndex)
        return false;
    const auto *target = std::get_if<domain::Target>(&resolution);
    if (target && target->path == domain::RoutePath::Local)
        return false;
    // Home first: a local server may have the model too, and nobody else is asked before.
    if (target || !m_context.settings.loadBalancing.isEnabled)
        return m_context.monitor.isWaitingForFirstProbes(Scope::LocalServers);
    return m_context.monitor.isWaitingForFirstProbes(Scope::AllBackends);
}

void RequestSession::chooseFirst()
{
    const domain::Resolution resolution = resolve();
    if (!mustWaitForIndex(resolution)) {
        choose();
        return;
    }
    m_hasWaitedForIndex = true;
    const bool isLocalOnly = std::holds_alternative<domain::Target>(resolution)
        || !m_context.settings.loadBalancing.isEnabled;
    m_context.monitor.whenFirstProbesDone(isLocalOnly ? HealthMonitor::Scope::LocalServers
                                                      : HealthMonitor::Scope::AllBackends,
                                          [session = weak_from_this()] {
                                              const auto alive = session.lock();
                                              if (alive && alive->isWaiting())
                                                  alive->choose();
                                          });
}

void RequestSession::choose()
{
    const domain::Resolution resolution = resolve();
    if (const auto *target = std::get_if<domain::Target>(&resolution)) {
        begin(*target);
        return;
    }
    const auto &refusal = std::get<domain::Refusal>(resolution);
    refuse(refusal.error, refusal.retryAfter);
}

// Calling

void RequestSession::begin(const domain::Target &target)
{
    m_state = State::Calling;
    m_attemptCount += 1;
    if (target.path == domain::RoutePath::Node)
        m_context.fleet.setTurn(m_routedModel, target.nextCursor);
    m_attempt = std::make_unique<Attempt>(m_context, observer(), target,
                                          upstreamRequest(m_context.fleet.at(target.slot)));
}

upstream::UpstreamRequest RequestSession::upstreamRequest(const BackendRecord &backend) const
{
    const http::Request &request = m_exchange->request();
    std::string target = baseUrlOf(backend.configured).pathPrefix + m_path.upstreamPath;
    if (const std::string_view query = request.query(); !query.empty())
        target.append("?").append(query);
    return {.method = request.method,
            .target = std::move(target),
            .fields = upstreamRequestFields({.client = request.fields,
                                             .backend = backend,
                                             .requestId = m_requestId,
                                             .instanceId = m_context.instanceId}),
            .body = m_body};
}

void RequestSession::attemptHead(Attempt &attempt)
{
    noteAnswer(attempt);
    const int status = attempt.head()->status;
    if (status >= 500 && !isLocal(attempt) && mayFailOver()) {
        setAside();
        return;
    }
    if (status >= 500 && m_firstAnswer && !m_firstAnswer->isBroken()) {
        m_attempt.reset();
        giveUp();
        return;
    }
    if (const auto problem = protocol::problemOfHead(m_path.answer, m_exchange->request().fields,
                                                     status, attempt.head()->fields)) {
        attemptFailed(attempt, {CallFailureKind::InvalidAnswer, std::string(*problem)});
        return;
    }
    // A good answer is held until its first byte: without one, another backend can still answer.
    if (status >= 300)
        beginRelay();
}

/// What an answer's status says about its backend, whatever becomes of its body.
void RequestSession::noteAnswer(Attempt &attempt)
{
    const upstream::ResponseHead &head = *attempt.head();
    const BackendRecord *backend = attempt.backend();
    if (head.status >= 500) {
        attempt.end(AttemptEnd::Failure);
        if (backend)
            m_context.monitor.refresh(attempt.target().slot, RefreshTrigger::FailedRequest);
        return;
    }
    if (!backend || isLocal(attempt))
        return;
    const bool isKeyRefused = head.status == 401 || head.status == 403;
    if (isKeyRefused && attempt.hasKey())
        m_context.fleet.setHealth(attempt.target().slot, domain::afterKeyRefused(backend->health));
    if (head.status != 429)
        return;
    const auto text = head.fields.find("Retry-After");
    if (!text)
        return;
    const auto pause = protocol::retryAfterFromText(*text, m_context.clock().wallNow());
    if (pause)
        m_context.fleet.pauseUntil(attempt.reference(), m_context.clock().now() + *pause);
}

/// Keeps the 5xx that has come, and looks for a better answer meanwhile.
void RequestSession::setAside()
{
    m_excluded.push_back(m_attempt->target().slot);
    m_firstAnswer = std::make_unique<HeldAnswer>(std::move(m_attempt));
    failOver();
}

bool RequestSession::mayFailOver() const
{
    return m_attemptCount < 2 && m_context.settings.loadBalancing.isFailoverEnabled;
}

void RequestSession::failOver()
{
    const domain::Resolution resolution = resolve();
    if (const auto *target = std::get_if<domain::Target>(&resolution))
        begin(*target);
    else
        giveUp();
}

/// Nobody else is left: the client gets the first answer, or learns why there was none.
void RequestSession::giveUp()
{
    if (!m_firstAnswer || m_firstAnswer->isBroken()) {
        refuse(errorOf(m_firstFailure.value_or(CallFailure{})));
        return;
    }
    const std::unique_ptr<HeldAnswer> answer = std::move(m_firstAnswer);
    m_attempt = answer->takeAttempt();
    beginRelay();
    if (!answer->body().empty())
        m_relay->pass(answer->body());
    if (answer->isFinished())
        endRelay();
    else
        m_attempt->setReading(true);
}

void RequestSession::attemptBody(Attempt &attempt, std::string_view bytes)
{
    if (m_firstAnswer && m_firstAnswer->isOf(attempt)) {
        m_firstAnswer->keep(bytes);
        return;
    }
    if (m_state != State::Streaming)
        beginRelay();
    m_relay->pass(bytes);
}

void RequestSession::attemptFinished(Attempt &attempt)
{
    if (m_firstAnswer && m_firstAnswer->isOf(attempt)) {
        m_firstAnswer->setFinished();
        return;
    }
    if (m_state != State::Streaming) {
        const int status = attempt.head()->status;
        if (const auto problem = protocol::problemOfEmptyBody(m_path.answer, status)) {
            attemptFailed(attempt, {CallFailureKind::InvalidAnswer, std::string(*problem)});
            return;
        }
        beginRelay();
    }
    endRelay();
}

void RequestSession::attemptFailed(Attempt &attempt, const CallFailure &failure)
{
    if (m_firstAnswer && m_firstAnswer->isOf(attempt)) {
        m_firstFailure = failure;
        m_firstAnswer->setBroken();
        return;
    }
    if (m_state == State::Streaming) {
        breakRelay(failure);
        return;
    }
    const Slot slot = attempt.target().slot;
    const bool isAlive = attempt.backend() != nullptr;
    const bool isNotRunning = isLocal(attempt) && failure.kind == CallFailureKind::Refused;
    attempt.end(isNotRunning ? AttemptEnd::NotCounted : AttemptEnd::Failure);
    m_excluded.push_back(slot);
    m_attempt.reset();
    if (isAlive)
        m_context.monitor.refresh(slot, RefreshTrigger::FailedRequest);
    if (isNotRunning) {
        // Not running here: no attempt; the request goes on as if the server were not there.
        m_attemptCount -= 1;
        if (m_attemptCount == 0)
            choose();
        else
            failOver();
        return;
    }
    if (!m_firstAnswer && !m_firstFailure)
        m_firstFailure = failure;
    if (mayFailOver())
        failOver();
    else
        giveUp();
}

// Streaming

HeaderList RequestSession::answerFields(const Attempt *attempt) const
{
    HeaderList fields;
    appendRouteFields(
        {.requestId = m_requestId,
         .routedModel = m_routedModel,
         .path = attempt ? attempt->target().path : domain::RoutePath::Local,
         .backendName = attempt ? std::string_view(attempt->backendName()) : std::string_view(),
         .attempts = attempt ? m_attemptCount : 0},
        fields);
    for (const HeaderList::Field &field : m_commonFields)
        fields.append(field.name, field.value);
    return fields;
}

void RequestSession::beginRelay()
{
    m_state = State::Streaming;
    m_firstAnswer.reset();
    const upstream::ResponseHead &head = *m_attempt->head();
    HeaderList fields = answerFields(m_attempt.get());
    appendAnswerFields(head.fields, fields);
    m_exchange->sendHead(head.status, fields, head.contentLength);
    m_relay.emplace(*m_exchange, *m_attempt, m_path.surface);
}

void RequestSession::outputDrained()
{
    if (m_relay)
        m_relay->outputDrained();
}

void RequestSession::endRelay()
{
    if (!m_relay->isComplete()) {
        breakRelay({CallFailureKind::Cut, "it has no terminal event"});
        return;
    }
    const int status = m_attempt->head()->status;
    m_attempt->end(status >= 400 ? AttemptEnd::ClientError : AttemptEnd::Success);
    m_relay->finish();
    finish();
}

void RequestSession::breakRelay(const CallFailure &failure)
{
    m_attempt->end(AttemptEnd::Failure);
    if (m_attempt->backend())
        m_context.monitor.refresh(m_attempt->target().slot, RefreshTrigger::FailedRequest);
    qCInfo(logRouter).nospace().noquote()
        << "request " << utf8(m_requestId) << ": the answer of " << utf8(m_attempt->backendName())
        << " broke off: " << utf8(failure.reason);
    m_relay->breakOff(brokenStream(failure.reason));
    finish();
}

// Finished

void RequestSession::refuse(const Error &error, std::optional<std::chrono::seconds> retryAfter)
{
    protocol::ErrorAnswer answer = protocol::errorAnswer(
        m_path.surface, error, {.requestModel = m_requestModel, .routedModel = m_routedModel});
    HeaderList fields;
    appendRouteFields({.requestId = m_requestId, .routedModel = m_routedModel}, fields);
    if (m_attemptCount > 0)
        fields.append("X-Homeward-Attempts", m_attemptCount == 1 ? "1" : "2");
    fields.append("Content-Type", answer.contentType);
    if (retryAfter)
        fields.append("Retry-After", std::to_string(retryAfter->count()));
    for (const HeaderList::Field &field : m_commonFields)
        fields.append(field.name, field.value);
    m_exchange->send(answer.status, fields,
                     std::make_shared<const std::string>(std::move(answer.body)));
    finish();
}

void RequestSession::clientLeft()
{
    finish();
}

void RequestSession::finish()
{
    m_state = State::Finished;
    m_relay.reset();
    m_reading.reset();
    m_firstAnswer.reset();
    m_attempt.reset();
    m_exchange.reset();
    m_finished(*this);
}

} // namespace homeward::engine

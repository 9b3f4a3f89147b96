// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/probe_report.h"

#include "base/turn_watch.h"

#include <utility>

namespace homeward::engine {

namespace {

using domain::ProbeOutcome;
using upstream::CallFailureKind;

ProbeStage stageOf(const upstream::CallFailure &failure)
{
    if (failure.connectStage == net::ConnectFailure::Stage::Tls)
        return ProbeStage::Tls;
    if (failure.connectStage == net::ConnectFailure::Stage::Resolve)
        return ProbeStage::Dns;
    switch (failure.kind) {
    case CallFailureKind::Resolve:
        return ProbeStage::Dns;
    case CallFailureKind::Refused:
    case CallFailureKind::Connect:
    case CallFailureKind::ConnectTimeout:
        return ProbeStage::Connect;
    case CallFailureKind::Tls:
        return ProbeStage::Tls;
    case CallFailureKind::NoAnswer:
    case CallFailureKind::FirstByteTimeout:
    case CallFailureKind::InvalidAnswer:
    case CallFailureKind::Cut:
    case CallFailureKind::IdleTimeout:
    case CallFailureKind::TotalTimeout:
        return ProbeStage::Models;
    }
    return ProbeStage::Models;
}

std::string_view codeOf(CallFailureKind kind)
{
    switch (kind) {
    case CallFailureKind::Resolve:
        return "name_not_found";
    case CallFailureKind::Refused:
        return "connection_refused";
    case CallFailureKind::Connect:
        return "unreachable";
    case CallFailureKind::Tls:
        return "tls_failed";
    case CallFailureKind::ConnectTimeout:
    case CallFailureKind::FirstByteTimeout:
    case CallFailureKind::IdleTimeout:
    case CallFailureKind::TotalTimeout:
        return "timeout";
    case CallFailureKind::NoAnswer:
    case CallFailureKind::Cut:
        return "connection_lost";
    case CallFailureKind::InvalidAnswer:
        return "invalid_answer";
    }
    return "unreachable";
}

ProbeReport failed(ProbeOutcome outcome, ProbeStage stage, std::string_view code,
                   std::string message)
{
    return {.outcome = outcome,
            .stage = stage,
            .error = domain::BackendError{std::string(code), std::move(message)}};
}

ProbeReport reportOfFailure(const upstream::CallFailure &failure)
{
    const bool isNonsense = failure.kind == CallFailureKind::InvalidAnswer;
    return failed(isNonsense ? ProbeOutcome::BadAnswer : ProbeOutcome::Unreachable,
                  stageOf(failure), codeOf(failure.kind), failure.reason);
}

ProbeReport reportOfAnswer(int status, const std::string &body, bool isNode)
{
    if (status == 401 || status == 403) {
        return failed(ProbeOutcome::Unauthorized, ProbeStage::Auth, "unauthorized",
                      "the API key is missing or not accepted (status " + std::to_string(status)
                          + ")");
    }
    if (status == 503)
        return failed(ProbeOutcome::Warming, ProbeStage::Models, "warming_up",
                      "it is not ready yet (status 503)");
    if (status != 200) {
        return failed(ProbeOutcome::BadAnswer, ProbeStage::Models, "unexpected_status",
                      "the list of models was answered with status " + std::to_string(status));
    }
    const TurnWatch::Step step("reading a list of models");
    auto list = protocol::modelListFromText(
        body, isNode ? protocol::ListSource::Node : protocol::ListSource::LocalServer);
    if (!list) {
        return failed(ProbeOutcome::BadAnswer, ProbeStage::Models, "invalid_list",
                      list.error().message);
    }
    return {.outcome = ProbeOutcome::Good,
            .stage = ProbeStage::Done,
            .models = std::move(*list),
            .error = std::nullopt};
}

} // namespace

std::string_view toText(ProbeStage stage)
{
    switch (stage) {
    case ProbeStage::Dns:
        return "dns";
    case ProbeStage::Connect:
        return "connect";
    case ProbeStage::Tls:
        return "tls";
    case ProbeStage::Auth:
        return "auth";
    case ProbeStage::Models:
        return "models";
    case ProbeStage::Done:
        return "done";
    }
    return "done";
}

ProbeReport probeReportFrom(const upstream::CollectedAnswer &answer, bool isNode)
{
    // A failure inside the body of an error says less than its status.
    const bool hasTelling = answer.head && answer.head->status != 200;
    ProbeReport report = answer.failure && !hasTelling
        ? reportOfFailure(*answer.failure)
        : reportOfAnswer(answer.head ? answer.head->status : 0, answer.body, isNode);
    report.latency = answer.timeToHead;
    return report;
}

} // namespace homeward::engine

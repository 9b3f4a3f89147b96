// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/peer_probe.h"

namespace homeward::http {

namespace {

/// Clients take sizes of 16 digits, and some (curl, Go) no longer ones; a chunk itself needs no
/// more than the other eight.
constexpr unsigned maxZeros = 8;

} // namespace

PeerProbe probeFor(const AwaitedAnswer &answer)
{
    // It might be taken for a part of an earlier answer, and what waits is a probe already.
    if (answer.isOutputWaiting)
        return PeerProbe::None;
    if (!answer.framing && answer.minorVersion >= 1)
        return PeerProbe::InterimAnswer;
    if (answer.framing == AnswerFraming::Chunked && answer.probeCount < maxZeros)
        return PeerProbe::ChunkSizeZero;
    // Nothing may be added. What comes soon is still given, and tells.
    return answer.hasStayed || answer.probeCount == 0 ? PeerProbe::None : PeerProbe::GiveUp;
}

} // namespace homeward::http

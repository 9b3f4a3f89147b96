// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/answer_head.h"

#include <optional>

/// Whether a client whose end of stream has come is still there.
///
/// Closing one's side and leaving look the same until something is sent: the system of a client
/// that has left answers with a reset, and one that only sends no more takes it. So a byte is sent
/// that changes nothing in the answer.

namespace homeward::http {

/// Where the answer stands that such a client waits for.
struct AwaitedAnswer
{
    /// The x of the request's HTTP/1.x.
    int minorVersion = 1;
    /// Of the body, once there is a head.
    std::optional<AnswerFraming> framing;
    /// Bytes of an answer that wait to be sent.
    bool isOutputWaiting = false;
    /// How often this was asked since the answer went on.
    unsigned probeCount = 0;
    /// The client has not left, or only later: it took bytes when its end had come.
    bool hasStayed = false;
};

enum class PeerProbe {
    /// An answer before the answer, `100 Continue`: every client of HTTP/1.1 takes as many as come
    /// (RFC 9110, section 15.2).
    InterimAnswer,
    /// The first digit of the next chunk's size, or of the last chunk's.
    ChunkSizeZero,
    /// What will be sent next tells, or there is nothing that could.
    None,
    /// Nothing was sent that would tell, and clients that only close their side are few.
    GiveUp,
};

PeerProbe probeFor(const AwaitedAnswer &answer);

} // namespace homeward::http

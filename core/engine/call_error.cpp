// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/call_error.h"

namespace homeward::engine {

using upstream::CallFailureKind;

Error errorOf(const upstream::CallFailure &failure)
{
    if (upstream::isTimeout(failure.kind)) {
        return {ErrorKind::UpstreamTimeout,
                "the backend did not answer in time; try again, or raise the time limits",
                {}};
    }
    if (failure.kind == CallFailureKind::InvalidAnswer) {
        return {ErrorKind::UpstreamInvalidResponse,
                "the backend's answer is not valid: " + failure.reason
                    + "; check that an inference server listens there",
                {}};
    }
    return {ErrorKind::UpstreamUnreachable,
            "the backend could not be reached: " + failure.reason + "; check that it runs",
            {}};
}

Error brokenStream(const std::string &reason)
{
    return {ErrorKind::UpstreamStreamBroken,
            "the backend's stream ended too early: " + reason
                + "; what came before is not complete",
            {}};
}

} // namespace homeward::engine

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "upstream/http1_response_reader.h"

#include <QTcpSocket>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace homeward::testing {

/// An answer that a RawClient read.
struct RawAnswer
{
    upstream::ResponseHead head;
    std::string body;
};

/// A client that sends exact bytes to a server in the test's own thread. Its waiting functions run
/// the event loop, so that the server can work meanwhile.
class RawClient
{
public:
    explicit RawClient(std::uint16_t port, const std::string &address = "127.0.0.1");
    ~RawClient();
    RawClient(const RawClient &) = delete;
    RawClient &operator=(const RawClient &) = delete;

    void send(std::string_view bytes);
    /// Each byte, or group of bytes, in a segment of its own.
    void sendSplit(std::string_view bytes, std::size_t length = 1);
    void close();
    void finishWriting();
    void reset();
    /// While off, the server's bytes stop at the system's buffers.
    void setReading(bool isReading);

    /// Everything that came and was not taken by readAnswer().
    const std::string &received();
    bool isClosed() const;
    bool waitForBytes(std::size_t count, std::chrono::milliseconds limit = defaultLimit);
    bool waitForText(std::string_view text, std::chrono::milliseconds limit = defaultLimit);
    bool waitForClose(std::chrono::milliseconds limit = defaultLimit);
    /// The next answer, read strictly and taken off what was received; nothing when it is broken
    /// or does not come. An interim answer is skipped.
    std::optional<RawAnswer> readAnswer(upstream::AnswerTo method = upstream::AnswerTo::OtherMethod,
                                        std::chrono::milliseconds limit = defaultLimit);

private:
    static constexpr std::chrono::milliseconds defaultLimit{5000};

    QTcpSocket m_socket;
    std::string m_received;
    bool m_isReading = true;
};

} // namespace homeward::testing

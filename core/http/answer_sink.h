// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "http/answer_head.h"
#include "http/exchange.h"

#include <memory>
#include <optional>

namespace homeward::http {

class ClientConnection;

/// The Exchange of one request on a ClientConnection: writes the answer onto the socket itself,
/// with the framing that the client understands.
class AnswerSink final : public Exchange
{
public:
    AnswerSink(ClientConnection &connection, std::unique_ptr<Request> request);
    ~AnswerSink() override;

    const Request &request() const override { return *m_request; }
    void setObserver(ExchangeObserver *observer) override { m_observer = observer; }
    void sendHead(int status, const HeaderList &fields,
                  std::optional<std::uint64_t> contentLength) override;
    void sendBody(std::string_view bytes) override;
    void finish() override;
    void send(int status, const HeaderList &fields, SharedBytes body) override;
    void abort() override;
    void closeAfterwards() override { m_isLast = true; }
    std::size_t pendingOutput() const override;
    bool isHeadSent() const override { return m_isHeadSent; }

    // From the connection.
    void clientLeft();
    void drained();
    void connectionGone() { m_connection = nullptr; }
    /// The end of the connection tells the end of the body.
    bool endsWithConnection() const { return m_isHeadSent && m_framing == AnswerFraming::Close; }
    /// Of the body, once there is a head.
    std::optional<AnswerFraming> framing() const;

private:
    bool hasNoBody(int status) const;
    bool isLastAnswer() const;
    void sendChunk(std::string_view bytes);

    ClientConnection *m_connection;
    std::unique_ptr<Request> m_request;
    ExchangeObserver *m_observer = nullptr;
    AnswerFraming m_framing = AnswerFraming::Length;
    std::uint64_t m_bytesLeft = 0;
    bool m_isHeadSent = false;
    bool m_isLast = false;
};

} // namespace homeward::http

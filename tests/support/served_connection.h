// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/chunked_reader.h"
#include "support/scripted_server.h"

#include <QObject>
#include <QTcpSocket>

#include <memory>

namespace homeward::testing {

/// One connection of a ScriptedServer: reads requests and carries the answers.
class ServedConnection final : public QObject
{
public:
    ServedConnection(ScriptedServer &server, std::unique_ptr<QTcpSocket> socket, int number,
                     const ServerOptions &options);
    ~ServedConnection() override;

    QTcpSocket &socket() { return *m_socket; }
    void setReading(bool isReading);
    void close();
    void reset();
    void shutDown(int direction);

private:
    void readMore();
    bool readHead();
    bool readBody();
    void finishRequest();

    ScriptedServer &m_server;
    std::unique_ptr<QTcpSocket> m_socket;
    int m_number;
    bool m_isAnsweringAtHead;
    bool m_isReading;
    std::string m_input;
    RecordedRequest *m_request = nullptr;
    std::size_t m_bodyLeft = 0;
    bool m_isChunked = false;
    ChunkedReader m_chunks;
};

} // namespace homeward::testing

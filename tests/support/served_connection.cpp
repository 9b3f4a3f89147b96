// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/served_connection.h"

#include <algorithm>
#include <charconv>

#include <sys/socket.h>

namespace homeward::testing {

namespace {

/// The next part of a text before a separator; takes both off.
std::string_view takeUntil(std::string_view &text, std::string_view separator)
{
    const auto end = text.find(separator);
    const auto part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
    return part;
}

void readHeadInto(RecordedRequest &request)
{
    std::string_view rest = request.head;
    auto line = takeUntil(rest, "\r\n");
    request.method = takeUntil(line, " ");
    request.target = takeUntil(line, " ");
    request.version = line;
    for (line = takeUntil(rest, "\r\n"); !line.empty(); line = takeUntil(rest, "\r\n")) {
        const auto name = takeUntil(line, ":");
        while (line.starts_with(' '))
            line.remove_prefix(1);
        request.fields.append(name, line);
    }
}

} // namespace

ServedConnection::ServedConnection(ScriptedServer &server, std::unique_ptr<QTcpSocket> socket,
                                   int number, const ServerOptions &options)
    : m_server(server),
      m_socket(std::move(socket)),
      m_number(number),
      m_isAnsweringAtHead(options.isAnsweringAtHead),
      m_isReading(options.isReading)
{
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &ServedConnection::readMore);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, [this] {
        m_server.forget(this);
        deleteLater();
    });
    setReading(m_isReading);
}

ServedConnection::~ServedConnection()
{
    m_socket->disconnect(this);
}

void ServedConnection::setReading(bool isReading)
{
    m_isReading = isReading;
    // One byte is the least: 0 means no limit.
    m_socket->setReadBufferSize(isReading ? 0 : 1);
    if (isReading)
        QMetaObject::invokeMethod(this, &ServedConnection::readMore, Qt::QueuedConnection);
}

void ServedConnection::close()
{
    m_socket->disconnectFromHost();
}

void ServedConnection::reset()
{
    const linger atOnce{1, 0};
    ::setsockopt(int(m_socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    m_socket->abort();
}

void ServedConnection::shutDown(int direction)
{
    m_socket->flush();
    ::shutdown(int(m_socket->socketDescriptor()), direction);
}

void ServedConnection::readMore()
{
    if (!m_isReading)
        return;
    m_input += m_socket->readAll().toStdString();
    const QPointer<ServedConnection> self = this;
    while (self && !m_input.empty()) {
        const bool isGoingOn = m_request ? readBody() : readHead();
        if (!isGoingOn)
            return;
    }
}

/// False when more bytes are needed, or when this is gone.
bool ServedConnection::readHead()
{
    const auto end = m_input.find("\r\n\r\n");
    if (end == std::string::npos)
        return false;
    m_request = &m_server.newRequest(m_number);
    m_request->head = m_input.substr(0, end + 4);
    m_input.erase(0, end + 4);
    readHeadInto(*m_request);
    m_bodyLeft = 0;
    if (const auto length = m_request->fields.find("Content-Length"))
        std::from_chars(length->data(), length->data() + length->size(), m_bodyLeft);
    m_isChunked = m_request->fields.find("Transfer-Encoding").has_value();
    m_chunks.restart();
    const QPointer<ServedConnection> self = this;
    if (m_isAnsweringAtHead)
        m_server.answer(Exchange(this, m_request));
    if (!self)
        return false;
    if (m_bodyLeft == 0 && !m_isChunked)
        finishRequest();
    return self;
}

bool ServedConnection::readBody()
{
    const QPointer<ServedConnection> self = this;
    if (m_isChunked) {
        const ChunkedReader::Step step = m_chunks.next(m_input);
        m_request->body += step.data;
        m_input.erase(0, step.consumed);
        if (step.event == ChunkedReader::Event::End)
            finishRequest();
        return self && step.event != ChunkedReader::Event::Failed;
    }
    const std::size_t count = std::min(m_bodyLeft, m_input.size());
    m_request->body.append(m_input, 0, count);
    m_input.erase(0, count);
    m_bodyLeft -= count;
    if (m_bodyLeft == 0)
        finishRequest();
    return self;
}

void ServedConnection::finishRequest()
{
    RecordedRequest *request = m_request;
    m_request = nullptr;
    request->isComplete = true;
    if (!m_isAnsweringAtHead)
        m_server.answer(Exchange(this, request));
}

} // namespace homeward::testing

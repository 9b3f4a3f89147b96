// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/tcp_stream.h"

#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace homeward::net {

namespace {

bool isTemporary(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

} // namespace

TcpStream::TcpStream(Poller &poller, int descriptor) : m_poller(poller), m_descriptor(descriptor)
{
    m_poller.add(m_descriptor, this, m_interest);
}

TcpStream::~TcpStream()
{
    close();
}

std::size_t TcpStream::read(char *buffer, std::size_t capacity)
{
    if (m_descriptor < 0 || m_end)
        return 0;
    const ssize_t count = ::recv(m_descriptor, buffer, capacity, 0);
    if (count > 0)
        return std::size_t(count);
    if (count < 0 && isTemporary(errno))
        return 0;
    m_end = count == 0 && !m_hasFailed ? StreamEnd::PeerClosed : StreamEnd::Reset;
    // The end stays readable for ever: looking at it again would only spin.
    updateInterest();
    return 0;
}

void TcpStream::write(std::string_view first, std::string_view second)
{
    const std::size_t sent = sendNow(first, second);
    if (sent < first.size())
        m_output.append(first.substr(sent));
    m_output.append(second.substr(sent > first.size() ? sent - first.size() : 0));
    updateInterest();
}

void TcpStream::writeShared(std::string_view head, SharedBytes body)
{
    const std::string_view whole = body.view();
    const std::size_t sent = sendNow(head, whole);
    if (sent < head.size())
        m_output.append(head.substr(sent));
    m_output.append(body.part(whole.substr(sent > head.size() ? sent - head.size() : 0)));
    updateInterest();
}

std::size_t TcpStream::sendNow(std::string_view first, std::string_view second)
{
    if (m_descriptor < 0 || m_hasFailed)
        return first.size() + second.size();
    if (!m_output.isEmpty())
        return 0;
    std::array<iovec, 2> pieces{
        iovec{const_cast<char *>(first.data()), first.size()},
        iovec{const_cast<char *>(second.data()), second.size()},
    };
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = second.empty() ? 1 : 2;
    const ssize_t count = ::sendmsg(m_descriptor, &message, MSG_NOSIGNAL);
    if (count >= 0)
        return std::size_t(count);
    if (isTemporary(errno))
        return 0;
    fail();
    return first.size() + second.size();
}

bool TcpStream::flush()
{
    while (!m_output.isEmpty()) {
        const std::string_view next = m_output.front();
        const ssize_t count = ::send(m_descriptor, next.data(), next.size(), MSG_NOSIGNAL);
        if (count < 0) {
            if (!isTemporary(errno))
                fail();
            return false;
        }
        m_output.consume(std::size_t(count));
        if (std::size_t(count) < next.size())
            return false;
    }
    return true;
}

/// What could not be sent is dropped; the reader learns of the failure from the read side.
void TcpStream::fail()
{
    m_output.clear();
    m_isFinishing = false;
    m_hasFailed = true;
    ::shutdown(m_descriptor, SHUT_RDWR);
}

void TcpStream::setReading(bool isReading)
{
    if (m_isReading == isReading)
        return;
    m_isReading = isReading;
    updateInterest();
}

void TcpStream::finishWriting()
{
    if (m_descriptor < 0)
        return;
    m_isFinishing = true;
    if (m_output.isEmpty()) {
        ::shutdown(m_descriptor, SHUT_WR);
        m_isFinishing = false;
    }
}

void TcpStream::abort()
{
    if (m_descriptor < 0)
        return;
    m_output.clear();
    close();
}

int TcpStream::releaseDescriptor()
{
    const int descriptor = m_descriptor;
    if (descriptor >= 0 && m_isWatched)
        m_poller.remove(descriptor, this);
    m_descriptor = -1;
    return descriptor;
}

void TcpStream::close()
{
    const int descriptor = releaseDescriptor();
    if (descriptor >= 0)
        ::close(descriptor);
}

void TcpStream::updateInterest()
{
    if (m_descriptor < 0)
        return;
    const unsigned wanted = (m_isReading && !m_end ? unsigned(Readable) : 0)
        | (m_output.isEmpty() ? 0 : unsigned(Writable))
        | (m_end || m_hasToldHangUp ? 0 : unsigned(HungUp));
    if (wanted == m_interest && m_isWatched)
        return;
    m_interest = wanted;
    if (m_isWatched)
        m_poller.change(m_descriptor, this, wanted);
    else
        m_poller.add(m_descriptor, this, wanted);
    m_isWatched = true;
}

/// At most one call of the observer each time, as the last thing: it may destroy this stream. What
/// is left over is reported again, for the poller is level-triggered.
void TcpStream::descriptorReady(unsigned readiness)
{
    if (readiness & Writable && !m_output.isEmpty()) {
        const bool isDrained = flush();
        updateInterest();
        if (isDrained) {
            if (m_isFinishing)
                finishWriting();
            if (m_observer)
                m_observer->streamDrained();
            return;
        }
    }
    if (m_isReading && !m_end) {
        if (readiness & (Readable | HungUp) && m_observer)
            m_observer->streamReadable();
        return;
    }
    if (readiness & HungUp)
        tellHangUp();
}

void TcpStream::tellHangUp()
{
    if (!m_end && !m_hasToldHangUp) {
        m_hasToldHangUp = true;
        updateInterest();
        if (m_observer)
            m_observer->streamHungUp();
        return;
    }
    // Nobody asked for the closing of the peer's side any more: this is the end of both, which is
    // reported for as long as the descriptor is watched.
    m_poller.remove(m_descriptor, this);
    m_isWatched = false;
    if (!std::exchange(m_hasToldBreak, true) && m_observer)
        m_observer->streamBroke();
}

} // namespace homeward::net

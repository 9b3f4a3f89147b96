// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace homeward::net {

/// Why a descriptor's handler is called; a set of bits.
enum Readiness : unsigned {
    NotReady = 0,
    Readable = 1,
    Writable = 2,
    /// The peer closed its side. Where both sides are closed or the connection failed, it is
    /// reported even to those who did not ask.
    HungUp = 4,
};

class PollHandler
{
public:
    virtual ~PollHandler() = default;
    /// The handler may remove any registration and destroy any handler, itself included.
    virtual void descriptorReady(unsigned readiness) = 0;
};

/// Watches many descriptors for one thread, level-triggered, driven by that thread's Qt event loop.
///
/// On Linux all of them stand behind one epoll descriptor, so that a thousand idle streams cost
/// nothing; Qt's own notifiers cost time for each descriptor in every turn of the loop. Elsewhere,
/// and in tests, each descriptor has a QSocketNotifier pair.
class Poller
{
public:
    enum class Kind { Best, Notifiers };
    static std::unique_ptr<Poller> create(Kind kind = Kind::Best);

    virtual ~Poller() = default;

    virtual void add(int descriptor, PollHandler *handler, unsigned interest) = 0;
    virtual void change(int descriptor, PollHandler *handler, unsigned interest) = 0;
    /// After this the handler is not called any more, not even for what was already reported.
    virtual void remove(int descriptor, PollHandler *handler) = 0;

    /// Runs the task after the handlers of this turn, in the order of the calls.
    virtual void defer(std::function<void()> task) = 0;

    /// A buffer for one read at a time: whoever is called may use it until it returns.
    std::array<char, 65536> &scratch() { return m_scratch; }

private:
    std::array<char, 65536> m_scratch;
};

} // namespace homeward::net

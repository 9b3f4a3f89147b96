// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/byte_stream.h"
#include "net/deadline.h"
#include "net/ip_address.h"
#include "net/poller.h"
#include "net/proxy_settings.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::net {

/// How the other side of a TLS connection proves who it is.
struct TlsClientOptions
{
    bool isTls = false;
    /// A PEM file of authorities; empty means the system's.
    std::string caFile;
    /// SHA-256 of the certificate (DER) in hexadecimal digits; then nothing else is checked.
    std::string pinnedSha256;

    bool operator==(const TlsClientOptions &) const = default;
};

struct ConnectTarget
{
    /// A name or an address literal without brackets.
    std::string host;
    std::uint16_t port = 0;
    TlsClientOptions tls;
};

struct ConnectFailure
{
    enum class Stage { Resolve, Connect, Tls };
    Stage stage = Stage::Connect;
    /// True when a machine answered that nothing listens there.
    bool isRefused = false;
    /// What happened, without the address.
    std::string reason;
};

/// Shared by all connections of one thread.
struct ConnectEnvironment
{
    Poller &poller;
    DeadlineQueue &deadlines;
    ProxySettings proxies;
};

/// One attempt to connect to a host: resolves its name, tries all addresses (a second one is
/// started when the first takes longer than 250 ms; RFC 8305, section 5), and does the TLS
/// handshake. The caller sets the time limit by destroying it, which cancels.
class Connector
{
public:
    using Succeed = std::function<void(std::unique_ptr<ByteStream>)>;
    using Fail = std::function<void(const ConnectFailure &)>;

    /// Begins at once; exactly one of the two functions is called, later, never from in here.
    Connector(const ConnectEnvironment &environment, const ConnectTarget &target, Succeed succeed,
              Fail fail);
    ~Connector();
    Connector(const Connector &) = delete;
    Connector &operator=(const Connector &) = delete;

    /// How far it has come; tells what a time limit interrupted.
    ConnectFailure::Stage stage() const;

private:
    class Attempt;
    std::unique_ptr<Attempt> m_attempt;
};

} // namespace homeward::net

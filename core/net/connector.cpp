// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/connector.h"

#include "net/name_lookup.h"
#include "net/proxy_tunnel.h"
#include "net/qt_socket_stream.h"
#include "net/socket_address.h"
#include "net/tcp_stream.h"

#include <QCryptographicHash>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslSocket>
#include <QTimer>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <unistd.h>

namespace homeward::net {

namespace {

/// RFC 8305, section 5: the recommended delay before the next address is tried too.
constexpr std::chrono::milliseconds attemptDelay{250};

using Stage = ConnectFailure::Stage;

QString qtText(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Where nobody listens on a port of those that the system gives to outgoing connections, a
/// connection may by chance be given that very port, and meets itself (RFC 9293, section 3.5).
bool isConnectedToItself(int descriptor)
{
    SocketAddress ours;
    SocketAddress theirs;
    ours.length = theirs.length = sizeof ours.storage;
    return ::getsockname(descriptor, ours.get(), &ours.length) == 0
        && ::getpeername(descriptor, theirs.get(), &theirs.length) == 0
        && endpointFromSocketAddress(ours) == endpointFromSocketAddress(theirs);
}

/// One address being tried.
class AddressTry final : private PollHandler
{
public:
    using Finish = std::function<void(AddressTry &, int error)>;

    AddressTry(Poller &poller, int descriptor, Finish finish)
        : m_poller(poller),
          m_descriptor(descriptor),
          m_finish(std::move(finish))
    {
        m_poller.add(m_descriptor, this, Writable);
    }
    ~AddressTry() override
    {
        const int descriptor = release();
        if (descriptor >= 0)
            ::close(descriptor);
    }
    Q_DISABLE_COPY_MOVE(AddressTry)

    int descriptor() const { return m_descriptor; }
    int release()
    {
        const int descriptor = m_descriptor;
        if (descriptor >= 0)
            m_poller.remove(descriptor, this);
        m_descriptor = -1;
        return descriptor;
    }

private:
    void descriptorReady(unsigned) override
    {
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
        const auto finish = m_finish;
        finish(*this, error);
    }

    Poller &m_poller;
    int m_descriptor;
    Finish m_finish;
};

} // namespace

class Connector::Attempt final : public QObject
{
public:
    Attempt(const ConnectEnvironment &environment, const ConnectTarget &target, Succeed succeed,
            Fail fail)
        : m_environment(environment),
          m_target(target),
          m_proxy(proxyFor(environment.proxies, target.tls.isTls, target.host)),
          m_succeed(std::move(succeed)),
          m_fail(std::move(fail)),
          m_nextAddress(environment.deadlines, [this] { tryNextAddress(); })
    { }
    ~Attempt() override { dropSocket(); }
    Q_DISABLE_COPY_MOVE(Attempt)

    void start()
    {
        const std::string &host = m_proxy ? m_proxy->host : m_target.host;
        m_addresses = addressesKnownFor(host);
        if (!m_addresses.empty())
            return tryNextAddress();
        m_stage = m_proxy ? Stage::Connect : Stage::Resolve;
        lookUpName(host, this, [this](const std::vector<IpAddress> &found) {
            m_addresses = found;
            if (m_addresses.empty())
                return fail(m_stage, "the host name could not be resolved");
            tryNextAddress();
        });
    }

    Stage stage() const { return m_stage; }

private:
    void tryNextAddress()
    {
        m_stage = Stage::Connect;
        const std::uint16_t port = m_proxy ? m_proxy->port : m_target.port;
        while (m_tried < m_addresses.size()) {
            const Endpoint endpoint{m_addresses[m_tried++], port};
            const int descriptor = newTcpSocket(endpoint.address);
            const SocketAddress address = toSocketAddress(endpoint);
            if (descriptor >= 0
                && (::connect(descriptor, address.get(), address.length) == 0
                    || errno == EINPROGRESS)) {
                m_tries.push_back(std::make_unique<AddressTry>(
                    m_environment.poller, descriptor,
                    [this](AddressTry &which, int error) { finishTry(which, error); }));
                if (m_tried < m_addresses.size())
                    m_nextAddress.setAfter(attemptDelay);
                return;
            }
            noteError(errno);
            if (descriptor >= 0)
                ::close(descriptor);
        }
        // Nothing could even begin: tell it from the event loop, as every other end.
        if (m_tries.empty())
            failLater(Stage::Connect, m_connectProblem);
    }

    /// Of several addresses one that refused says most: the machine is there, the server is not.
    void noteError(int error)
    {
        if (m_isRefused)
            return;
        m_isRefused = error == ECONNREFUSED && !m_proxy;
        m_connectProblem = error == ECONNREFUSED ? "connection refused" : std::strerror(error);
    }

    void finishTry(AddressTry &which, int error)
    {
        const auto place = std::find_if(m_tries.begin(), m_tries.end(),
                                        [&](const auto &one) { return one.get() == &which; });
        const std::unique_ptr<AddressTry> finished = std::move(*place);
        m_tries.erase(place);
        if (error == 0 && isConnectedToItself(finished->descriptor()))
            error = ECONNREFUSED;
        if (error == 0) {
            m_tries.clear();
            m_nextAddress.clear();
            useConnection(finished->release());
            return;
        }
        noteError(error);
        if (m_tried < m_addresses.size())
            tryNextAddress();
        else if (m_tries.empty())
            fail(Stage::Connect, m_connectProblem);
    }

    void useConnection(int descriptor)
    {
        if (!m_proxy)
            return useRoute(descriptor);
        m_tunnel = std::make_unique<ProxyTunnel>(m_environment.poller, descriptor, *m_proxy,
                                                 m_target.host, m_target.port,
                                                 [this](const std::string &problem) {
                                                     if (!problem.empty())
                                                         return fail(Stage::Connect, problem);
                                                     const auto tunnel = std::move(m_tunnel);
                                                     useRoute(tunnel->releaseDescriptor());
                                                 });
    }

    /// The bytes reach the target from here on.
    void useRoute(int descriptor)
    {
        if (!m_target.tls.isTls)
            return succeed(std::make_unique<TcpStream>(m_environment.poller, descriptor));
        m_stage = Stage::Tls;
        m_socket = std::make_unique<QSslSocket>();
        if (!m_socket->setSocketDescriptor(descriptor)) {
            ::close(descriptor);
            return fail(Stage::Tls, "the connection could not be handed to the TLS library");
        }
        startTls();
    }

    void startTls()
    {
        auto configuration = QSslConfiguration::defaultConfiguration();
        if (!m_target.tls.caFile.empty()) {
            const auto authorities = QSslCertificate::fromPath(qtText(m_target.tls.caFile));
            if (authorities.isEmpty()) {
                return failLater(Stage::Tls,
                                 "the file of authorities (caFile) holds no certificate");
            }
            configuration.setCaCertificates(authorities);
        }
        configuration.setPeerVerifyMode(m_target.tls.pinnedSha256.empty() ? QSslSocket::VerifyPeer
                                                                          : QSslSocket::VerifyNone);
        m_socket->setSslConfiguration(configuration);
        m_socket->setPeerVerifyName(qtText(m_target.host));
        connect(m_socket.get(), &QSslSocket::encrypted, this, [this] { finishTls(); });
        connect(m_socket.get(), &QSslSocket::sslErrors, this,
                [this](const QList<QSslError> &errors) {
                    if (!errors.isEmpty())
                        m_tlsProblem = errors.first().errorString().toStdString();
                });
        connect(m_socket.get(), &QSslSocket::disconnected, this, [this] { failTls(); });
        connect(m_socket.get(), &QSslSocket::errorOccurred, this, [this] { failTls(); });
        m_socket->startClientEncryption();
    }

    void failTls()
    {
        if (m_tlsProblem.empty())
            m_tlsProblem = m_socket->errorString().toStdString();
        failLater(Stage::Tls, m_tlsProblem);
    }

    void finishTls()
    {
        const auto &pinned = m_target.tls.pinnedSha256;
        if (!pinned.empty()) {
            const QByteArray digest
                = m_socket->peerCertificate().digest(QCryptographicHash::Sha256).toHex();
            if (digest != QByteArray::fromStdString(pinned).toLower().replace(':', "")) {
                m_socket->disconnect(this);
                return failLater(Stage::Tls, "the server's certificate is not the pinned one");
            }
        }
        m_socket->disconnect(this);
        succeed(std::make_unique<QtSocketStream>(std::move(m_socket)));
    }

    /// The receiver may destroy this attempt: nothing may follow.
    void succeed(std::unique_ptr<ByteStream> stream)
    {
        const auto receiver = std::move(m_succeed);
        receiver(std::move(stream));
    }

    void fail(Stage stage, const std::string &reason)
    {
        if (m_hasFailed)
            return;
        m_hasFailed = true;
        const auto receiver = std::move(m_fail);
        const ConnectFailure failure{stage, stage == Stage::Connect && m_isRefused, reason};
        receiver(failure);
    }

    void failLater(Stage stage, const std::string &reason)
    {
        QTimer::singleShot(0, this, [this, stage, reason] { fail(stage, reason); });
    }

    /// This may be inside one of the socket's signals.
    void dropSocket()
    {
        if (!m_socket)
            return;
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater();
    }

    ConnectEnvironment m_environment;
    ConnectTarget m_target;
    std::optional<ForwardProxy> m_proxy;
    Succeed m_succeed;
    Fail m_fail;
    Stage m_stage = Stage::Connect;
    std::vector<IpAddress> m_addresses;
    std::size_t m_tried = 0;
    std::vector<std::unique_ptr<AddressTry>> m_tries;
    Deadline m_nextAddress;
    std::string m_connectProblem;
    bool m_isRefused = false;
    std::unique_ptr<ProxyTunnel> m_tunnel;
    std::unique_ptr<QSslSocket> m_socket;
    std::string m_tlsProblem;
    bool m_hasFailed = false;
};

Connector::Connector(const ConnectEnvironment &environment, const ConnectTarget &target,
                     Succeed succeed, Fail fail)
    : m_attempt(std::make_unique<Attempt>(environment, target, std::move(succeed), std::move(fail)))
{
    m_attempt->start();
}

Connector::~Connector() = default;

ConnectFailure::Stage Connector::stage() const
{
    return m_attempt->stage();
}

} // namespace homeward::net

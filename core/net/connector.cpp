// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/connector.h"

#include "net/qt_socket_stream.h"
#include "net/socket_address.h"
#include "net/tcp_stream.h"

#include <QCryptographicHash>
#include <QFile>
#include <QHostInfo>
#include <QNetworkProxy>
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

QString qtText(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

ConnectFailure tlsFailure(std::string reason)
{
    return ConnectFailure{ConnectFailure::Stage::Tls, false, std::move(reason)};
}

/// `localhost` is this machine whatever a resolver says (RFC 6761, section 6.3).
std::vector<IpAddress> addressesKnownFor(std::string_view host)
{
    if (const auto literal = ipAddressFromText(host))
        return {*literal};
    if (host == "localhost" || host.ends_with(".localhost"))
        return {*ipAddressFromText("127.0.0.1"), *ipAddressFromText("::1")};
    return {};
}

/// RFC 8305, section 4: the families take turns, in the order that the resolver gave.
std::vector<IpAddress> interlaced(const QList<QHostAddress> &found)
{
    std::vector<IpAddress> first;
    std::vector<IpAddress> second;
    for (const QHostAddress &address : found) {
        const auto ours = ipAddressFromText(address.toString().toStdString());
        if (!ours)
            continue;
        const bool isFirstFamily = first.empty() || first.front().isIpv4() == ours->isIpv4();
        (isFirstFamily ? first : second).push_back(*ours);
    }
    std::vector<IpAddress> result;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size())
            result.push_back(first[i]);
        if (i < second.size())
            result.push_back(second[i]);
    }
    return result;
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
          m_succeed(std::move(succeed)),
          m_fail(std::move(fail)),
          m_nextAddress(environment.deadlines, [this] { tryNextAddress(); })
    { }
    ~Attempt() override { dropSocket(); }
    Q_DISABLE_COPY_MOVE(Attempt)

    void start()
    {
        if (const auto proxy = proxyFor(m_environment.proxies, m_target.tls.isTls, m_target.host)) {
            connectThroughProxy(*proxy);
            return;
        }
        m_addresses = addressesKnownFor(m_target.host);
        if (m_addresses.empty())
            resolve();
        else
            tryNextAddress();
    }

    ConnectFailure::Stage stage() const { return m_stage; }

private:
    void resolve()
    {
        m_stage = ConnectFailure::Stage::Resolve;
        QHostInfo::lookupHost(qtText(m_target.host), this, [this](const QHostInfo &answer) {
            m_addresses = interlaced(answer.addresses());
            if (m_addresses.empty()) {
                fail(ConnectFailure{ConnectFailure::Stage::Resolve, false,
                                    "the host name could not be resolved"});
                return;
            }
            tryNextAddress();
        });
    }

    void tryNextAddress()
    {
        m_stage = ConnectFailure::Stage::Connect;
        while (m_tried < m_addresses.size()) {
            const Endpoint endpoint{m_addresses[m_tried++], m_target.port};
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
            QTimer::singleShot(0, this, [this] { fail(m_failure); });
    }

    void noteError(int error)
    {
        m_failure = ConnectFailure{ConnectFailure::Stage::Connect, error == ECONNREFUSED,
                                   error == ECONNREFUSED ? std::string("connection refused")
                                                         : std::string(std::strerror(error))};
    }

    void finishTry(AddressTry &which, int error)
    {
        const auto place = std::find_if(m_tries.begin(), m_tries.end(),
                                        [&](const auto &one) { return one.get() == &which; });
        const std::unique_ptr<AddressTry> finished = std::move(*place);
        m_tries.erase(place);
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
            fail(m_failure);
    }

    void useConnection(int descriptor)
    {
        if (!m_target.tls.isTls) {
            succeed(std::make_unique<TcpStream>(m_environment.poller, descriptor));
            return;
        }
        auto socket = std::make_unique<QSslSocket>();
        if (!socket->setSocketDescriptor(descriptor)) {
            ::close(descriptor);
            fail(tlsFailure("the connection could not be handed to the TLS library"));
            return;
        }
        QSslSocket *tls = socket.get();
        m_socket = std::move(socket);
        if (prepareTls(*tls))
            tls->startClientEncryption();
    }

    void connectThroughProxy(const ForwardProxy &proxy)
    {
        m_stage = ConnectFailure::Stage::Connect;
        auto socket
            = m_target.tls.isTls ? std::make_unique<QSslSocket>() : std::make_unique<QTcpSocket>();
        socket->setProxy(QNetworkProxy(QNetworkProxy::HttpProxy, qtText(proxy.host), proxy.port,
                                       qtText(proxy.user), qtText(proxy.password)));
        QTcpSocket *plain = socket.get();
        m_socket = std::move(socket);
        connect(plain, &QTcpSocket::errorOccurred, this, [this] {
            QTimer::singleShot(0, this, [this] {
                fail(ConnectFailure{m_stage, false, m_socket->errorString().toStdString()});
            });
        });
        if (auto *tls = qobject_cast<QSslSocket *>(plain)) {
            connect(tls, &QSslSocket::connected, this,
                    [this] { m_stage = ConnectFailure::Stage::Tls; });
            if (prepareTls(*tls))
                tls->connectToHostEncrypted(qtText(m_target.host), m_target.port);
            return;
        }
        connect(plain, &QTcpSocket::connected, this, [this] { succeedWithSocket(); });
        plain->connectToHost(qtText(m_target.host), m_target.port);
    }

    bool prepareTls(QSslSocket &socket)
    {
        m_stage = ConnectFailure::Stage::Tls;
        auto configuration = QSslConfiguration::defaultConfiguration();
        if (!m_target.tls.caFile.empty()) {
            const auto authorities = QSslCertificate::fromPath(qtText(m_target.tls.caFile));
            if (authorities.isEmpty()) {
                QTimer::singleShot(0, this, [this] {
                    fail(tlsFailure("the file of authorities (caFile) holds no certificate"));
                });
                return false;
            }
            configuration.setCaCertificates(authorities);
        }
        configuration.setPeerVerifyMode(m_target.tls.pinnedSha256.empty() ? QSslSocket::VerifyPeer
                                                                          : QSslSocket::VerifyNone);
        socket.setSslConfiguration(configuration);
        socket.setPeerVerifyName(qtText(m_target.host));
        connect(&socket, &QSslSocket::encrypted, this, [this] { finishTls(); });
        connect(&socket, &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
            if (!errors.isEmpty())
                m_tlsReason = errors.first().errorString().toStdString();
        });
        connect(&socket, &QSslSocket::disconnected, this, [this] { failTlsLater(); });
        connect(&socket, &QSslSocket::errorOccurred, this, [this] { failTlsLater(); });
        return true;
    }

    void failTlsLater()
    {
        if (m_tlsReason.empty())
            m_tlsReason = m_socket->errorString().toStdString();
        QTimer::singleShot(0, this, [this] { fail(tlsFailure(m_tlsReason)); });
    }

    void finishTls()
    {
        const auto &pinned = m_target.tls.pinnedSha256;
        if (!pinned.empty()) {
            const auto *tls = qobject_cast<QSslSocket *>(m_socket.get());
            const QByteArray digest
                = tls->peerCertificate().digest(QCryptographicHash::Sha256).toHex();
            if (digest != QByteArray::fromStdString(pinned).toLower().replace(':', "")) {
                m_socket->disconnect(this);
                m_tlsReason = "the server's certificate is not the pinned one";
                failTlsLater();
                return;
            }
        }
        succeedWithSocket();
    }

    void succeedWithSocket()
    {
        m_socket->disconnect(this);
        succeed(std::make_unique<QtSocketStream>(std::move(m_socket)));
    }

    /// The receiver may destroy this attempt: nothing may follow.
    void succeed(std::unique_ptr<ByteStream> stream)
    {
        const auto receiver = std::move(m_succeed);
        receiver(std::move(stream));
    }

    void fail(const ConnectFailure &failure)
    {
        if (m_hasFailed)
            return;
        m_hasFailed = true;
        const auto receiver = std::move(m_fail);
        const ConnectFailure copy = failure;
        receiver(copy);
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
    Succeed m_succeed;
    Fail m_fail;
    ConnectFailure::Stage m_stage = ConnectFailure::Stage::Connect;
    std::vector<IpAddress> m_addresses;
    std::size_t m_tried = 0;
    std::vector<std::unique_ptr<AddressTry>> m_tries;
    Deadline m_nextAddress;
    ConnectFailure m_failure;
    std::unique_ptr<QTcpSocket> m_socket;
    std::string m_tlsReason;
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

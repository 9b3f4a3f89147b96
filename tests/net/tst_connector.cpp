// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/connector.h"
#include "support/scripted_server.h"
#include "support/test_certificates.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <vector>

using namespace homeward;
using namespace homeward::net;
using namespace homeward::testing;
using namespace std::chrono_literals;

/// Names and addresses, TLS, and the way through a proxy.
class TestConnector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connects_data();
    void connects();
    void triesASecondAddressWhenTheFirstTakesLong();
    void tellsWhyNot_data();
    void tellsWhyNot();
    void checksCertificates_data();
    void checksCertificates();
    void failsWhereThereIsNoTls();
    void tellsHowFarItCame();
    void cancelsWhenDestroyed();
    void mayBeDestroyedFromInside();
    void asksAProxy_data();
    void asksAProxy();
    void readsBadProxies_data();
    void readsBadProxies();
    void goesToItsOwnMachineWithoutAProxy();
    void doesTlsThroughAProxy();
};

namespace {

struct Connecting
{
    explicit Connecting(const ConnectTarget &target, const ProxySettings &proxies = {})
        : connector(std::make_unique<Connector>(
            ConnectEnvironment{*poller, deadlines, proxies}, target,
            [this](std::unique_ptr<ByteStream> made) {
                stream = std::move(made);
                react();
            },
            [this](const ConnectFailure &failed) {
                failure = failed;
                react();
            }))
    { }

    /// `connected`, `resolve`, `connect`, `refused` or `tls`.
    std::string end()
    {
        if (!QTest::qWaitFor([this] { return stream || failure; }))
            return "no end";
        if (stream)
            return "connected";
        switch (failure->stage) {
        case ConnectFailure::Stage::Resolve:
            return "resolve";
        case ConnectFailure::Stage::Connect:
            return failure->isRefused ? "refused" : "connect";
        case ConnectFailure::Stage::Tls:
            return "tls";
        }
        return {};
    }

    ManualClock clock;
    DeadlineQueue deadlines{clock};
    std::unique_ptr<Poller> poller = Poller::create();
    std::unique_ptr<ByteStream> stream;
    std::optional<ConnectFailure> failure;
    std::function<void()> react = [] {};
    std::unique_ptr<Connector> connector;
};

ProxySettings proxyAt(std::uint16_t port, std::string user = {}, std::string password = {})
{
    const ForwardProxy proxy{.host = "127.0.0.1",
                             .port = port,
                             .user = std::move(user),
                             .password = std::move(password)};
    return ProxySettings{.http = proxy, .https = proxy, .exceptions = {}};
}

/// A proxy that opens every tunnel, whatever it is asked for, to one port of this machine.
class TunnelProxy final : public QTcpServer
{
public:
    explicit TunnelProxy(std::uint16_t target)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this, target] {
            QTcpSocket *client = nextPendingConnection();
            auto *server = new QTcpSocket(client);
            server->connectToHost(QHostAddress::LocalHost, target);
            connect(server, &QTcpSocket::readyRead, client,
                    [client, server] { client->write(server->readAll()); });
            connect(client, &QTcpSocket::readyRead, server, [this, client, server] {
                const QByteArray bytes = client->readAll();
                if (!head.isEmpty()) {
                    server->write(bytes);
                    return;
                }
                head = bytes;
                client->write("HTTP/1.1 200 OK\r\n\r\n");
            });
        });
    }

    QByteArray head;
};

} // namespace

void TestConnector::connects_data()
{
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("serverAddress");

    QTest::newRow("IPv4") << std::string("127.0.0.1") << std::string("127.0.0.1");
    QTest::newRow("IPv6") << std::string("::1") << std::string("::1");
    // cases.md, A25: whichever family the server listens on.
    QTest::newRow("a name, IPv4 only") << std::string("localhost") << std::string("127.0.0.1");
    QTest::newRow("a name, IPv6 only") << std::string("localhost") << std::string("::1");
    QTest::newRow("a name below localhost") << std::string("x.localhost") << std::string("::1");
}

void TestConnector::connects()
{
    QFETCH(std::string, host);
    QFETCH(std::string, serverAddress);

    ScriptedServer server(ServerOptions{.address = serverAddress, .tls = {}});
    Connecting connecting({.host = host, .port = server.port(), .tls = {}});
    QVERIFY(!connecting.stream && !connecting.failure);
    QCOMPARE(connecting.end(), std::string("connected"));
    connecting.stream->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_COMPARE(server.requests().size(), std::size_t(1));
}

/// RFC 8305, section 5.
void TestConnector::triesASecondAddressWhenTheFirstTakesLong()
{
    SilentPort silent;
    ScriptedServer server(ServerOptions{.address = "::1", .port = silent.port(), .tls = {}});
    QCOMPARE(server.port(), silent.port());
    Connecting connecting({.host = "localhost", .port = silent.port(), .tls = {}});
    connecting.clock.advance(249ms);
    connecting.deadlines.runDue();
    // Another connection is there before this one has begun.
    Connecting other({.host = "::1", .port = server.port(), .tls = {}});
    QCOMPARE(other.end(), std::string("connected"));
    QTRY_COMPARE(server.connectionCount(), 1);
    QVERIFY(!connecting.stream);
    connecting.clock.advance(1ms);
    connecting.deadlines.runDue();
    QCOMPARE(connecting.end(), std::string("connected"));
    QTRY_COMPARE(server.connectionCount(), 2);
}

void TestConnector::tellsWhyNot_data()
{
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("wanted");

    QTest::newRow("refused") << std::string("127.0.0.1") << std::string("refused");
    QTest::newRow("refused at all addresses") << std::string("localhost") << std::string("refused");
    QTest::newRow("unreachable") << std::string("255.255.255.255") << std::string("connect");
    QTest::newRow("no such name") << std::string("no..name") << std::string("resolve");
}

void TestConnector::tellsWhyNot()
{
    QFETCH(std::string, host);
    QFETCH(std::string, wanted);

    // Both families, so that nobody else can have the port on either.
    ScriptedServer server;
    ScriptedServer sixth(ServerOptions{.address = "::1", .port = server.port(), .tls = {}});
    server.refuse();
    sixth.refuse();
    Connecting connecting({.host = host, .port = server.port(), .tls = {}});
    // Never from inside the constructor.
    QVERIFY(!connecting.failure);
    QCOMPARE(connecting.end(), wanted);
    QVERIFY(!connecting.failure->reason.empty());
    QVERIFY(connecting.failure->reason.find(host) == std::string::npos);
}

void TestConnector::checksCertificates_data()
{
    QTest::addColumn<std::string>("certificate");
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("caFile");
    QTest::addColumn<std::string>("pin");
    QTest::addColumn<std::string>("wanted");

    const auto row = [](const char *name, const char *certificate, const char *host,
                        const std::string &caFile, const std::string &pin, const char *wanted) {
        QTest::newRow(name) << std::string(certificate) << std::string(host) << caFile << pin
                            << std::string(wanted);
    };
    const std::string authority = certificateFile("authority.pem");
    const std::string pin = fingerprintOf("elsewhere");
    std::string spelled;
    for (std::size_t i = 0; i < pin.size(); ++i) {
        spelled += char(pin[i] >= 'a' ? pin[i] - 'a' + 'A' : pin[i]);
        spelled += i % 2 == 1 && i + 1 < pin.size() ? ":" : "";
    }
    row("an address", "server", "127.0.0.1", authority, "", "connected");
    row("a name", "server", "localhost", authority, "", "connected");
    row("another authority", "server", "127.0.0.1", certificateFile("stranger.pem"), "", "tls");
    row("the system's authorities", "server", "127.0.0.1", "", "", "tls");
    row("another name", "elsewhere", "127.0.0.1", authority, "", "tls");
    row("pinned, whatever its name and authority", "elsewhere", "127.0.0.1", "", pin, "connected");
    row("pinned, in another spelling", "elsewhere", "127.0.0.1", "", spelled, "connected");
    row("another one is pinned", "server", "127.0.0.1", "", pin, "tls");
    row("another one is pinned, authority or not", "server", "127.0.0.1", authority, pin, "tls");
    row("a pin that is none", "server", "127.0.0.1", "", "00", "tls");
    row("no file of authorities", "server", "127.0.0.1", certificateFile("none.pem"), "", "tls");
    row("a file without any", "server", "127.0.0.1", certificateFile("server.key"), "", "tls");
}

void TestConnector::checksCertificates()
{
    QFETCH(std::string, certificate);
    QFETCH(std::string, host);
    QFETCH(std::string, caFile);
    QFETCH(std::string, pin);
    QFETCH(std::string, wanted);

    ScriptedServer server(ServerOptions{.tls = serverTls(certificate)});
    Connecting connecting({.host = host,
                           .port = server.port(),
                           .tls = {.isTls = true, .caFile = caFile, .pinnedSha256 = pin}});
    QCOMPARE(connecting.end(), wanted);
    if (connecting.stream) {
        connecting.stream->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        QTRY_COMPARE(server.requests().size(), std::size_t(1));
    } else {
        QVERIFY(!connecting.failure->reason.empty());
        connecting.connector.reset();
        QTRY_COMPARE(server.openConnectionCount(), 0);
        QCOMPARE(server.requests().size(), std::size_t(0));
    }
}

void TestConnector::failsWhereThereIsNoTls()
{
    ScriptedServer server;
    Connecting connecting(
        {.host = "127.0.0.1", .port = server.port(), .tls = {.isTls = true, .caFile = {}}});
    QTRY_COMPARE(server.openConnectionCount(), 1);
    server.dropConnections();
    QCOMPARE(connecting.end(), std::string("tls"));
}

void TestConnector::tellsHowFarItCame()
{
    SilentPort silent;
    Connecting connecting({.host = "127.0.0.1", .port = silent.port(), .tls = {}});
    QVERIFY(connecting.connector->stage() == ConnectFailure::Stage::Connect);

    ScriptedServer plain;
    Connecting handshake(
        {.host = "127.0.0.1", .port = plain.port(), .tls = {.isTls = true, .caFile = {}}});
    QTRY_VERIFY(handshake.connector->stage() == ConnectFailure::Stage::Tls);

    Connecting lookup({.host = "no..name", .port = 1, .tls = {}});
    QVERIFY(lookup.connector->stage() == ConnectFailure::Stage::Resolve);
}

void TestConnector::cancelsWhenDestroyed()
{
    ScriptedServer plain;
    Connecting handshake(
        {.host = "127.0.0.1", .port = plain.port(), .tls = {.isTls = true, .caFile = {}}});
    QTRY_VERIFY(handshake.connector->stage() == ConnectFailure::Stage::Tls);
    QTRY_COMPARE(plain.openConnectionCount(), 1);
    handshake.connector.reset();
    QTRY_COMPARE(plain.openConnectionCount(), 0);

    Connecting lookup({.host = "no..name", .port = 1, .tls = {}});
    lookup.connector.reset();
    Connecting second({.host = "no..name", .port = 1, .tls = {}});
    QCOMPARE(second.end(), std::string("resolve"));
    QVERIFY(!handshake.stream && !handshake.failure && !lookup.stream && !lookup.failure);
}

void TestConnector::mayBeDestroyedFromInside()
{
    ScriptedServer server;
    ScriptedServer encrypted(ServerOptions{.tls = serverTls()});
    ScriptedServer refusing;
    refusing.refuse();
    const std::string authority = certificateFile("authority.pem");
    const std::vector<std::pair<ConnectTarget, std::string>> cases{
        {{.host = "127.0.0.1", .port = server.port(), .tls = {}}, "connected"},
        {{.host = "127.0.0.1", .port = refusing.port(), .tls = {}}, "refused"},
        {{.host = "no..name", .port = 1, .tls = {}}, "resolve"},
        {{.host = "127.0.0.1",
          .port = encrypted.port(),
          .tls = {.isTls = true, .caFile = authority}},
         "connected"},
        {{.host = "127.0.0.1", .port = encrypted.port(), .tls = {.isTls = true, .caFile = {}}},
         "tls"},
    };
    for (const auto &[target, wanted] : cases) {
        Connecting connecting(target);
        connecting.react = [&] { connecting.connector.reset(); };
        QCOMPARE(connecting.end(), wanted);
        QVERIFY(!connecting.connector);
    }
}

void TestConnector::asksAProxy_data()
{
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("user");
    QTest::addColumn<std::string>("wantedHead");

    const std::string authority = "model.example:8000";
    QTest::newRow("a name") << std::string("model.example") << std::string()
                            << "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority
            + "\r\n\r\n";
    QTest::newRow("IPv6") << std::string("2001:db8::1") << std::string()
                          << std::string("CONNECT [2001:db8::1]:8000 HTTP/1.1\r\n"
                                         "Host: [2001:db8::1]:8000\r\n\r\n");
    QTest::newRow("credentials") << std::string("model.example") << std::string("me")
                                 << "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority
            + "\r\nProxy-Authorization: Basic bWU6aXQ=\r\n\r\n";
}

void TestConnector::asksAProxy()
{
    QFETCH(std::string, host);
    QFETCH(std::string, user);
    QFETCH(std::string, wantedHead);

    ScriptedServer proxy;
    proxy.then(raw({"HTTP/1.1 200 Connection", " established\r\nVia: x\r", "\n\r\n"}));
    Connecting connecting({.host = host, .port = 8000, .tls = {}},
                          proxyAt(proxy.port(), user, user.empty() ? "" : "it"));
    QCOMPARE(connecting.end(), std::string("connected"));
    QCOMPARE(proxy.requests().front().head, wantedHead);
    // What is sent from now on goes through the same connection.
    connecting.stream->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_COMPARE(proxy.requests().size(), std::size_t(2));
    QCOMPARE(proxy.connectionCount(), 1);
}

void TestConnector::readsBadProxies_data()
{
    QTest::addColumn<std::string>("answer");
    QTest::addColumn<bool>("isClosed");
    QTest::addColumn<std::string>("wanted");

    const auto row = [](const char *name, std::string answer, bool isClosed, const char *wanted) {
        QTest::newRow(name) << std::move(answer) << isClosed << std::string(wanted);
    };
    row("closed", "", true, "closed the connection");
    row("closed in the middle", "HTTP/1.1 200 OK\r\n", true, "closed the connection");
    row("credentials", "HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n", false, "(407)");
    row("refused", "HTTP/1.1 403 No\r\n\r\n", false, "(403)");
    row("no way", "HTTP/1.1 502 Bad\r\n\r\n", false, "(502)");
    row("not HTTP", "hello\r\n\r\n", false, "no tunnel");
    row("bytes ahead", "HTTP/1.1 200 OK\r\n\r\nx", false, "ahead of the tunnel");
    row("an endless head", "HTTP/1.1 200 OK\r\nA: " + std::string(20000, 'x'), false, "as a proxy");
}

void TestConnector::readsBadProxies()
{
    QFETCH(std::string, answer);
    QFETCH(bool, isClosed);
    QFETCH(std::string, wanted);

    ScriptedServer proxy;
    proxy.then(raw({answer}, isClosed ? Then::Close : Then::Keep));
    Connecting connecting({.host = "model.example", .port = 8000, .tls = {}},
                          proxyAt(proxy.port()));
    connecting.react = [&] { connecting.connector.reset(); };
    QCOMPARE(connecting.end(), std::string("connect"));
    QVERIFY2(connecting.failure->reason.find(wanted) != std::string::npos,
             connecting.failure->reason.c_str());
    QTRY_COMPARE(proxy.openConnectionCount(), 0);

    // A proxy that is not there says nothing of the server behind it.
    proxy.refuse();
    Connecting second({.host = "model.example", .port = 8000, .tls = {}}, proxyAt(proxy.port()));
    QCOMPARE(second.end(), std::string("connect"));
}

void TestConnector::goesToItsOwnMachineWithoutAProxy()
{
    ScriptedServer proxy;
    ScriptedServer server;
    for (const std::string host : {"127.0.0.1", "localhost"}) {
        Connecting connecting({.host = host, .port = server.port(), .tls = {}},
                              proxyAt(proxy.port()));
        QCOMPARE(connecting.end(), std::string("connected"));
    }
    QTRY_COMPARE(server.connectionCount(), 2);
    QCOMPARE(proxy.connectionCount(), 0);
}

void TestConnector::doesTlsThroughAProxy()
{
    ScriptedServer server(ServerOptions{.tls = serverTls("elsewhere")});
    TunnelProxy proxy(server.port());
    const TlsClientOptions tls{.isTls = true, .caFile = certificateFile("authority.pem")};
    Connecting connecting({.host = "elsewhere.example", .port = 443, .tls = tls},
                          proxyAt(proxy.serverPort()));
    QCOMPARE(connecting.end(), std::string("connected"));
    QVERIFY(proxy.head.startsWith("CONNECT elsewhere.example:443 HTTP/1.1\r\n"));
    connecting.stream->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_COMPARE(server.requests().size(), std::size_t(1));

    TunnelProxy second(server.port());
    Connecting wrong({.host = "model.example", .port = 443, .tls = tls},
                     proxyAt(second.serverPort()));
    QCOMPARE(wrong.end(), std::string("tls"));
}

QTEST_GUILESS_MAIN(TestConnector)
#include "tst_connector.moc"

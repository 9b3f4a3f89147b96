// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/tcp_listener.h"
#include "net/tcp_stream.h"
#include "support/raw_client.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <vector>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace homeward;
using namespace homeward::net;
using homeward::testing::RawClient;

class TestTcpListener : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void takesConnections_data();
    void takesConnections();
    void givesNonBlockingDescriptors();
    void saysWhichAddressIsTaken();
    void listensOnAUnixSocket();
    void replacesAStaleSocketFile();
    void leavesAloneWhatIsNotStale_data();
    void leavesAloneWhatIsNotStale();
    void refusesALongPath();
    void adoptsASocket();
    void adoptsNothingElse();
    void waitsForDescriptors();

private:
    TcpListener::Accept accept()
    {
        return [this](const Accepted &accepted) { m_accepted.push_back(accepted); };
    }
    std::string path() const { return m_folder.path().toStdString() + "/socket"; }

    QTemporaryDir m_folder;
    SystemClock m_clock;
    std::unique_ptr<DeadlineQueue> m_deadlines;
    std::unique_ptr<Poller> m_poller;
    std::vector<Accepted> m_accepted;
};

namespace {

sockaddr_un unixAddress(const std::string &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size());
    return address;
}

/// A connected socket, or -1.
int connectUnix(const std::string &path)
{
    const sockaddr_un address = unixAddress(path);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return descriptor;
    ::close(descriptor);
    return -1;
}

/// A socket file behind which nobody is any more.
void makeStaleSocket(const std::string &path)
{
    const sockaddr_un address = unixAddress(path);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    QCOMPARE(::bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    ::close(descriptor);
}

Endpoint freePort(const char *address)
{
    return Endpoint{*ipAddressFromText(address), 0};
}

} // namespace

void TestTcpListener::init()
{
    m_deadlines = std::make_unique<DeadlineQueue>(m_clock);
    m_poller = Poller::create();
}

void TestTcpListener::cleanup()
{
    for (const Accepted &accepted : m_accepted)
        ::close(accepted.descriptor);
    m_accepted.clear();
    ::unlink(path().c_str());
}

void TestTcpListener::takesConnections_data()
{
    QTest::addColumn<std::string>("address");

    QTest::newRow("IPv4") << std::string("127.0.0.1");
    QTest::newRow("IPv6") << std::string("::1");
}

void TestTcpListener::takesConnections()
{
    QFETCH(std::string, address);

    const auto listener
        = TcpListener::listen(*m_poller, *m_deadlines, freePort(address.c_str()), accept());
    QVERIFY(listener.hasValue());
    const Endpoint endpoint = (*listener)->endpoint();
    QVERIFY(endpoint.port != 0);
    RawClient first(endpoint.port, address);
    RawClient second(endpoint.port, address);
    QTRY_COMPARE(m_accepted.size(), std::size_t(2));
    for (const Accepted &accepted : m_accepted) {
        QCOMPARE(toText(accepted.peer.address), address);
        QVERIFY(accepted.peer.port != 0);
        QVERIFY(accepted.local == endpoint);
    }
}

void TestTcpListener::givesNonBlockingDescriptors()
{
    const auto listener
        = TcpListener::listen(*m_poller, *m_deadlines, freePort("127.0.0.1"), accept());
    RawClient client((*listener)->endpoint().port);
    QTRY_COMPARE(m_accepted.size(), std::size_t(1));
    QVERIFY(::fcntl(m_accepted.front().descriptor, F_GETFL) & O_NONBLOCK);
    QVERIFY(::fcntl(m_accepted.front().descriptor, F_GETFD) & FD_CLOEXEC);
}

void TestTcpListener::saysWhichAddressIsTaken()
{
    const auto first
        = TcpListener::listen(*m_poller, *m_deadlines, freePort("127.0.0.1"), accept());
    const Endpoint endpoint = (*first)->endpoint();
    const auto second = TcpListener::listen(*m_poller, *m_deadlines, endpoint, accept());
    QVERIFY(!second.hasValue());
    QVERIFY(second.error().kind == ErrorKind::Conflict);
    QVERIFY(second.error().message.find(toText(endpoint)) != std::string::npos);
}

void TestTcpListener::listensOnAUnixSocket()
{
    {
        const auto listener = TcpListener::listenUnix(*m_poller, *m_deadlines, path(), accept());
        QVERIFY(listener.hasValue());
        QCOMPARE((*listener)->unixPath(), path());
        struct stat found
        { };
        QCOMPARE(::stat(path().c_str(), &found), 0);
        QCOMPARE(found.st_mode & 0777, mode_t(0600));
        const int client = connectUnix(path());
        QVERIFY(client >= 0);
        QTRY_COMPARE(m_accepted.size(), std::size_t(1));
        QVERIFY(m_accepted.front().peer == Endpoint());
        ::close(client);
    }
    QVERIFY(::access(path().c_str(), F_OK) != 0);
}

void TestTcpListener::replacesAStaleSocketFile()
{
    makeStaleSocket(path());
    const auto listener = TcpListener::listenUnix(*m_poller, *m_deadlines, path(), accept());
    QVERIFY(listener.hasValue());
    const int client = connectUnix(path());
    QVERIFY(client >= 0);
    ::close(client);
}

void TestTcpListener::leavesAloneWhatIsNotStale_data()
{
    QTest::addColumn<bool>("isFile");

    QTest::newRow("a socket in use") << false;
    QTest::newRow("another kind of file") << true;
}

void TestTcpListener::leavesAloneWhatIsNotStale()
{
    QFETCH(bool, isFile);

    std::unique_ptr<TcpListener> other;
    if (isFile)
        ::close(::open(path().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    else
        other
            = std::move(TcpListener::listenUnix(*m_poller, *m_deadlines, path(), accept()).value());
    const auto listener = TcpListener::listenUnix(*m_poller, *m_deadlines, path(), accept());
    QVERIFY(!listener.hasValue());
    QVERIFY(listener.error().message.find(path()) != std::string::npos);
    QCOMPARE(::access(path().c_str(), F_OK), 0);
}

void TestTcpListener::refusesALongPath()
{
    const std::string longPath = '/' + std::string(sizeof(sockaddr_un::sun_path), 'x');
    const auto listener = TcpListener::listenUnix(*m_poller, *m_deadlines, longPath, accept());
    QVERIFY(!listener.hasValue());
}

void TestTcpListener::adoptsASocket()
{
    // As systemd hands it over: it blocks, and a child would inherit it.
    const sockaddr_un address = unixAddress(path());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    QCOMPARE(::bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    QCOMPARE(::listen(descriptor, 5), 0);
    const auto listener = TcpListener::adopt(*m_poller, *m_deadlines, descriptor, accept());
    QVERIFY(listener.hasValue());
    QVERIFY(::fcntl(descriptor, F_GETFL) & O_NONBLOCK);
    QVERIFY(::fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
    const int client = connectUnix(path());
    QTRY_COMPARE(m_accepted.size(), std::size_t(1));
    ::close(client);
}

void TestTcpListener::adoptsNothingElse()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    for (const int descriptor : {socket, file, -1}) {
        const auto listener = TcpListener::adopt(*m_poller, *m_deadlines, descriptor, accept());
        QVERIFY(!listener.hasValue());
    }
    ::close(socket);
    ::close(file);
}

/// Out of descriptors, it must neither spin nor forget the connections that wait.
void TestTcpListener::waitsForDescriptors()
{
    ManualClock clock;
    DeadlineQueue deadlines(clock);
    const auto listener
        = TcpListener::listen(*m_poller, deadlines, freePort("127.0.0.1"), accept());
    RawClient client((*listener)->endpoint().port);
    QTRY_COMPARE(m_accepted.size(), std::size_t(1));

    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    RawClient waiting((*listener)->endpoint().port);
    QTRY_COMPARE(m_accepted.size(), std::size_t(2));
    // UBSan needs a descriptor when it sees a class called for the first time.
    Deadline(deadlines, [] {}).setAfter(std::chrono::hours(1));
    m_poller->change(-1, nullptr, NotReady);
    const int next = ::dup(0);
    ::close(next);
    // The client's socket is the last one that there may be.
    rlimit tight = before;
    tight.rlim_cur = rlim_t(next) + 1;
    ::setrlimit(RLIMIT_NOFILE, &tight);
    const int late = ::socket(AF_INET, SOCK_STREAM, 0);
    const Endpoint endpoint = (*listener)->endpoint();
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int connected
        = ::connect(late, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    int turns = 0;
    for (; turns < 50; ++turns)
        QCoreApplication::processEvents();
    const std::size_t acceptedWhileTight = m_accepted.size();
    ::setrlimit(RLIMIT_NOFILE, &before);
    QCOMPARE(connected, 0);
    QCOMPARE(acceptedWhileTight, std::size_t(2));
    // It does not look again before its time, and then it finds who waited.
    QCoreApplication::processEvents();
    QCOMPARE(m_accepted.size(), std::size_t(2));
    clock.advance(std::chrono::milliseconds(100));
    deadlines.runDue();
    QTRY_COMPARE(m_accepted.size(), std::size_t(3));
    ::close(late);
}

QTEST_GUILESS_MAIN(TestTcpListener)
#include "tst_tcp_listener.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/http_server.h"
#include "http/qt_http_adapter.h"

#include <QCoreApplication>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

/// What one keep-alive GET costs the server's thread, and how much of that is QHttpServer's
/// reading.
///   usage: bench_http_server [CONNECTIONS [REQUESTS]]

using namespace homeward;

namespace {

class Handler final : public http::RequestHandler
{
public:
    void handle(std::unique_ptr<http::Exchange> exchange) override
    {
        exchange->send(200, m_fields, m_body);
    }
    std::string refusalBody(int, std::string_view, std::string_view) override { return {}; }

private:
    HeaderList m_fields;
    std::shared_ptr<const std::string> m_body = std::make_shared<const std::string>(120, 'x');
};

const std::string request = "GET /v1/models HTTP/1.1\r\nHost: localhost:39080\r\n"
                            "User-Agent: bench/1.0\r\nAccept: application/json\r\n"
                            "Authorization: Bearer hw-0123456789abcdef\r\n\r\n";

/// The time that this thread has computed; what else the machine does is not in it.
double computedMicroseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e6 + double(time.tv_nsec) / 1e3;
}

int connectedSocket(std::uint16_t port)
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
        std::perror("connect");
        std::exit(1);
    }
    return descriptor;
}

void readAnswer(int descriptor, std::size_t size)
{
    char buffer[4096];
    while (size > 0) {
        const ssize_t count = ::recv(descriptor, buffer, std::min(size, sizeof buffer), 0);
        if (count <= 0) {
            std::fputs("the connection ended\n", stderr);
            std::exit(1);
        }
        size -= std::size_t(count);
    }
}

/// Sends one request on each connection, then reads the answers, again and again.
void load(std::uint16_t port, int connections, int requests)
{
    std::vector<int> sockets;
    for (int i = 0; i < connections; ++i)
        sockets.push_back(connectedSocket(port));
    ::send(sockets.front(), request.data(), request.size(), 0);
    char first[4096];
    const ssize_t answerSize = ::recv(sockets.front(), first, sizeof first, 0);
    for (int done = 0; done < requests; done += connections) {
        for (const int socket : sockets)
            ::send(socket, request.data(), request.size(), 0);
        for (const int socket : sockets)
            readAnswer(socket, std::size_t(answerSize));
    }
    for (const int socket : sockets)
        ::close(socket);
}

double parserMicroseconds()
{
    constexpr int rounds = 200'000;
    http::RequestParser parser;
    const http::Request read{.method = "GET", .target = "/v1/models"};
    const double before = computedMicroseconds();
    for (int i = 0; i < rounds; ++i) {
        if (!parser.takes(read))
            std::exit(1);
    }
    return (computedMicroseconds() - before) / rounds;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const int connections = argc > 1 ? std::atoi(argv[1]) : 32;
    const int requests = argc > 2 ? std::atoi(argv[2]) : 200'000;
    SystemClock clock;
    const auto poller = net::Poller::create();
    net::DeadlineQueue deadlines(clock);
    Handler handler;
    http::HttpServer server(*poller, deadlines, handler, {});
    const auto endpoint
        = server.listen({.address = *net::ipAddressFromText("127.0.0.1"), .port = 0});
    if (!endpoint)
        return 1;
    const double before = computedMicroseconds();
    const auto start = std::chrono::steady_clock::now();
    std::thread client([port = endpoint->port, connections, requests, &application] {
        load(port, connections, requests);
        QMetaObject::invokeMethod(const_cast<QCoreApplication *>(&application),
                                  &QCoreApplication::quit, Qt::QueuedConnection);
    });
    QCoreApplication::exec();
    client.join();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::printf("%d connections: %.0f requests/s, %.2f us of the server's thread for each\n",
                connections, requests / elapsed.count(),
                (computedMicroseconds() - before) / requests);
    std::printf("of which QHttpServer reads for %.2f us\n", parserMicroseconds());
    return 0;
}

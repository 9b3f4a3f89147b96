// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/name_lookup.h"

#include <QFutureWatcher>
#include <QHostInfo>
#include <QPromise>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace homeward::net {

namespace {

using Addresses = std::vector<IpAddress>;

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

/// A resolver that hangs holds up some of these threads, and no other work of the program.
QThreadPool &lookupThreads()
{
    static QThreadPool pool;
    constexpr int threadLimit = 16;
    pool.setMaxThreadCount(threadLimit);
    return pool;
}

} // namespace

std::vector<IpAddress> addressesKnownFor(std::string_view host)
{
    if (const auto literal = ipAddressFromText(host))
        return {*literal};
    if (host == "localhost" || host.ends_with(".localhost"))
        return {*ipAddressFromText("127.0.0.1"), *ipAddressFromText("::1")};
    return {};
}

void lookUpName(const std::string &host, QObject *context, ReceiveAddresses receive)
{
    // A function of a thread pool is copied, and a promise cannot be.
    const auto promise = std::make_shared<QPromise<Addresses>>();
    auto *watcher = new QFutureWatcher<Addresses>(context);
    QObject::connect(watcher, &QFutureWatcher<Addresses>::finished, context,
                     [watcher, receive = std::move(receive)] {
                         // The receiver may destroy the context.
                         watcher->setParent(nullptr);
                         watcher->deleteLater();
                         receive(watcher->result());
                     });
    watcher->setFuture(promise->future());
    promise->start();
    lookupThreads().start([promise, name = QString::fromStdString(host)] {
        promise->addResult(interlaced(QHostInfo::fromName(name).addresses()));
        promise->finish();
    });
}

} // namespace homeward::net

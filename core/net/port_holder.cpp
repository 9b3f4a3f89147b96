// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/port_holder.h"

#include <QDir>
#include <QFile>

#include <set>

namespace homeward::net {

namespace {

/// The inode numbers of the sockets that listen on the port, from a table of the kernel's.
void collectListeners(const QString &table, std::uint16_t port, std::set<QByteArray> &inodes)
{
    QFile file(table);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QByteArray suffix = ':' + QByteArray::number(port, 16).rightJustified(4, '0').toUpper();
    const QByteArray listening = "0A";
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> columns = line.simplified().split(' ');
        if (columns.size() > 9 && columns[1].endsWith(suffix) && columns[3] == listening)
            inodes.insert("socket:[" + columns[9] + ']');
    }
}

bool hasSocket(const QString &process, const std::set<QByteArray> &sockets)
{
    const QDir descriptors(process + QStringLiteral("/fd"));
    const auto filter = QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot;
    for (const QString &name : descriptors.entryList(filter)) {
        const QByteArray target = QFile::symLinkTarget(descriptors.filePath(name))
                                      .section(QLatin1Char('/'), -1)
                                      .toUtf8();
        if (sockets.contains(target))
            return true;
    }
    return false;
}

} // namespace

std::string holderOfPort(const Endpoint &endpoint)
{
    std::set<QByteArray> sockets;
    collectListeners(QStringLiteral("/proc/net/tcp"), endpoint.port, sockets);
    collectListeners(QStringLiteral("/proc/net/tcp6"), endpoint.port, sockets);
    if (sockets.empty())
        return {};
    const QDir processes(QStringLiteral("/proc"));
    for (const QString &name : processes.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        name.toInt(&isNumber);
        if (!isNumber || !hasSocket(processes.filePath(name), sockets))
            continue;
        QFile command(processes.filePath(name) + QStringLiteral("/comm"));
        const QByteArray program
            = command.open(QIODevice::ReadOnly) ? command.readAll().trimmed() : QByteArray("?");
        return ("the process " + name.toUtf8() + " (" + program + ") listens there").toStdString();
    }
    return {};
}

} // namespace homeward::net

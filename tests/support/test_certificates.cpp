// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/test_certificates.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslCertificate>
#include <QSslKey>

namespace homeward::testing {

namespace {

QByteArray contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QSslCertificate certificate(std::string_view name)
{
    return QSslCertificate(contentOf(certificateFile(std::string(name) + ".pem")));
}

} // namespace

std::string certificateFile(std::string_view name)
{
    return std::string(HOMEWARD_TEST_DATA "/tls/").append(name);
}

QSslConfiguration serverTls(std::string_view name)
{
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(certificate(name));
    configuration.setPrivateKey(
        QSslKey(contentOf(certificateFile(std::string(name) + ".key")), QSsl::Ec));
    return configuration;
}

std::string fingerprintOf(std::string_view name)
{
    return certificate(name).digest(QCryptographicHash::Sha256).toHex().toStdString();
}

} // namespace homeward::testing

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/error.h"

#include <QTest>

#include <set>
#include <string>

using namespace homeward;

class TestError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesKinds_data();
    void namesKinds();
    void namesEveryKindDifferently();
};

void TestError::namesKinds_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<std::string>("expected");

    const auto row = [](ErrorKind kind, const char *expected) {
        QTest::newRow(expected) << kind << std::string(expected);
    };
    // The codes of http-api.md, section 1, Errors.
    row(ErrorKind::InvalidRequest, "invalid_request");
    row(ErrorKind::InvalidApiKey, "invalid_api_key");
    row(ErrorKind::ModelNotAllowed, "model_not_allowed");
    row(ErrorKind::AddressNotAllowed, "address_not_allowed");
    row(ErrorKind::NoBackendAllowed, "no_backend_allowed");
    row(ErrorKind::ScopeMissing, "scope_missing");
    row(ErrorKind::HostNotAllowed, "host_not_allowed");
    row(ErrorKind::OriginNotAllowed, "origin_not_allowed");
    row(ErrorKind::ModelNotFound, "model_not_found");
    row(ErrorKind::NotFound, "not_found");
    row(ErrorKind::MethodNotAllowed, "method_not_allowed");
    row(ErrorKind::BodyTooLarge, "body_too_large");
    row(ErrorKind::UnsupportedEncoding, "unsupported_encoding");
    row(ErrorKind::UnsupportedMediaType, "unsupported_media_type");
    row(ErrorKind::RateLimitExceeded, "rate_limit_exceeded");
    row(ErrorKind::RewriteCycle, "rewrite_cycle");
    row(ErrorKind::UpstreamUnreachable, "upstream_unreachable");
    row(ErrorKind::UpstreamInvalidResponse, "upstream_invalid_response");
    row(ErrorKind::UpstreamStreamBroken, "upstream_stream_broken");
    row(ErrorKind::ModelUnavailable, "model_unavailable");
    row(ErrorKind::UpstreamTimeout, "upstream_timeout");
    row(ErrorKind::LoopDetected, "loop_detected");
    // Ours.
    row(ErrorKind::Conflict, "conflict");
    row(ErrorKind::ShuttingDown, "shutting_down");
    row(ErrorKind::StorageFailed, "storage_failed");
    row(ErrorKind::Internal, "internal_error");
}

void TestError::namesKinds()
{
    QFETCH(ErrorKind, kind);
    QFETCH(std::string, expected);

    QCOMPARE(std::string(nameOf(kind)), expected);
}

void TestError::namesEveryKindDifferently()
{
    std::set<std::string_view> names;
    for (int kind = 0; kind <= int(ErrorKind::Internal); ++kind)
        QVERIFY(names.insert(nameOf(ErrorKind(kind))).second);
}

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"

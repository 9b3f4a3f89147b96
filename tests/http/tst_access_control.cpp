// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/access_control.h"

#include <QTest>

using namespace homeward;
using namespace homeward::http;

namespace {

const AccessPolicy &policy()
{
    static const AccessPolicy policy{.ownNames = {"workstation", "workstation.local"},
                                     .allowedHosts = {"llm.example", "*.lab.example"},
                                     .corsOrigins = {"https://chat.example"}};
    return policy;
}

} // namespace

class TestAccessControl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesHosts_data();
    void judgesHosts();
    void judgesOrigins_data();
    void judgesOrigins();
    void givesNoOriginInferenceAlone_data();
    void givesNoOriginInferenceAlone();
    void answersPreflights();
};

void TestAccessControl::judgesHosts_data()
{
    QTest::addColumn<bool>("isAllowed");
    for (const char *host :
         {"localhost", "localhost:39080", "LOCALHOST", "a.localhost", "localhost.", "127.0.0.1",
          "127.0.0.1:1", "127.9.9.9", "[::1]:39080", "192.168.1.7", "10.1.2.3", "172.16.0.1",
          "[fd00::1]", "workstation", "Workstation.local:39080", "llm.example", "a.lab.example"}) {
        QTest::newRow(host) << true;
    }
    for (const char *host :
         {"evil.example", "localhost.evil.example", "8.8.8.8", "lab.example", "xlab.example", "",
          "[::1", "127.0.0.1:x", "[2001:db8::1]", "x localhost", "0.0.0.0", "[::]"})
        QTest::newRow(*host ? host : "empty") << false;
}

void TestAccessControl::judgesHosts()
{
    QFETCH(bool, isAllowed);
    const std::string host = QTest::currentDataTag();
    QCOMPARE(isHostAllowed(host == "empty" ? "" : host, policy()), isAllowed);
}

void TestAccessControl::judgesOrigins_data()
{
    QTest::addColumn<bool>("isAllowed");
    for (const char *origin :
         {"http://localhost", "http://localhost:3000", "https://127.0.0.1:8443", "http://[::1]:80",
          "tauri://localhost", "app://obsidian.md", "file://", "https://chat.example"}) {
        QTest::newRow(origin) << true;
    }
    for (const char *origin : {"https://evil.example", "http://localhost.evil.example", "null",
                               "https://chat.example.evil", "chrome-extension://abc",
                               "http://192.168.1.7", "ftp://localhost"}) {
        QTest::newRow(origin) << false;
    }
}

void TestAccessControl::judgesOrigins()
{
    QFETCH(bool, isAllowed);
    QCOMPARE(isOriginAllowed({.origin = QTest::currentDataTag(), .isInference = true}, policy()),
             isAllowed);
}

void TestAccessControl::givesNoOriginInferenceAlone_data()
{
    QTest::addColumn<bool>("isListed");
    QTest::addColumn<bool>("isInference");
    QTest::addColumn<bool>("hasCredentials");
    QTest::addColumn<bool>("isAllowed");
    QTest::newRow("not listed") << false << true << false << false;
    QTest::newRow("listed") << true << true << false << true;
    QTest::newRow("management") << true << false << false << false;
    QTest::newRow("with credentials") << true << true << true << false;
}

void TestAccessControl::givesNoOriginInferenceAlone()
{
    QFETCH(bool, isListed);
    QFETCH(bool, isInference);
    QFETCH(bool, hasCredentials);
    QFETCH(bool, isAllowed);
    AccessPolicy listing;
    if (isListed)
        listing.corsOrigins = {"null"};
    const OriginRequest request{
        .origin = "null", .isInference = isInference, .hasCredentials = hasCredentials};
    QCOMPARE(isOriginAllowed(request, listing), isAllowed);
}

void TestAccessControl::answersPreflights()
{
    HeaderList request;
    request.append("Origin", "http://localhost:3000");
    QVERIFY(!isPreflight("OPTIONS", request));
    request.append("Access-Control-Request-Method", "POST");
    request.append("Access-Control-Request-Headers", "authorization, x-stainless-os");
    QVERIFY(isPreflight("OPTIONS", request));
    QVERIFY(!isPreflight("POST", request));
    HeaderList answer;
    appendPreflightFields(request, "GET, POST", answer);
    HeaderList expected;
    expected.append("Access-Control-Allow-Origin", "http://localhost:3000");
    expected.append("Vary", "Origin");
    expected.append("Access-Control-Allow-Methods", "GET, POST");
    expected.append("Access-Control-Allow-Headers", "authorization, x-stainless-os");
    expected.append("Access-Control-Max-Age", "600");
    QVERIFY(answer == expected);
    request.append("Access-Control-Request-Private-Network", "true");
    HeaderList privateAnswer;
    appendPreflightFields(request, "GET, POST", privateAnswer);
    QCOMPARE(privateAnswer.find("Access-Control-Allow-Private-Network").value_or(""),
             std::string_view("true"));
}

QTEST_APPLESS_MAIN(TestAccessControl)
#include "tst_access_control.moc"

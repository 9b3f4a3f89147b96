// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/proxy_settings.h"

#include <QTest>

#include <map>
#include <string>

using namespace homeward::net;

using Variables = std::map<std::string, std::string>;

Q_DECLARE_METATYPE(Variables)

namespace {

ProxySettings settingsFrom(const Variables &variables)
{
    return proxySettingsFrom([&](const char *name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string textOf(const std::optional<ForwardProxy> &proxy)
{
    if (!proxy)
        return "none";
    const std::string user = proxy->user.empty() ? "" : proxy->user + ':' + proxy->password + '@';
    return user + proxy->host + ' ' + std::to_string(proxy->port);
}

} // namespace

class TestProxySettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsVariables_data();
    void readsVariables();
    void choosesProxy_data();
    void choosesProxy();
};

void TestProxySettings::readsVariables_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<std::string>("http");
    QTest::addColumn<std::string>("https");

    const auto row
        = [](const char *name, Variables variables, const char *http, const char *https) {
              QTest::newRow(name) << variables << std::string(http) << std::string(https);
          };
    row("nothing", {}, "none", "none");
    row("capitals", {{"HTTP_PROXY", "http://p:3128"}, {"HTTPS_PROXY", "http://q:3129/"}}, "p 3128",
        "q 3129");
    row("small letters win", {{"HTTP_PROXY", "http://p:1"}, {"http_proxy", "http://q:2"}}, "q 2",
        "none");
    row("no scheme", {{"HTTP_PROXY", "p:3128"}}, "p 3128", "none");
    row("no port", {{"HTTPS_PROXY", "http://p"}}, "none", "p 8080");
    row("credentials", {{"HTTPS_PROXY", "http://me:p%40ss@p:1"}}, "none", "me:p@ss@p 1");
    row("IPv6", {{"HTTP_PROXY", "http://[2001:db8::1]:3128"}}, "2001:db8::1 3128", "none");
    row("empty", {{"HTTP_PROXY", ""}, {"HTTPS_PROXY", ""}}, "none", "none");
    row("nonsense", {{"HTTP_PROXY", "http://"}, {"HTTPS_PROXY", "http://p:99999"}}, "none", "none");
}

void TestProxySettings::readsVariables()
{
    QFETCH(Variables, variables);
    QFETCH(std::string, http);
    QFETCH(std::string, https);

    const ProxySettings settings = settingsFrom(variables);
    QCOMPARE(textOf(settings.http), http);
    QCOMPARE(textOf(settings.https), https);
}

void TestProxySettings::choosesProxy_data()
{
    QTest::addColumn<std::string>("exceptions");
    QTest::addColumn<bool>("isTls");
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("expected");

    const auto row
        = [](const char *exceptions, const char *host, const char *expected, bool isTls = true) {
              QTest::addRow("%s, NO_PROXY=%s", host, exceptions)
                  << std::string(exceptions) << isTls << std::string(host) << std::string(expected);
          };
    row("", "api.example.com", "secure 2");
    row("", "api.example.com", "plain 1", false);
    for (const char *host :
         {"localhost", "LocalHost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "0.0.0.0",
          "10.1.2.3", "192.168.7.7", "172.20.0.1", "169.254.0.1", "fd00::1", "fe80::1"}) {
        row("", host, "none");
    }
    row("", "localhost.example.com", "secure 2");
    row("", "8.8.8.8", "secure 2");
    row("*", "api.example.com", "none");
    row("example.com", "example.com", "none");
    row("example.com", "api.example.com", "none");
    row("example.com", "notexample.com", "secure 2");
    row("Example.COM", "API.example.com", "none");
    row(".example.com", "api.example.com", "none");
    row(".example.com", "example.com", "none");
    row(".example.com", "notexample.com", "secure 2");
    row("*.example.com", "api.example.com", "none");
    row("*.example.com", "notexample.com", "secure 2");
    row("a.org, example.com ,b.org", "example.com", "none");
    row("8.8.0.0/16", "8.8.8.8", "none");
    row("8.8.0.0/16", "8.9.8.8", "secure 2");
    row("8.8.8.0/29", "8.8.8.7", "none");
    row("8.8.8.0/29", "8.8.8.8", "secure 2");
    row("8.8.8.8", "8.8.8.8", "none");
    row("0.0.0.0/0", "8.8.8.8", "none");
    row("2001:db8::/32", "2001:db8:1::5", "none");
    row("2001:db8::/32", "2001:db9::5", "secure 2");
    row("0.0.0.0/0", "2001:db8::5", "secure 2");
    row("8.8.0.0/", "9.9.9.9", "secure 2");
    row("8.8.0.0/33", "8.8.0.1", "secure 2");
    row("8.8.0.0/x", "8.8.0.1", "secure 2");
    row("8.8.0.0/-1", "8.8.0.1", "secure 2");
    row(",,", "example.com", "secure 2");
}

void TestProxySettings::choosesProxy()
{
    QFETCH(std::string, exceptions);
    QFETCH(bool, isTls);
    QFETCH(std::string, host);
    QFETCH(std::string, expected);

    const ProxySettings settings = settingsFrom({{"HTTP_PROXY", "http://plain:1"},
                                                 {"HTTPS_PROXY", "http://secure:2"},
                                                 {"NO_PROXY", exceptions}});
    QCOMPARE(textOf(proxyFor(settings, isTls, host)), expected);
}

QTEST_APPLESS_MAIN(TestProxySettings)
#include "tst_proxy_settings.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/key_gate.h"

#include <QTest>

using namespace homeward;
using namespace homeward::domain;
using namespace std::chrono_literals;

namespace {

constexpr WallTime now{std::chrono::hours(24 * 365 * 56)};

ApiKey key(std::string id)
{
    return {.id = id, .name = id, .keySha256 = "hash-of-" + id};
}

/// One key for each thing that a key can have.
std::vector<ApiKey> allKeys()
{
    ApiKey admin = key("admin");
    admin.hasInferenceScope = false;
    admin.hasAdminScope = true;
    ApiKey both = key("both");
    both.hasAdminScope = true;
    ApiKey disabled = key("disabled");
    disabled.isEnabled = false;
    ApiKey expired = key("expired");
    expired.expiresAt = now - 1s;
    ApiKey expiring = key("expiring");
    expiring.expiresAt = now;
    ApiKey lasting = key("lasting");
    lasting.expiresAt = now + 1s;
    ApiKey home = key("home");
    home.allowedClientIps = {"192.168.1.7", "10.0.0.0/8", "fd00::/8"};
    ApiKey unreadable = key("unreadable");
    unreadable.allowedClientIps = {"10.0.0.0/40"};
    ApiKey staleAway = key("stale-away");
    staleAway.isEnabled = false;
    staleAway.allowedClientIps = {"192.168.1.7"};
    ApiKey again = key("user");
    again.id = "again";
    return {key("user"), admin, both,       disabled,  expired, expiring,
            lasting,     home,  unreadable, staleAway, again};
}

} // namespace

class TestKeyGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
    void allowsModels_data();
    void allowsModels();
    void allowsBackends_data();
    void allowsBackends();
    void callerOutlivesTheTable();
    void errorsHoldNoKey();
};

void TestKeyGate::judges_data()
{
    QTest::addColumn<QString>("keyName");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("needsAdmin");
    QTest::addColumn<QString>("blocking");
    QTest::addColumn<QString>("permissive");

    const auto row = [](const char *name, const char *keyName, const char *address, bool needsAdmin,
                        const char *blocking, const char *permissive) {
        QTest::newRow(name) << keyName << address << needsAdmin << blocking << permissive;
    };
    const char *here = "127.0.0.1";
    row("no key", "", here, false, "invalid_api_key", "nobody");
    row("no key, management", "", here, true, "invalid_api_key", "nobody");
    row("unknown", "other", here, false, "invalid_api_key", "nobody");
    row("unknown, management", "other", here, true, "invalid_api_key", "nobody");
    row("good", "user", here, false, "user", "user");
    row("scope inference, management", "user", here, true, "scope_missing", "user");
    row("scope admin, inference", "admin", here, false, "scope_missing", "admin");
    row("scope admin, management", "admin", here, true, "admin", "admin");
    row("both scopes, inference", "both", here, false, "both", "both");
    row("both scopes, management", "both", here, true, "both", "both");
    row("disabled", "disabled", here, false, "invalid_api_key", "invalid_api_key");
    row("expired", "expired", here, false, "invalid_api_key", "invalid_api_key");
    row("expires now", "expiring", here, false, "invalid_api_key", "invalid_api_key");
    row("expires soon", "lasting", here, false, "lasting", "lasting");
    row("address allowed", "home", "192.168.1.7", false, "home", "home");
    row("address in a range", "home", "10.200.0.1", false, "home", "home");
    row("IPv6 address in a range", "home", "fd12::1", false, "home", "home");
    row("address elsewhere", "home", here, false, "address_not_allowed", "address_not_allowed");
    row("IPv6 address elsewhere", "home", "::1", false, "address_not_allowed",
        "address_not_allowed");
    row("a list that cannot be read admits nobody", "unreadable", "10.0.0.1", false,
        "address_not_allowed", "address_not_allowed");
    row("the key comes before the address", "stale-away", here, false, "invalid_api_key",
        "invalid_api_key");
    row("the address comes before the scope", "home", here, true, "address_not_allowed",
        "address_not_allowed");
}

void TestKeyGate::judges()
{
    QFETCH(QString, keyName);
    QFETCH(QString, address);
    QFETCH(bool, needsAdmin);
    QFETCH(QString, blocking);
    QFETCH(QString, permissive);
    const KeyTable table(allKeys());
    const std::string hash = "hash-of-" + keyName.toStdString();
    KeyRequest request{.clientAddress = ipRangeFromText(address.toStdString())->address,
                       .scope = needsAdmin ? Scope::Admin : Scope::Inference,
                       .now = now};
    if (!keyName.isEmpty())
        request.keySha256 = hash;
    const auto decisionIn = [&](KeyMode mode) {
        request.mode = mode;
        const KeyDecision decision = table.judge(request);
        if (!decision)
            return QString::fromUtf8(nameOf(decision.error().kind).data());
        return decision->isNobody() ? QStringLiteral("nobody")
                                    : QString::fromStdString(decision->key->id);
    };

    QCOMPARE(decisionIn(KeyMode::Blocking), blocking);
    QCOMPARE(decisionIn(KeyMode::Permissive), permissive);
}

void TestKeyGate::allowsModels_data()
{
    QTest::addColumn<QStringList>("list");
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("isAllowed");

    const QStringList some{QStringLiteral("a"), QStringLiteral("a/x")};
    QTest::newRow("no list") << QStringList() << "b" << true;
    QTest::newRow("on the list") << some << "a" << true;
    QTest::newRow("second on the list") << some << "a/x" << true;
    QTest::newRow("not on the list") << some << "b" << false;
    QTest::newRow("a longer name") << some << "ab" << false;
    QTest::newRow("a part of a name") << some << "x" << false;
    QTest::newRow("case counts") << some << "A" << false;
    QTest::newRow("spaces do not") << some << " a\t" << true;
    QTest::newRow("empty name") << some << "" << false;
}

void TestKeyGate::allowsModels()
{
    QFETCH(QStringList, list);
    QFETCH(QString, model);
    QFETCH(bool, isAllowed);
    ApiKey limited = key("user");
    for (const QString &name : list)
        limited.allowedModels.push_back(name.toStdString());

    QCOMPARE(allowsModel(limited, model.toStdString()), isAllowed);
    QCOMPARE(allowsModel(Caller{std::make_shared<const ApiKey>(limited)}, model.toStdString()),
             isAllowed);
    QVERIFY(allowsModel(Caller{}, model.toStdString()));
}

void TestKeyGate::allowsBackends_data()
{
    QTest::addColumn<bool>("hasList");
    QTest::addColumn<QStringList>("list");
    QTest::addColumn<bool>("isAllowed");

    QTest::newRow("absent") << false << QStringList() << true;
    QTest::newRow("empty") << true << QStringList() << false;
    QTest::newRow("on the list") << true
                                 << QStringList{QStringLiteral("x"), QStringLiteral("node-1")}
                                 << true;
    QTest::newRow("not on the list") << true << QStringList{QStringLiteral("node-12")} << false;
}

void TestKeyGate::allowsBackends()
{
    QFETCH(bool, hasList);
    QFETCH(QStringList, list);
    QFETCH(bool, isAllowed);
    ApiKey limited = key("user");
    if (hasList)
        limited.allowedBackends.emplace();
    for (const QString &name : list)
        limited.allowedBackends->push_back(name.toStdString());

    QCOMPARE(allowsBackend(limited, "node-1"), isAllowed);
    QCOMPARE(allowsBackend(Caller{std::make_shared<const ApiKey>(limited)}, "node-1"), isAllowed);
    QVERIFY(allowsBackend(Caller{}, "node-1"));
}

void TestKeyGate::callerOutlivesTheTable()
{
    KeyTable table(allKeys());
    const KeyDecision decision = table.judge({.keySha256 = "hash-of-user", .now = now});
    QVERIFY(decision.hasValue());

    table = KeyTable();

    QVERIFY(table.isEmpty());
    QCOMPARE(decision->key->id, std::string("user"));
}

void TestKeyGate::errorsHoldNoKey()
{
    const KeyTable table(allKeys());
    for (const char *hash : {"hash-of-other", "hash-of-disabled", "hash-of-expired", "hash-of-home",
                             "hash-of-admin"}) {
        const KeyDecision decision = table.judge({.keySha256 = hash, .now = now});
        QVERIFY(!decision.hasValue());
        QVERIFY(decision.error().message.find("hash-of") == std::string::npos);
        QVERIFY(!decision.error().message.empty());
    }
}

QTEST_APPLESS_MAIN(TestKeyGate)
#include "tst_key_gate.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/store.h"

#include "storage/schema.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace homeward;
using namespace homeward::storage;

namespace {

WallTime atMilliseconds(std::int64_t value)
{
    return WallTime(std::chrono::milliseconds(value));
}

domain::BaseUrl urlAt(std::uint16_t port)
{
    return {.isTls = true, .host = "gpu.example", .port = port, .pathPrefix = "/llm"};
}

domain::Node fullNode()
{
    return {.fingerprint = "fp_1",
            .name = "노드 \"one\"",
            .baseUrl = urlAt(443),
            .apiKey = Secret("sk-very-secret"),
            .isEnabled = false,
            .priority = 7,
            .source = domain::NodeSource::Discovered,
            .addedAt = atMilliseconds(1234567890123),
            .tls = {.caFile = "/ca.pem", .pinnedSha256 = std::string(64, 'a')}};
}

std::unique_ptr<Store> opened(const QTemporaryDir &folder)
{
    auto store = Store::open(folder.path().toStdString());
    return store ? std::move(*store) : nullptr;
}

QByteArray allFiles(const QTemporaryDir &folder)
{
    QByteArray all;
    for (const QFileInfo &info : QDir(folder.path()).entryInfoList(QDir::Files)) {
        QFile file(info.filePath());
        if (file.open(QIODevice::ReadOnly))
            all += file.readAll();
    }
    return all;
}

void overwrite(const QString &path, qint64 offset, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(offset);
    file.write(bytes);
}

} // namespace

class TestStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEverything();
    void removesWhatIsRemoved();
    void replacesAndOrders();
    void savesAllOrNothing();
    void answersInOrder();
    void destroysReceiversAtHome();
    void holdsTheFolderAlone();
    void keepsFilesPrivate();
    void setsADamagedDatabaseAside_data();
    void setsADamagedDatabaseAside();
    void refusesANewerSchema();
    void namesKeysThatCannotBeOpened();
    void keepsAnUnopenedKeyUntilItIsRemoved();
};

void TestStore::keepsEverything()
{
    QTemporaryDir folder;
    StoredState expected;
    expected.nodes = {fullNode()};
    expected.localServers = {{.id = "ollama",
                              .name = "Ollama",
                              .baseUrl = urlAt(11434),
                              .kind = domain::LocalServerKind::Ollama,
                              .isEnabled = false,
                              .isAutoDetected = true}};
    expected.loadBalancing
        = domain::LoadBalancing{.isEnabled = true,
                                .strategy = domain::Strategy::Fastest,
                                .isFailoverEnabled = false,
                                .healthCheckInterval = std::chrono::milliseconds(7500)};
    expected.settings = {{"a", "true"}, {"b", R"({"c":"é"})"}};
    expected.modelSnapshots["node-fp_1"] = {{"m1", R"({"id":"m1"})", atMilliseconds(5)},
                                            {"m2", R"({"id":"m2"})", atMilliseconds(5)}};
    expected.knownNames = {"m1", "한국어-모델"};
    expected.rewriteRules = {{.id = "r1",
                              .sourceModel = "a",
                              .targetModel = "b",
                              .isActive = false,
                              .isForced = true,
                              .note = "why",
                              .createdAt = atMilliseconds(1),
                              .updatedAt = atMilliseconds(2)}};
    expected.fallbackChains = {{"m", {"x", "y"}}};
    expected.apiKeys = {{.id = "k1",
                         .name = "laptop",
                         .keySha256 = std::string(64, 'b'),
                         .hasInferenceScope = false,
                         .hasAdminScope = true,
                         .allowedModels = {"m"},
                         .allowedBackends = std::vector<std::string>{},
                         .rateLimitPerMinute = 3,
                         .allowedClientIps = {"10.0.0.0/8"},
                         .expiresAt = atMilliseconds(99),
                         .isEnabled = false}};
    expected.providers = {{.id = "p1",
                           .name = "Provider",
                           .type = domain::ProviderType::Gemini,
                           .baseUrl = urlAt(444),
                           .apiKey = Secret("another-secret"),
                           .models = {"g1", "g2"},
                           .isEnabled = false}};
    {
        const auto store = opened(folder);
        QVERIFY(store);
        QVERIFY(store->initialState() == StoredState{});
        const std::vector<Change> changes{
            PutNode{.node = expected.nodes[0]},
            PutLocalServer{expected.localServers[0]},
            PutLoadBalancing{*expected.loadBalancing},
            PutSetting{"a", "true"},
            PutSetting{"b", R"({"c":"é"})"},
            PutModelSnapshot{.backendId = "node-fp_1",
                             .models = {{"m1", R"({"id":"m1"})"}, {"m2", R"({"id":"m2"})"}},
                             .fetchedAt = atMilliseconds(5)},
            AddKnownNames{{"m1", "한국어-모델", "m1"}},
            PutRewriteRule{expected.rewriteRules[0]},
            PutFallbackChains{expected.fallbackChains},
            PutApiKey{expected.apiKeys[0]},
            PutProvider{.provider = expected.providers[0]}};
        QVERIFY(store->saveNow(changes));
    }
    const auto store = opened(folder);
    QVERIFY(store);
    QVERIFY(store->problems().empty());
    QVERIFY(store->initialState() == expected);
    QVERIFY(!allFiles(folder).contains("sk-very-secret"));
    QVERIFY(!allFiles(folder).contains("another-secret"));
}

void TestStore::removesWhatIsRemoved()
{
    QTemporaryDir folder;
    {
        const auto store = opened(folder);
        QVERIFY(store->saveNow({PutNode{.node = fullNode()}, PutFallbackChains{{{"m", {"x"}}}},
                                AddKnownNames{{"m"}}}));
        QVERIFY(store->saveNow({RemoveNode{"fp_1"}, RemoveNode{"fp_none"}, PutFallbackChains{},
                                RemoveLocalServer{"none"}, RemoveModelSnapshot{"none"}}));
    }
    StoredState expected;
    expected.knownNames = {"m"};
    QVERIFY(opened(folder)->initialState() == expected);
}

void TestStore::replacesAndOrders()
{
    QTemporaryDir folder;
    {
        const auto store = opened(folder);
        domain::Node second = fullNode();
        second.fingerprint = "fp_2";
        second.priority = 3;
        QVERIFY(store->saveNow({PutNode{.node = fullNode()}, PutNode{.node = second}}));
        domain::Node renamed = fullNode();
        renamed.name = "renamed";
        QVERIFY(store->saveNow(
            {PutNode{.node = renamed}, SetNodePriorities{{{"fp_1", 1}, {"fp_none", 9}}}}));
    }
    const auto store = opened(folder);
    const std::vector<domain::Node> &nodes = store->initialState().nodes;
    QCOMPARE(nodes.size(), std::size_t(2));
    QCOMPARE(nodes[0].fingerprint, std::string("fp_2"));
    QCOMPARE(nodes[1].name, std::string("renamed"));
    QCOMPARE(nodes[1].priority, 1);
}

void TestStore::savesAllOrNothing()
{
    QTemporaryDir folder;
    {
        const auto store = opened(folder);
        const domain::LocalServer ofFile{.id = "f", .isFromFile = true};
        const auto saved = store->saveNow({PutSetting{"a", "1"}, PutLocalServer{ofFile}});
        QVERIFY(!saved);
        QVERIFY(saved.error().kind == ErrorKind::StorageFailed);
        // The next change is not spoilt by it.
        QVERIFY(store->saveNow({PutSetting{"b", "2"}}));
    }
    const std::map<std::string, std::string> expected{{"b", "2"}};
    QVERIFY(opened(folder)->initialState().settings == expected);
}

void TestStore::answersInOrder()
{
    QTemporaryDir folder;
    const auto store = opened(folder);
    std::vector<int> order;
    for (int i = 0; i < 5; ++i) {
        store->save({PutSetting{"n", std::to_string(i)}}, [&order, i](const Result<Done> &saved) {
            if (saved)
                order.push_back(i);
        });
    }
    QVERIFY(order.empty());
    QTRY_COMPARE(order.size(), std::size_t(5));
    QVERIFY((order == std::vector<int>{0, 1, 2, 3, 4}));
}

// What they hold belongs to the thread of the store.
void TestStore::destroysReceiversAtHome()
{
    struct Receiver
    {
        std::atomic<int> &strays;
        int &answers;
        QThread *home = QThread::currentThread();

        Receiver(std::atomic<int> &strayCount, int &answerCount)
            : strays(strayCount),
              answers(answerCount)
        { }
        Receiver(const Receiver &) = default;
        ~Receiver() { strays += QThread::currentThread() != home ? 1 : 0; }
        void operator()(const Result<Done> & /*saved*/) const { answers += 1; }
    };
    QTemporaryDir folder;
    std::atomic<int> strays = 0;
    int answers = 0;
    auto store = opened(folder);
    store->save({PutSetting{"n", "1"}}, Receiver(strays, answers));
    QTRY_COMPARE(answers, 1);
    store->save({PutSetting{"n", "2"}}, Receiver(strays, answers));
    store.reset();
    QCOMPARE(strays.load(), 0);
}

void TestStore::holdsTheFolderAlone()
{
    QTemporaryDir folder;
    const auto store = opened(folder);
    const auto second = Store::open(folder.path().toStdString());
    QVERIFY(!second);
    QVERIFY(second.error().kind == ErrorKind::Conflict);
    QVERIFY(second.error().message.find(std::to_string(QCoreApplication::applicationPid()))
            != std::string::npos);
}

void TestStore::keepsFilesPrivate()
{
    QTemporaryDir folder;
    const QString inside = folder.path() + QStringLiteral("/new/data");
    auto store = Store::open(inside.toStdString());
    QVERIFY(store);
    QVERIFY((*store)->saveNow({PutNode{.node = fullNode()}}));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(inside) & others));
    QVERIFY(!(QFile::permissions(inside + QStringLiteral("/master.key")) & others));
}

void TestStore::setsADamagedDatabaseAside_data()
{
    QTest::addColumn<int>("offset");
    QTest::newRow("head") << 0;
    QTest::newRow("first page") << 100;
    QTest::newRow("a page of a table") << 8192;
}

void TestStore::setsADamagedDatabaseAside()
{
    QFETCH(int, offset);
    QTemporaryDir folder;
    QVERIFY(opened(folder)->saveNow({PutNode{.node = fullNode()}}));
    const QString path = folder.path() + QStringLiteral("/homeward.db");
    overwrite(path, offset, QByteArray(4096, '\x5a'));
    {
        const auto store = opened(folder);
        QVERIFY(store);
        QVERIFY(store->initialState() == StoredState{});
        QCOMPARE(store->problems().size(), std::size_t(1));
        const QStringList aside
            = QDir(folder.path()).entryList({QStringLiteral("homeward.db.damaged-*")});
        QCOMPARE(aside.size(), 1);
        QVERIFY(store->problems()[0].find(aside[0].toStdString()) != std::string::npos);
        QVERIFY(store->saveNow({PutSetting{"a", "1"}}));
    }
    QVERIFY(opened(folder)->problems().empty());
}

void TestStore::refusesANewerSchema()
{
    QTemporaryDir folder;
    opened(folder).reset();
    const QString path = folder.path() + QStringLiteral("/homeward.db");
    {
        QSqlDatabase database
            = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("test"));
        database.setDatabaseName(path);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY(query.exec(QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion() + 1)));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("test"));
    const auto store = Store::open(folder.path().toStdString());
    QVERIFY(!store);
    QVERIFY(store.error().message.find("newer version") != std::string::npos);
    QVERIFY(QFile::exists(path));
}

void TestStore::namesKeysThatCannotBeOpened()
{
    QTemporaryDir folder;
    QVERIFY(opened(folder)->saveNow({PutNode{.node = fullNode()}}));
    QVERIFY(QFile::remove(folder.path() + QStringLiteral("/master.key")));
    const auto store = opened(folder);
    QVERIFY(store);
    QCOMPARE(store->problems().size(), std::size_t(1));
    QVERIFY(store->problems()[0].find(fullNode().name) != std::string::npos);
    QVERIFY(store->initialState().nodes[0].apiKey.isEmpty());
}

void TestStore::keepsAnUnopenedKeyUntilItIsRemoved()
{
    QTemporaryDir folder;
    QVERIFY(opened(folder)->saveNow({PutNode{.node = fullNode()}}));
    const QString keyFile = folder.path() + QStringLiteral("/master.key");
    QVERIFY(QFile::rename(keyFile, keyFile + QStringLiteral(".away")));
    domain::Node withoutKey = fullNode();
    withoutKey.apiKey = Secret();
    QVERIFY(opened(folder)->saveNow({PutNode{.node = withoutKey}}));
    QVERIFY(QFile::rename(keyFile + QStringLiteral(".away"), keyFile));
    {
        const auto store = opened(folder);
        QVERIFY(store->initialState().nodes[0].apiKey == fullNode().apiKey);
        QVERIFY(store->saveNow({PutNode{.node = withoutKey, .emptyKey = EmptyKey::Removes}}));
    }
    QVERIFY(opened(folder)->initialState().nodes[0].apiKey.isEmpty());
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"

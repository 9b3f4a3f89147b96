// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/database.h"

#include "folder_files.h"
#include "storage/migration.h"
#include "storage/private_file.h"
#include "storage/schema.h"
#include "storage/statement.h"

#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <functional>

using namespace homeward;
using namespace homeward::storage;
using namespace Qt::StringLiterals;

using Damage = std::function<bool(const QString &databasePath)>;

namespace {

const WallTime now{std::chrono::seconds(1796097600)};

QString databaseIn(const QTemporaryDir &folder)
{
    return folder.filePath(u"homeward.db"_s);
}

Result<Database> openIn(const QTemporaryDir &folder)
{
    return Database::open(folder.path().toStdString(), now);
}

QString answerOf(const QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    return query.exec(sql) && query.next() ? query.value(0).toString() : u"(nothing)"_s;
}

bool runOn(const QString &path, const QStringList &statements)
{
    const SqliteConnection connection(path.toStdString());
    QSqlDatabase database = connection.database();
    bool isDone = database.open();
    for (const QString &sql : statements)
        isDone = isDone && Statement(database, sql).run();
    return isDone;
}

Damage runs(const QStringList &statements)
{
    return [statements](const QString &path) { return runOn(path, statements); };
}

Damage writes(qint64 offset, const QByteArray &bytes)
{
    return [=](const QString &path) { return overwrite(path, offset, bytes); };
}

const QString insertSetting = u"INSERT INTO settings VALUES ('kept', '1')"_s;
const QString countSettings = u"SELECT count(*) FROM settings WHERE name = 'kept'"_s;

/// A data folder as kill -9 leaves it: the newest change is in the log only.
bool leaveWithLog(const QTemporaryDir &folder)
{
    const QTemporaryDir live;
    const auto database = openIn(live);
    if (!database || !Statement(database->connection(), insertSetting).run())
        return false;
    return QFile::copy(databaseIn(live), databaseIn(folder))
        && QFile::copy(databaseIn(live) + "-wal"_L1, databaseIn(folder) + "-wal"_L1);
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void setsTheConnectionUp_data();
    void setsTheConnectionUp();
    void upgradesFromEachVersion_data();
    void upgradesFromEachVersion();
    void leavesANewerVersionAsItIs();
    void setsDamageAside_data();
    void setsDamageAside();
    void keepsWhatIsInTheLog();
    void setsADamagedLogAside_data();
    void setsADamagedLogAside();
    void takesAnUnfinishedChangeForNone();
    void closesItsFilesToOthers();
    void saysWhatIsInTheWay_data();
    void saysWhatIsInTheWay();
};

void TestDatabase::init()
{
    // Qt warns of connections that are still in use when they are removed.
    QTest::failOnWarning(QRegularExpression(u"QSql"_s));
}

void TestDatabase::setsTheConnectionUp_data()
{
    QTest::addColumn<QString>("pragma");
    QTest::addColumn<QString>("expected");
    QTest::newRow("readers do not wait") << u"journal_mode"_s << u"wal"_s;
    QTest::newRow("every change is on the disk") << u"synchronous"_s << u"2"_s;
    QTest::newRow("foreign keys hold") << u"foreign_keys"_s << u"1"_s;
    QTest::newRow("waits for another program") << u"busy_timeout"_s << u"5000"_s;
}

void TestDatabase::setsTheConnectionUp()
{
    QFETCH(QString, pragma);
    QFETCH(QString, expected);
    const QTemporaryDir folder;
    const auto database = openIn(folder);
    QVERIFY(database);
    QCOMPARE(answerOf(database->connection(), "PRAGMA "_L1 + pragma), expected);
}

void TestDatabase::upgradesFromEachVersion_data()
{
    QTest::addColumn<int>("version");
    for (int version = 0; version <= schemaVersion(); ++version)
        QTest::addRow("from version %d", version) << version;
}

void TestDatabase::upgradesFromEachVersion()
{
    QFETCH(int, version);
    const QTemporaryDir folder;
    if (version > 0) {
        QVERIFY(makePrivateFile(databaseIn(folder).toStdString()));
        const SqliteConnection old(databaseIn(folder).toStdString());
        QVERIFY(old.database().open());
        QVERIFY(migrate(old.database(), 0, version));
        QVERIFY(Statement(old.database(), insertSetting).run());
    }
    const auto database = openIn(folder);
    QVERIFY2(database, database ? "" : database.error().message.c_str());
    QVERIFY(database->problems().empty());
    QCOMPARE(answerOf(database->connection(), u"PRAGMA user_version"_s).toInt(), schemaVersion());
    QVERIFY(*hasSchemaOf(database->connection(), schemaVersion()));
    QCOMPARE(answerOf(database->connection(), countSettings).toInt(), version > 0 ? 1 : 0);
}

void TestDatabase::leavesANewerVersionAsItIs()
{
    const QTemporaryDir folder;
    QVERIFY(openIn(folder));
    QVERIFY(runOn(databaseIn(folder),
                  {u"PRAGMA user_version = %1"_s.arg(schemaVersion() + 1), insertSetting}));
    const QByteArray before = contentOf(databaseIn(folder));
    const auto database = openIn(folder);
    QVERIFY(!database);
    QVERIFY(database.error().kind == ErrorKind::StorageFailed);
    QVERIFY(contains(database.error().message, "a newer version of this program"));
    QVERIFY(contains(database.error().message, databaseIn(folder).toStdString()));
    QCOMPARE(contentOf(databaseIn(folder)), before);
    QCOMPARE(filesIn(folder.path(), u"*.damaged-*"_s), QStringList());
}

void TestDatabase::setsDamageAside_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::newRow("head") << writes(0, QByteArray(100, 'Z'));
    QTest::newRow("page size") << writes(16, QByteArray("\x03\x01", 2));
    QTest::newRow("first page behind the head") << writes(100, QByteArray(3900, 'Z'));
    QTest::newRow("a page in the middle") << writes(4096 * 6, QByteArray(4096, 'Z'));
    QTest::newRow("a page of zeros") << writes(4096 * 6, QByteArray(4096, '\0'));
    QTest::newRow("the last page") << writes(4096 * 18, QByteArray(4096, 'Z'));
    QTest::newRow("cut in the middle")
        << Damage([](const QString &path) { return QFile::resize(path, 4096 * 7 + 100); });
    QTest::newRow("emptied") << Damage([](const QString &path) { return QFile::resize(path, 0); });
    QTest::newRow("another kind of file") << Damage(
        [](const QString &path) { return writeContent(path, "nodes: []\nproviders: []\n"); });
    QTest::newRow("version below none") << runs({u"PRAGMA user_version = -5"_s});
    QTest::newRow("tables without a version") << runs({u"PRAGMA user_version = 0"_s});
    QTest::newRow("version without a table") << runs({u"DROP TABLE known_names"_s});
    QTest::newRow("version without a column") << runs({u"ALTER TABLE nodes DROP COLUMN name"_s});
    QTest::newRow("index that differs from its table")
        << runs({u"PRAGMA writable_schema = ON"_s,
                 u"UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
                 "WHERE name = 'sqlite_autoindex_nodes_1') "
                 "WHERE name = 'sqlite_autoindex_providers_1'"_s});
}

void TestDatabase::setsDamageAside()
{
    QFETCH(Damage, damage);
    const QTemporaryDir folder;
    QVERIFY(openIn(folder));
    QVERIFY(runOn(databaseIn(folder), {insertSetting}));
    QVERIFY(damage(databaseIn(folder)));
    const QByteArray damaged = contentOf(databaseIn(folder));
    {
        const auto database = openIn(folder);
        QVERIFY2(database, database ? "" : database.error().message.c_str());
        const QStringList aside = filesIn(folder.path(), u"homeward.db.damaged-*Z"_s);
        QCOMPARE(aside, QStringList{u"homeward.db.damaged-20261201T040000Z"_s});
        QCOMPARE(contentOf(folder.filePath(aside[0])), damaged);
        QCOMPARE(database->problems().size(), std::size_t(1));
        QVERIFY(contains(database->problems()[0], folder.filePath(aside[0]).toStdString()));
        QCOMPARE(answerOf(database->connection(), countSettings), u"0"_s);
        QVERIFY(Statement(database->connection(), insertSetting).run());
    }
    const auto again = openIn(folder);
    QVERIFY(again);
    QVERIFY(again->problems().empty());
    QCOMPARE(answerOf(again->connection(), countSettings), u"1"_s);
}

void TestDatabase::keepsWhatIsInTheLog()
{
    const QTemporaryDir folder;
    QVERIFY(leaveWithLog(folder));
    const auto database = openIn(folder);
    QVERIFY(database);
    QVERIFY(database->problems().empty());
    QCOMPARE(answerOf(database->connection(), countSettings), u"1"_s);
}

void TestDatabase::setsADamagedLogAside_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("asideName");
    QTest::newRow("no log any more")
        << writes(0, QByteArray(32, 'Z')) << u"homeward.db-wal.damaged-20261201T040000Z"_s;
    QTest::newRow("wrong checksum")
        << writes(17, "Z") << u"homeward.db-wal.damaged-20261201T040000Z"_s;
    QTest::newRow("the database was emptied")
        << Damage([](const QString &log) { return QFile::resize(log.chopped(4), 0); })
        << u"homeward.db.damaged-20261201T040000Z-wal"_s;
    QTest::newRow("the database is gone")
        << Damage([](const QString &log) { return QFile::remove(log.chopped(4)); })
        << u"homeward.db.damaged-20261201T040000Z-wal"_s;
}

void TestDatabase::setsADamagedLogAside()
{
    QFETCH(Damage, damage);
    QFETCH(QString, asideName);
    const QTemporaryDir folder;
    const QString log = databaseIn(folder) + "-wal"_L1;
    QVERIFY(leaveWithLog(folder));
    QVERIFY(damage(log));
    const QByteArray damaged = contentOf(log);
    const auto database = openIn(folder);
    QVERIFY(database);
    QCOMPARE(contentOf(folder.filePath(asideName)), damaged);
    QCOMPARE(database->problems().size(), std::size_t(1));
    QVERIFY(contains(database->problems()[0], "set aside as "));
    QVERIFY(*hasSchemaOf(database->connection(), schemaVersion()));
}

void TestDatabase::takesAnUnfinishedChangeForNone()
{
    const QTemporaryDir folder;
    QVERIFY(leaveWithLog(folder));
    const QString log = databaseIn(folder) + "-wal"_L1;
    QVERIFY(QFile::resize(log, QFileInfo(log).size() - 100));
    const auto database = openIn(folder);
    QVERIFY(database);
    QVERIFY(database->problems().empty());
    QCOMPARE(answerOf(database->connection(), countSettings), u"0"_s);
}

void TestDatabase::closesItsFilesToOthers()
{
    const mode_t before = ::umask(0);
    const QTemporaryDir folder;
    openIn(folder);
    QVERIFY(QFile::setPermissions(databaseIn(folder), QFile::Permissions(0x6644)));
    QVERIFY(isOpenToOthers(databaseIn(folder)));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"Others could read the file"_s));
    const auto database = openIn(folder);
    QVERIFY(Statement(database->connection(), insertSetting).run());
    const QStringList files = filesIn(folder.path(), u"homeward.db*"_s);
    ::umask(before);
    QCOMPARE(files.size(), 3);
    for (const QString &name : files)
        QVERIFY2(!isOpenToOthers(folder.filePath(name)), qPrintable(name));
}

void TestDatabase::saysWhatIsInTheWay_data()
{
    QTest::addColumn<Damage>("obstacle");
    QTest::addColumn<QString>("part");
    QTest::newRow("no folder") << Damage([](const QString &path) {
        return QDir(QFileInfo(path).path()).removeRecursively();
    }) << u"No such file or directory"_s;
    QTest::newRow("a folder in its place")
        << Damage([](const QString &path) { return QDir().mkdir(path); }) << u"Is a directory"_s;
    QTest::newRow("a file in place of the folder") << Damage([](const QString &path) {
        const QString folder = QFileInfo(path).path();
        return QDir(folder).removeRecursively() && writeContent(folder, "x");
    }) << u"Not a directory"_s;
}

void TestDatabase::saysWhatIsInTheWay()
{
    QFETCH(Damage, obstacle);
    QFETCH(QString, part);
    const QTemporaryDir parent;
    const QString folder = parent.filePath(u"data"_s);
    QVERIFY(QDir().mkdir(folder));
    QVERIFY(obstacle(folder + "/homeward.db"_L1));
    const auto database = Database::open(folder.toStdString(), now);
    QVERIFY(!database);
    QVERIFY(database.error().kind == ErrorKind::StorageFailed);
    QVERIFY2(contains(database.error().message, part.toStdString()),
             database.error().message.c_str());
    QVERIFY(contains(database.error().message, folder.toStdString()));
}

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/store.h"

#include "folder_files.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

/// What the store promises beyond the life of a process. This program is its own child: with a role
/// and a data folder as arguments it is the process that dies, holds the folder, or finds the disk
/// full, and tells by lines on its standard output what it saw.

using namespace homeward;
using namespace homeward::storage;
using namespace Qt::StringLiterals;

namespace {

void say(const std::string &line)
{
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

std::string outcomeOf(const Result<Done> &saved)
{
    return saved ? "saved" : saved.error().message;
}

domain::Node nodeWithKey()
{
    return {.fingerprint = "fp_1", .name = "gpu", .apiKey = Secret("sk-very-secret")};
}

/// Dies as with kill -9 in the very call that says that it is saved.
int saveAndDie(Store &store)
{
    store.save({PutSetting{"a", "1"}, PutNode{.node = nodeWithKey()}},
               [](const Result<Done> &saved) {
                   say(outcomeOf(saved));
                   std::raise(SIGKILL);
               });
    return QCoreApplication::exec();
}

/// Saves pairs without an end, and says how far it came.
int savePairs(Store &store)
{
    for (int i = 1;; ++i) {
        const std::string number = std::to_string(i);
        if (store.saveNow({PutSetting{"a", number}, PutSetting{"b", number}}))
            say(number);
    }
}

/// Until standard input is closed.
int hold()
{
    say("here");
    return std::getchar() == EOF ? 0 : 1;
}

bool fillDisk(const std::string &path)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const std::string block(4096, 'x');
    while (::write(file, block.data(), block.size()) > 0) { }
    return ::close(file) == 0;
}

void limitFiles(rlim_t size)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = size, .rlim_max = RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

/// Saves before, while and after there is no room, and what is there after a new start.
int goThroughAFullDisk(const std::string &folder, const std::function<void()> &fill,
                       const std::function<void()> &makeRoom)
{
    {
        const auto store = Store::open(folder);
        if (!store)
            return 1;
        say(outcomeOf((*store)->saveNow({PutSetting{"before", "1"}})));
        fill();
        say(outcomeOf((*store)->saveNow({PutSetting{"full", std::string(9000, '7')}})));
        say(outcomeOf((*store)->saveNow({PutNode{.node = nodeWithKey()}})));
        makeRoom();
        say(outcomeOf((*store)->saveNow({PutSetting{"after", "1"}})));
        say(outcomeOf((*store)->saveNow({PutNode{.node = nodeWithKey()}})));
    }
    const auto store = Store::open(folder);
    if (!store)
        return 1;
    for (const auto &[name, value] : (*store)->initialState().settings)
        say("kept " + name);
    for (const domain::Node &node : (*store)->initialState().nodes)
        say("kept " + node.name + (node.apiKey == nodeWithKey().apiKey ? " with its key" : ""));
    for (const std::string &problem : (*store)->problems())
        say(problem);
    return 0;
}

int fillSmallDisk(const std::string &folder)
{
    const std::string filler = folder + "/filler";
    return goThroughAFullDisk(
        folder, [&] { fillDisk(filler); }, [&] { ::unlink(filler.c_str()); });
}

int limitFileSize(const std::string &folder)
{
    return goThroughAFullDisk(
        folder, [] { limitFiles(16); }, [] { limitFiles(RLIM_INFINITY); });
}

/// Gives this process a small disk of its own in place of the folder.
bool mountSmallDisk(const char *folder)
{
    const bool isAlone = ::geteuid() == 0 ? ::unshare(CLONE_NEWNS) == 0
                                          : ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
    return isAlone && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && ::mount("none", folder, "tmpfs", 0, "size=1m") == 0;
}

int runChild(int argc, char **argv)
{
    const std::string role = argv[1];
    const std::string folder = argv[2];
    if (role == "small disk" && !mountSmallDisk(argv[2])) {
        say("no small disk");
        return 0;
    }
    const QCoreApplication application(argc, argv);
    if (role == "small disk")
        return fillSmallDisk(folder);
    if (role == "file size")
        return limitFileSize(folder);
    if (role == "wait")
        return hold();
    const auto store = Store::open(folder);
    if (!store)
        return 1;
    if (role == "die")
        return saveAndDie(**store);
    if (role == "pairs")
        return savePairs(**store);
    return hold();
}

void startChild(QProcess &child, const QString &role, const QTemporaryDir &folder)
{
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), {role, folder.path()});
}

QByteArray nextLine(QProcess &child)
{
    while (!child.canReadLine() && child.waitForReadyRead()) { }
    return child.readLine().trimmed();
}

Result<std::unique_ptr<Store>> openIn(const QTemporaryDir &folder)
{
    return Store::open(folder.path().toStdString());
}

} // namespace

class TestStoreProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatItAnsweredThroughKill();
    void keepsChangesWholeThroughKill();
    void namesTheProcessThatHoldsTheFolder();
    void isNotHeldByChildrenOfTheHolder();
    void goesOnAfterAFullDisk_data();
    void goesOnAfterAFullDisk();
};

void TestStoreProcess::keepsWhatItAnsweredThroughKill()
{
    const QTemporaryDir folder;
    QProcess child;
    startChild(child, u"die"_s, folder);
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
    QCOMPARE(child.readAllStandardOutput().trimmed(), QByteArray("saved"));
    // Nobody had the time to tidy up.
    QVERIFY(QFileInfo(folder.filePath(u"homeward.db-wal"_s)).size() > 0);
    const auto store = openIn(folder);
    QVERIFY(store);
    QVERIFY((*store)->problems().empty());
    const StoredState &state = (*store)->initialState();
    QVERIFY((state.settings == std::map<std::string, std::string>{{"a", "1"}}));
    QVERIFY(state.nodes == std::vector<domain::Node>{nodeWithKey()});
}

void TestStoreProcess::keepsChangesWholeThroughKill()
{
    const QTemporaryDir folder;
    QProcess child;
    startChild(child, u"pairs"_s, folder);
    QVERIFY(!nextLine(child).isEmpty());
    QVERIFY(!nextLine(child).isEmpty());
    child.kill();
    QVERIFY(child.waitForFinished());
    const QByteArray rest = child.readAllStandardOutput();
    const QByteArray whole = rest.left(rest.lastIndexOf('\n') + 1).trimmed();
    const int answered = whole.isEmpty() ? 2 : whole.split('\n').last().toInt();
    const auto store = openIn(folder);
    QVERIFY(store);
    QVERIFY((*store)->problems().empty());
    const auto &settings = (*store)->initialState().settings;
    QCOMPARE(settings.size(), std::size_t(2));
    QCOMPARE(settings.at("a"), settings.at("b"));
    QVERIFY(std::stoi(settings.at("a")) >= answered);
}

void TestStoreProcess::namesTheProcessThatHoldsTheFolder()
{
    const QTemporaryDir folder;
    QProcess child;
    startChild(child, u"hold"_s, folder);
    QCOMPARE(nextLine(child), QByteArray("here"));
    const auto refused = openIn(folder);
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == ErrorKind::Conflict);
    QVERIFY(contains(refused.error().message, folder.path().toStdString()));
    QVERIFY(
        contains(refused.error().message, "process " + std::to_string(child.processId()) + ";"));
    // A lock that a killed process leaves behind holds nobody up.
    child.kill();
    QVERIFY(child.waitForFinished());
    QVERIFY(openIn(folder));
}

void TestStoreProcess::isNotHeldByChildrenOfTheHolder()
{
    const QTemporaryDir folder;
    QProcess child;
    auto store = openIn(folder);
    QVERIFY(store);
    startChild(child, u"wait"_s, folder);
    QCOMPARE(nextLine(child), QByteArray("here"));
    store->reset();
    QVERIFY(openIn(folder));
    child.closeWriteChannel();
    QVERIFY(child.waitForFinished());
}

void TestStoreProcess::goesOnAfterAFullDisk_data()
{
    QTest::addColumn<QString>("databaseMessage");
    QTest::addColumn<QString>("keyMessage");
    QTest::newRow("small disk") << u"the disk with the data folder is full; make room on it"_s
                                << u"No space left on device; make room on the disk"_s;
    QTest::newRow("file size")
        << u"the disk with the data folder is full or reports errors; check it"_s
        << u"File too large"_s;
}

void TestStoreProcess::goesOnAfterAFullDisk()
{
    QFETCH(QString, databaseMessage);
    QFETCH(QString, keyMessage);
    const QTemporaryDir folder;
    QProcess child;
    startChild(child, QString::fromLatin1(QTest::currentDataTag()), folder);
    QVERIFY(child.waitForFinished());
    QStringList lines = QString::fromUtf8(child.readAllStandardOutput()).trimmed().split(u'\n');
    if (lines == QStringList{u"no small disk"_s})
        QSKIP("this system lets no test mount a disk of its own");
    QCOMPARE(child.exitCode(), 0);
    QVERIFY(lines.size() > 2);
    const QString ofKey = lines.takeAt(2);
    QVERIFY2(ofKey.contains(keyMessage) && ofKey.contains("/master.key"_L1), qPrintable(ofKey));
    const QStringList expected{
        u"saved"_s,       databaseMessage,           u"saved"_s, u"saved"_s, u"kept after"_s,
        u"kept before"_s, u"kept gpu with its key"_s};
    QCOMPARE(lines, expected);
}

int main(int argc, char **argv)
{
    // Qt Test's own arguments begin with a dash or name one function.
    if (argc == 3 && std::string_view(argv[2]).starts_with('/'))
        return runChild(argc, argv);
    QCoreApplication application(argc, argv);
    TestStoreProcess test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_store_process.moc"

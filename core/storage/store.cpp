// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/store.h"

#include "base/turn_watch.h"
#include "storage/change_writer.h"
#include "storage/database.h"
#include "storage/instance_lock.h"
#include "storage/master_key_file.h"
#include "storage/private_file.h"
#include "storage/state_reader.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QThread>

#include <optional>
#include <utility>

namespace homeward::storage {

/// What lives on the storage thread.
class Store::Worker : public QObject
{
public:
    Worker(std::string folder, WallTime now) : m_keyFile(folder, now), m_folder(std::move(folder))
    { }

    Result<StateReading> open(WallTime now)
    {
        auto database = Database::open(m_folder, now);
        if (!database)
            return database.error();
        m_database.emplace(std::move(*database));
        auto reading = readState(m_database->connection(), m_box);
        if (reading) {
            const std::vector<std::string> &first = m_database->problems();
            reading->problems.insert(reading->problems.begin(), first.begin(), first.end());
        }
        return reading;
    }

    Result<Done> write(const std::vector<Change> &changes)
    {
        return writeChanges(m_database->connection(), m_box, changes);
    }

    void close() { m_database.reset(); }

private:
    MasterKeyFile m_keyFile;
    std::string m_folder;
    SecretBox m_box{m_keyFile};
    std::optional<Database> m_database;
};

struct Store::Parts
{
    explicit Parts(InstanceLock taken) : lock(std::move(taken)) { }

    InstanceLock lock;
    QThread thread;
    std::unique_ptr<Worker> worker;
    StateReading reading;
    /// Answers come back to the thread of this.
    QObject home;
};

Store::Store(std::unique_ptr<Parts> parts) : m_parts(std::move(parts))
{ }

Store::~Store()
{
    if (!m_parts->worker)
        return;
    QMetaObject::invokeMethod(
        m_parts->worker.get(), [worker = m_parts->worker.get()] { worker->close(); },
        Qt::BlockingQueuedConnection);
    m_parts->thread.quit();
    m_parts->thread.wait();
}

Result<std::unique_ptr<Store>> Store::open(const std::string &dataFolder)
{
    if (const auto made = makePrivateFolder(dataFolder); !made)
        return made.error();
    auto lock = InstanceLock::take(dataFolder);
    if (!lock)
        return lock.error();
    const WallTime now = SystemClock().wallNow();
    auto parts = std::make_unique<Parts>(std::move(*lock));
    parts->worker = std::make_unique<Worker>(dataFolder, now);
    parts->worker->moveToThread(&parts->thread);
    parts->thread.setObjectName(QStringLiteral("storage"));
    parts->thread.start();
    std::optional<Result<StateReading>> reading;
    QMetaObject::invokeMethod(
        parts->worker.get(),
        [&reading, worker = parts->worker.get(), now] { reading = worker->open(now); },
        Qt::BlockingQueuedConnection);
    std::unique_ptr<Store> store(new Store(std::move(parts)));
    if (!*reading)
        return reading->error();
    store->m_parts->reading = std::move(**reading);
    return store;
}

const StoredState &Store::initialState() const
{
    return m_parts->reading.state;
}

const std::vector<std::string> &Store::problems() const
{
    return m_parts->reading.problems;
}

void Store::save(std::vector<Change> changes, Saved saved)
{
    Worker *worker = m_parts->worker.get();
    QObject *home = &m_parts->home;
    QMetaObject::invokeMethod(
        worker,
        [worker, home, changes = std::move(changes), saved = std::move(saved)]() mutable {
            // The store waits for this thread before `home` goes. No copy of `saved` stays here:
            // what it holds must not be destroyed on this thread.
            QMetaObject::invokeMethod(
                home,
                [saved = std::move(saved), result = worker->write(changes)] {
                    const TurnWatch::Step step("an answer of the storage");
                    if (saved)
                        saved(result);
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

Result<Done> Store::saveNow(const std::vector<Change> &changes)
{
    std::optional<Result<Done>> result;
    QMetaObject::invokeMethod(
        m_parts->worker.get(),
        [&result, &changes, worker = m_parts->worker.get()] { result = worker->write(changes); },
        Qt::BlockingQueuedConnection);
    return *result;
}

} // namespace homeward::storage

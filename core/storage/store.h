// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "storage/change.h"
#include "storage/stored_state.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace homeward::storage {

/// Keeps what the user set, durably, in a data folder that no other process uses meanwhile. Lives
/// on the thread that opened it, which runs Qt's event loop; SQLite works on a thread of its own.
class Store
{
public:
    using Saved = std::function<void(const Result<Done> &)>;

    /// Makes the folder if need be. A damaged database is set aside and a new one begun, see
    /// problems(). The error names the folder and, where another process has it, that process.
    static Result<std::unique_ptr<Store>> open(const std::string &dataFolder);
    /// Waits until all that was saved is durable; nobody is called any more.
    ~Store();
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// What was stored when it was opened.
    const StoredState &initialState() const;
    /// What the user should know of that, as sentences.
    const std::vector<std::string> &problems() const;

    /// All of the changes, in their order, or none. `saved`, if there is one, is called later on
    /// this thread, when they are durable or have failed; in the order of the calls.
    void save(std::vector<Change> changes, Saved saved);
    /// The same, but waits: for a program that has not begun to serve yet.
    Result<Done> saveNow(const std::vector<Change> &changes);

private:
    class Worker;
    struct Parts;
    explicit Store(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace homeward::storage

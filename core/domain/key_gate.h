// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ip_range.h"
#include "base/result.h"
#include "domain/api_key.h"
#include "domain/model_index.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Who may call what: product.md, "How a request is resolved", steps 2 and 3, and http-api.md,
/// section 5. The rate, which has a memory, is in rate_window.h.

namespace homeward::domain {

/// Whether a request without a known key is let through.
enum class KeyMode { Permissive, Blocking };

/// What a call asks for: inference, or everything else.
enum class Scope { Inference, Admin };

/// Who sent a request that the gate let through.
struct Caller
{
    /// Null: nobody, who may use everything. Outlives the table that it came from.
    std::shared_ptr<const ApiKey> key;

    bool isNobody() const { return key == nullptr; }
    bool operator==(const Caller &) const = default;
};

struct KeyRequest
{
    /// The SHA-256 of the key that the request brought, as ApiKey has it; nothing without a key.
    std::optional<std::string_view> keySha256;
    AddressBytes clientAddress{};
    Scope scope = Scope::Inference;
    KeyMode mode = KeyMode::Blocking;
    WallTime now{};
};

using KeyDecision = Result<Caller>;

/// The keys by their digests, made once from the list; of two keys with one digest the first
/// counts.
class KeyTable
{
public:
    KeyTable() = default;
    explicit KeyTable(const std::vector<ApiKey> &keys);

    bool isEmpty() const { return m_keys.empty(); }
    /// 401 for a key that is missing, unknown, disabled or expired, then 403 for the address, then
    /// 403 for the scope. In permissive mode a missing or unknown key is nobody's, and scopes are
    /// not asked for; the other limits of a known key hold there too (product.md, Decisions).
    KeyDecision judge(const KeyRequest &request) const;

private:
    struct Entry
    {
        std::shared_ptr<const ApiKey> key;
        std::vector<IpRange> clientRanges;
    };
    static bool admitsAddress(const Entry &entry, const AddressBytes &address);

    std::unordered_map<std::string, Entry, TextHash, std::equal_to<>> m_keys;
};

/// Step 3, on the name that was requested; case counts, outer spaces do not. No list: every model.
bool allowsModel(const ApiKey &key, std::string_view requestedModel);
bool allowsModel(const Caller &caller, std::string_view requestedModel);
/// `backendId` as /admin/backends gives it. An absent list allows every backend, an empty one none.
bool allowsBackend(const ApiKey &key, std::string_view backendId);
bool allowsBackend(const Caller &caller, std::string_view backendId);

} // namespace homeward::domain

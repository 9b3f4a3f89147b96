// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/key_gate.h"

#include "base/outer_space.h"

#include <algorithm>
#include <utility>

namespace homeward::domain {

namespace {

bool holds(const std::vector<std::string> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Error invalidKey(std::string message)
{
    return Error{ErrorKind::InvalidApiKey, std::move(message), {}};
}

std::optional<Error> staleness(const ApiKey &key, WallTime now)
{
    if (!key.isEnabled)
        return invalidKey("the API key is switched off; use another one");
    if (key.expiresAt && now >= *key.expiresAt)
        return invalidKey("the API key has expired; use another one");
    return std::nullopt;
}

bool hasScope(const ApiKey &key, Scope scope)
{
    switch (scope) {
    case Scope::Inference:
        return key.hasInferenceScope;
    case Scope::Admin:
        return key.hasAdminScope;
    }
    return false;
}

Error scopeMissing(Scope scope)
{
    const char *name = scope == Scope::Inference ? "inference" : "admin";
    return Error{ErrorKind::ScopeMissing,
                 std::string("this call needs an API key with the scope \"") + name + '"',
                 {}};
}

} // namespace

KeyTable::KeyTable(const std::vector<ApiKey> &keys)
{
    m_keys.reserve(keys.size());
    for (const ApiKey &key : keys) {
        Entry entry{.key = std::make_shared<const ApiKey>(key)};
        for (const std::string &text : key.allowedClientIps) {
            if (const auto range = ipRangeFromText(text))
                entry.clientRanges.push_back(*range);
        }
        m_keys.emplace(key.keySha256, std::move(entry));
    }
}

bool KeyTable::admitsAddress(const Entry &entry, const AddressBytes &address)
{
    // The key's own list decides whether there is a limit: one that cannot be read admits nobody.
    return entry.key->allowedClientIps.empty()
        || std::any_of(entry.clientRanges.begin(), entry.clientRanges.end(),
                       [&](const IpRange &range) { return range.contains(address); });
}

KeyDecision KeyTable::judge(const KeyRequest &request) const
{
    const auto found = request.keySha256 ? m_keys.find(*request.keySha256) : m_keys.end();
    if (found == m_keys.end()) {
        if (request.mode == KeyMode::Permissive)
            return Caller{};
        return invalidKey(request.keySha256 ? "the API key is not known here"
                                            : "an API key is needed; send one as a bearer token");
    }
    const Entry &entry = found->second;
    if (auto stale = staleness(*entry.key, request.now))
        return *std::move(stale);
    if (!admitsAddress(entry, request.clientAddress)) {
        return Error{
            ErrorKind::AddressNotAllowed, "the API key may not be used from this address", {}};
    }
    if (request.mode == KeyMode::Blocking && !hasScope(*entry.key, request.scope))
        return scopeMissing(request.scope);
    return Caller{entry.key};
}

bool allowsModel(const ApiKey &key, std::string_view requestedModel)
{
    return key.allowedModels.empty() || holds(key.allowedModels, withoutOuterSpace(requestedModel));
}

bool allowsModel(const Caller &caller, std::string_view requestedModel)
{
    return caller.isNobody() || allowsModel(*caller.key, requestedModel);
}

bool allowsBackend(const ApiKey &key, std::string_view backendId)
{
    return !key.allowedBackends || holds(*key.allowedBackends, backendId);
}

bool allowsBackend(const Caller &caller, std::string_view backendId)
{
    return caller.isNobody() || allowsBackend(*caller.key, backendId);
}

} // namespace homeward::domain

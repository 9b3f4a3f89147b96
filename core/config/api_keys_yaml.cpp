// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/api_keys_yaml.h"

#include "base/iso_time.h"
#include "config/ip_literal.h"
#include "config/sha256_text.h"

#include <algorithm>
#include <set>
#include <string>

namespace homeward::config {

namespace {

constexpr WholeNumberRange rateRange{.lowest = 1, .highest = 1'000'000};

/// A key travels in a header field: visible ASCII, without spaces.
bool isUsableKey(std::string_view key)
{
    return !key.empty()
        && std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

std::optional<std::string> hashOfKey(const YamlValue &value)
{
    const auto key = value.secret();
    if (!key)
        return std::nullopt;
    if (!isUsableKey(key->reveal())) {
        value.refuse("must be one word of visible ASCII characters, and not empty");
        return std::nullopt;
    }
    return sha256Of(key->reveal());
}

std::optional<std::string> givenHash(const YamlValue &value)
{
    const auto text = value.secret();
    if (!text)
        return std::nullopt;
    auto digest = sha256FromText(text->reveal());
    if (!digest)
        value.refuse("must be the key's SHA-256 in 64 hexadecimal digits");
    return digest;
}

/// What the earlier entries have, and the next ones must not repeat.
struct Taken
{
    std::set<std::string> ids;
    std::set<std::string> digests;
};

/// A key has either its text or its hash in the file.
std::string keySha256Of(YamlMap &entry, Taken &taken)
{
    const auto key = entry.find("key");
    const auto hash = entry.find("key_sha256");
    if (!key && !hash) {
        entry.refuseMissing("key");
        return {};
    }
    if (key && hash)
        hash->refuse("must not stand beside key; one of them is enough");
    const auto digest = key ? hashOfKey(*key) : givenHash(*hash);
    if (digest && !taken.digests.insert(*digest).second)
        (key ? key : hash)->refuse("is the same as in an earlier entry");
    return digest.value_or("");
}

std::string idOf(YamlMap &entry, Taken &taken)
{
    const auto value = entry.find("id");
    if (!value)
        entry.refuseMissing("id");
    const auto id = value ? value->nameText() : std::nullopt;
    if (id && !taken.ids.insert(*id).second)
        value->refuse("is the id of an earlier entry");
    return id.value_or("");
}

void readScopes(const YamlValue &value, domain::ApiKey &key)
{
    key.hasInferenceScope = false;
    const auto items = value.items();
    for (const YamlValue &item : items) {
        const auto scope = item.text();
        if (scope == "inference")
            key.hasInferenceScope = true;
        else if (scope == "admin")
            key.hasAdminScope = true;
        else if (scope)
            item.refuse("must hold inference, admin or both, " + item.insteadOf());
    }
    if (items.empty() && value.node().kind != YamlNode::Kind::Map)
        value.refuse("must hold inference, admin or both");
}

std::vector<std::string> clientIpsOf(const YamlValue &value)
{
    std::vector<std::string> ranges;
    for (const YamlValue &item : value.items()) {
        const auto text = item.nameText();
        if (!text)
            continue;
        if (isAddressRange(*text))
            ranges.push_back(*text);
        else
            item.refuse("must hold addresses such as 192.168.1.7 or 10.0.0.0/8, "
                        + item.insteadOf());
    }
    return ranges;
}

std::optional<WallTime> expiryOf(YamlMap &entry)
{
    const auto value = entry.find("expires_at");
    const auto text = value ? value->text() : std::nullopt;
    if (!text)
        return std::nullopt;
    const auto time = wallTimeFromIso(*text);
    if (!time)
        value->refuse("must be a time in UTC such as 2030-01-31T00:00:00Z, " + value->insteadOf());
    return time;
}

domain::ApiKey apiKeyFromYaml(YamlMap &entry, Taken &taken)
{
    domain::ApiKey key;
    key.id = idOf(entry, taken);
    key.name = entry.nameText("name").value_or(key.id);
    key.keySha256 = keySha256Of(entry, taken);
    if (const auto scopes = entry.find("scopes"))
        readScopes(*scopes, key);
    key.allowedModels = entry.names("allowed_models");
    if (const auto backends = entry.find("allowed_backends"))
        key.allowedBackends = backends->names();
    if (const auto rate = entry.wholeNumber("rate_limit", rateRange))
        key.rateLimitPerMinute = int(*rate);
    if (const auto addresses = entry.find("allowed_client_ips"))
        key.allowedClientIps = clientIpsOf(*addresses);
    key.expiresAt = expiryOf(entry);
    key.isEnabled = entry.boolean("enabled").value_or(true);
    entry.refuseOthers();
    return key;
}

} // namespace

ApiKeysConfig apiKeysFromYaml(YamlMap section)
{
    ApiKeysConfig keys;
    keys.mode = section.choice("mode", keyModeFromText, "permissive, blocking");
    keys.persistenceFile = section.text("persistence_file").value_or("");
    Taken taken;
    for (YamlMap &entry : section.entries("keys"))
        keys.keys.push_back(apiKeyFromYaml(entry, taken));
    section.refuseOthers();
    return keys;
}

} // namespace homeward::config

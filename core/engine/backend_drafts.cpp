// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/backend_drafts.h"

#include "base/json_fields.h"
#include "domain/node_order.h"

#include <algorithm>
#include <utility>

namespace homeward::engine {

namespace {

constexpr std::size_t maxNameBytes = 200;
constexpr std::size_t maxKeyBytes = 8192;
constexpr double shortestInterval = 0.2;
constexpr double longestInterval = 3600;

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

std::optional<std::string> readName(JsonFields &fields)
{
    auto name = fields.text("name");
    if (!name)
        return name;
    if (name->empty() || name->size() > maxNameBytes
        || std::any_of(name->begin(), name->end(), isControl)) {
        fields.refuse("name", "must have 1 to 200 bytes and no control characters");
    }
    return name;
}

std::optional<domain::BaseUrl> readBaseUrl(JsonFields &fields)
{
    const auto text = fields.text("baseUrl");
    if (!text)
        return std::nullopt;
    Result<domain::BaseUrl> url = domain::baseUrlFromText(*text);
    if (!url) {
        fields.refuse("baseUrl", "is no address that can be used: " + url.error().message);
        return std::nullopt;
    }
    return std::move(*url);
}

/// `null` gives an empty key.
std::optional<Secret> readKey(JsonFields &fields)
{
    if (fields.isNull("apiKey"))
        return Secret();
    auto text = fields.text("apiKey");
    if (!text)
        return std::nullopt;
    const auto isBad = [](char c) { return c <= 0x20 || c >= 0x7f; };
    if (text->size() > maxKeyBytes || std::any_of(text->begin(), text->end(), isBad))
        fields.refuse("apiKey", "must be visible ASCII characters without spaces");
    return Secret(std::move(*text));
}

bool isHexadecimal(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::optional<domain::TlsOptions> readTls(JsonFields &fields)
{
    if (fields.isNull("tls"))
        return domain::TlsOptions{};
    const nlohmann::json *object = fields.object("tls");
    if (!object)
        return std::nullopt;
    JsonFields inner(*object, "tls.");
    domain::TlsOptions tls;
    if (!inner.isNull("caFile"))
        tls.caFile = inner.text("caFile").value_or("");
    if (!inner.isNull("pinnedSha256"))
        tls.pinnedSha256 = inner.text("pinnedSha256").value_or("");
    const std::string &pin = tls.pinnedSha256;
    if (!pin.empty() && (pin.size() != 64 || !std::all_of(pin.begin(), pin.end(), isHexadecimal)))
        inner.refuse("pinnedSha256", "must be 64 hexadecimal digits");
    if (const auto good = inner.finish(); !good)
        fields.refuse("tls", "is not accepted: " + good.error().message);
    return tls;
}

std::optional<domain::LocalServerKind> readKind(JsonFields &fields)
{
    const auto text = fields.text("kind");
    if (!text)
        return std::nullopt;
    const auto kind = domain::localServerKindFromText(*text);
    if (!kind)
        fields.refuse("kind", "must be one of " + domain::localServerKindTexts());
    return kind;
}

std::optional<int> readPriority(JsonFields &fields)
{
    const auto value = fields.integer("priority", domain::lowestPriority, domain::highestPriority);
    if (!value)
        return std::nullopt;
    return int(*value);
}

std::optional<double> readInterval(JsonFields &fields)
{
    return fields.number("healthCheckIntervalSecs", shortestInterval, longestInterval,
                         intervalProblem);
}

std::optional<std::string> readId(JsonFields &fields)
{
    auto id = fields.text("id");
    if (!id)
        return id;
    const auto isGood = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    };
    if (id->empty() || id->size() > 64 || !std::all_of(id->begin(), id->end(), isGood))
        fields.refuse("id", "must be 1 to 64 of a-z, 0-9, '-', '_' and '.'");
    else if (domain::isReservedBackendName(*id))
        fields.refuse("id", "must not begin with \"node-\" or \"appproxy-\"");
    return id;
}

Result<NodeConfigPatch> nodeConfigFromJson(const nlohmann::json &value, const std::string &where)
{
    JsonFields fields(value, where + '.');
    NodeConfigPatch patch{.priority = readPriority(fields), .isEnabled = fields.boolean("enabled")};
    if (const auto good = fields.finish(); !good)
        return good.error();
    return patch;
}

} // namespace

Result<NodeDraft> nodeDraftFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    NodeDraft draft;
    draft.name = readName(fields);
    const auto baseUrl = readBaseUrl(fields);
    if (!baseUrl)
        fields.refuse("baseUrl", "is missing: give the node's address, such as http://host:port");
    draft.apiKey = readKey(fields).value_or(Secret());
    draft.isEnabled = fields.boolean("enabled").value_or(true);
    draft.tls = readTls(fields).value_or(domain::TlsOptions{});
    if (const auto good = fields.finish(); !good)
        return good.error();
    draft.baseUrl = *baseUrl;
    return draft;
}

Result<NodePatch> nodePatchFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    NodePatch patch{.name = readName(fields),
                    .baseUrl = readBaseUrl(fields),
                    .apiKey = readKey(fields),
                    .isEnabled = fields.boolean("enabled"),
                    .priority = readPriority(fields),
                    .tls = readTls(fields)};
    if (const auto good = fields.finish(); !good)
        return good.error();
    return patch;
}

Result<LocalServerDraft> localServerDraftFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    LocalServerDraft draft;
    draft.id = readId(fields);
    draft.name = readName(fields);
    const auto baseUrl = readBaseUrl(fields);
    if (!baseUrl)
        fields.refuse("baseUrl",
                      "is missing: give the server's address, such as http://localhost:8080");
    draft.kind = readKind(fields).value_or(domain::LocalServerKind::OpenAi);
    draft.isEnabled = fields.boolean("enabled").value_or(true);
    if (const auto good = fields.finish(); !good)
        return good.error();
    draft.baseUrl = *baseUrl;
    return draft;
}

Result<LocalServerPatch> localServerPatchFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    LocalServerPatch patch{.name = readName(fields),
                           .baseUrl = readBaseUrl(fields),
                           .kind = readKind(fields),
                           .isEnabled = fields.boolean("enabled")};
    if (const auto good = fields.finish(); !good)
        return good.error();
    return patch;
}

Result<LoadBalancingPatch> loadBalancingPatchFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    LoadBalancingPatch patch;
    patch.isEnabled = fields.boolean("enabled");
    if (const auto text = fields.text("strategy")) {
        patch.strategy = domain::strategyFromText(*text);
        if (!patch.strategy)
            fields.refuse("strategy", "must be priority, round-robin, least-loaded or fastest");
    }
    patch.isFailoverEnabled = fields.boolean("failoverEnabled");
    patch.healthCheckIntervalSecs = readInterval(fields);
    if (const nlohmann::json *configs = fields.object("nodeConfigs")) {
        for (const auto &[fingerprint, value] : configs->items()) {
            const std::string where = "nodeConfigs." + fingerprint;
            if (!value.is_object()) {
                fields.refuse(where, "must be an object");
                continue;
            }
            const auto config = nodeConfigFromJson(value, where);
            if (!config)
                return config.error();
            patch.nodeConfigs.emplace(fingerprint, *config);
        }
    }
    if (const auto good = fields.finish(); !good)
        return good.error();
    return patch;
}

Result<std::vector<std::string>> nodeOrderFromJson(const nlohmann::json &object)
{
    JsonFields fields(object);
    auto fingerprints = fields.texts("fingerprints");
    if (!fingerprints)
        fields.refuse("fingerprints", "is missing: list all nodes, the first to be tried first");
    if (const auto good = fields.finish(); !good)
        return good.error();
    return std::move(*fingerprints);
}

} // namespace homeward::engine

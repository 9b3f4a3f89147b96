// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/model_list.h"

#include "protocol/json_scanner.h"
#include "protocol/model_name.h"

#include <nlohmann/json.hpp>

#include <unordered_set>

namespace homeward::protocol {

namespace {

using Json = nlohmann::ordered_json;

Error notAList(std::string_view what)
{
    return {ErrorKind::UpstreamInvalidResponse, "its list of models is " + std::string(what), {}};
}

/// Hears of nothing, where only the grammar is of interest.
class IgnoringListener final : public JsonListener
{
    std::size_t valueBegins(const JsonPlace & /*place*/) override { return 0; }
    void valueEnds(const JsonEnd & /*end*/) override { }
};

/// The tree of the text. A node's answer must not overflow the stack: nlohmann/json copies and
/// writes by recursion, so the scanner limits the depth before.
Result<Json> treeFrom(std::string_view text)
{
    IgnoringListener listener;
    JsonScanner scanner(0);
    scanner.feed(text, listener);
    scanner.finish(listener);
    if (scanner.fault() == JsonFault::TooDeep)
        return notAList("nested too deeply");
    Json json = Json::parse(text, nullptr, false);
    if (scanner.fault() != JsonFault::None || json.is_discarded())
        return notAList("not JSON");
    return json;
}

std::string dumped(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What Ollama says when it has no model.
bool isEmptyList(const Json &json)
{
    const auto object = json.find("object");
    return json.at("data").is_null() && object != json.end() && *object == "list";
}

Json createdIn(const Json &raw)
{
    if (raw.is_object()) {
        const auto created = raw.find("created");
        if (created != raw.end() && created->is_number())
            return *created;
    }
    return 0;
}

Json openAiEntry(const ModelEntry &entry)
{
    Json raw = Json::parse(entry.rawJson, nullptr, false);
    Json result{{"id", entry.id},
                {"object", "model"},
                {"created", createdIn(raw)},
                {"owned_by", entry.isRemote ? "remote" : "local"}};
    // The local server's own fields, `owned_by` above all, go before ours.
    if (!entry.isRemote && raw.is_object()) {
        for (const auto &[name, value] : raw.items()) {
            if (name != "object" && name != "created")
                result[name] = value;
        }
    }
    return result;
}

Json anthropicEntry(const ModelEntry &entry)
{
    // These servers know no date of publication.
    return {{"type", "model"},
            {"id", entry.id},
            {"display_name", entry.id},
            {"created_at", "1970-01-01T00:00:00Z"}};
}

Json geminiEntry(const ModelEntry &entry)
{
    return {{"name", "models/" + std::string(entry.id)},
            {"displayName", entry.id},
            {"supportedGenerationMethods",
             {"generateContent", "streamGenerateContent", "countTokens", "embedContent"}}};
}

Json entryJson(Surface surface, const ModelEntry &entry)
{
    switch (surface) {
    case Surface::OpenAi:
    case Surface::OpenAiResponses:
    case Surface::Ollama:
        return openAiEntry(entry);
    case Surface::Anthropic:
        return anthropicEntry(entry);
    case Surface::Gemini:
        return geminiEntry(entry);
    }
    return openAiEntry(entry);
}

Json idOrNull(const std::vector<ModelEntry> &entries, bool isFirst)
{
    if (entries.empty())
        return nullptr;
    return isFirst ? entries.front().id : entries.back().id;
}

} // namespace

Result<std::vector<ListedModel>> modelListFromText(std::string_view text, ListSource source)
{
    const auto json = treeFrom(text);
    if (!json)
        return json.error();
    const auto data = json->find("data");
    if (!json->is_object() || data == json->end() || !(data->is_array() || isEmptyList(*json)))
        return notAList("no object with a list \"data\"");
    std::vector<ListedModel> models;
    std::unordered_set<std::string> seen;
    for (const Json &entry : *data) {
        if (!entry.is_object() || !entry.contains("id") || !entry["id"].is_string())
            continue;
        auto id = entry["id"].get<std::string>();
        const bool isRemote = entry.contains("owned_by") && entry["owned_by"] == "remote";
        if ((isRemote && source == ListSource::Node) || modelNameProblem(id))
            continue;
        if (seen.insert(id).second)
            models.push_back({.id = std::move(id), .rawJson = dumped(entry)});
    }
    return models;
}

std::string modelListBody(Surface surface, const std::vector<ModelEntry> &entries)
{
    Json list = Json::array();
    for (const ModelEntry &entry : entries)
        list.push_back(entryJson(surface, entry));
    switch (surface) {
    case Surface::OpenAi:
    case Surface::OpenAiResponses:
    case Surface::Ollama:
        return dumped({{"object", "list"}, {"data", std::move(list)}});
    case Surface::Anthropic:
        return dumped({{"data", std::move(list)},
                       {"has_more", false},
                       {"first_id", idOrNull(entries, true)},
                       {"last_id", idOrNull(entries, false)}});
    case Surface::Gemini:
        return dumped({{"models", std::move(list)}});
    }
    return {};
}

std::string modelEntryBody(Surface surface, const ModelEntry &entry)
{
    return dumped(entryJson(surface, entry));
}

} // namespace homeward::protocol

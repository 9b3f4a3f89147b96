// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/model_list.h"

#include "protocol/json_scanner.h"
#include "protocol/model_name.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>

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

/// Null when it is missing, or `json` is no object.
const Json *memberOf(const Json &json, const char *name)
{
    const auto found = json.is_object() ? json.find(name) : json.end();
    return found == json.end() ? nullptr : &*found;
}

bool isMember(const Json &json, const char *name, const char *value)
{
    const Json *const member = memberOf(json, name);
    return member && *member == value;
}

/// What Ollama says when it has no model.
bool isEmptyList(const Json &json)
{
    const Json *const data = memberOf(json, "data");
    return data && data->is_null() && isMember(json, "object", "list");
}

/// By which members an entry may be called, the one that requests name first.
using IdMembers = std::span<const char *const>;
constexpr std::array<const char *, 1> openAiIdMembers{"id"};
constexpr std::array<const char *, 3> otherIdMembers{"id", "model", "name"};

struct EntryList
{
    const Json *entries = nullptr;
    IdMembers idMembers;
};

/// OpenAI's form, and what other servers send in its place or beside it.
std::vector<EntryList> entryListsIn(const Json &json)
{
    std::vector<EntryList> lists;
    if (json.is_array())
        lists.push_back({&json, otherIdMembers});
    if (const Json *const data = memberOf(json, "data"); data && data->is_array())
        lists.push_back({data, openAiIdMembers});
    if (const Json *const models = memberOf(json, "models"); models && models->is_array())
        lists.push_back({models, otherIdMembers});
    return lists;
}

std::optional<std::string> idOf(const Json &entry, IdMembers members)
{
    for (const char *const member : members) {
        const Json *const id = memberOf(entry, member);
        if (id && id->is_string())
            return id->get<std::string>();
    }
    return std::nullopt;
}

/// Whoever passes the entry on needs the id under the name that OpenAI's clients read.
std::string rawJsonOf(const Json &entry, const std::string &id)
{
    if (isMember(entry, "id", id.c_str()))
        return dumped(entry);
    Json named = entry;
    named["id"] = id;
    return dumped(named);
}

/// Collects each id once.
class UniqueModels
{
public:
    explicit UniqueModels(ListSource source) : m_source(source) { }

    void takeAll(const EntryList &list)
    {
        std::unordered_set<std::string> left;
        for (const Json &entry : *list.entries)
            take(entry, list.idMembers, left);
        // A second form of the same list may not say whose a model is.
        m_seen.merge(left);
    }
    std::vector<ListedModel> &&models() { return std::move(m_models); }

private:
    void take(const Json &entry, IdMembers members, std::unordered_set<std::string> &left)
    {
        auto id = idOf(entry, members);
        if (!id || modelNameProblem(*id))
            return;
        if (m_source == ListSource::Node && isMember(entry, "owned_by", "remote")) {
            left.insert(std::move(*id));
            return;
        }
        if (!m_seen.insert(*id).second)
            return;
        std::string rawJson = rawJsonOf(entry, *id);
        m_models.push_back({.id = std::move(*id), .rawJson = std::move(rawJson)});
    }

    ListSource m_source;
    std::vector<ListedModel> m_models;
    std::unordered_set<std::string> m_seen;
};

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
    const std::vector<EntryList> lists = entryListsIn(*json);
    if (lists.empty() && !isEmptyList(*json))
        return notAList("neither a list nor an object with a list \"data\" or \"models\"");
    UniqueModels unique(source);
    for (const EntryList &list : lists)
        unique.takeAll(list);
    return unique.models();
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

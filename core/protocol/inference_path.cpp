// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/inference_path.h"

#include "protocol/model_name.h"
#include "protocol/percent_encoding.h"

#include <algorithm>
#include <array>

namespace homeward::protocol {

namespace {

constexpr std::string_view versionPrefix = "/v1";
constexpr std::string_view inferencePrefix = "/api/v1/inference";
constexpr std::string_view geminiPrefix = "/v1beta/models";

struct KnownPath
{
    std::string_view path;
    Surface surface;
    PathMethod method = PathMethod::Post;
    AnswerForm answer = AnswerForm::Json;
};

/// Behind `/v1`.
constexpr std::array<KnownPath, 13> versionedPaths{{
    {"/chat/completions", Surface::OpenAi},
    {"/completions", Surface::OpenAi},
    {"/embeddings", Surface::OpenAi},
    {"/responses", Surface::OpenAiResponses},
    {"/rerank", Surface::OpenAi},
    {"/images/generations", Surface::OpenAi},
    {"/images/edits", Surface::OpenAi},
    {"/audio/speech", Surface::OpenAi, PathMethod::Post, AnswerForm::Bytes},
    {"/audio/transcriptions", Surface::OpenAi, PathMethod::Post, AnswerForm::Any},
    {"/audio/translations", Surface::OpenAi, PathMethod::Post, AnswerForm::Any},
    {"/moderations", Surface::OpenAi},
    {"/messages", Surface::Anthropic},
    {"/messages/count_tokens", Surface::Anthropic},
}};

/// What clients ask for whose base URL was given without `/v1`; as if it stood there.
constexpr std::array<std::string_view, 4> unversionedPaths{"/chat/completions", "/completions",
                                                           "/embeddings", "/responses"};

constexpr std::array<KnownPath, 6> ollamaPaths{{
    {"/api/chat", Surface::Ollama},
    {"/api/generate", Surface::Ollama},
    {"/api/embed", Surface::Ollama},
    {"/api/show", Surface::Ollama},
    {"/api/tags", Surface::Ollama, PathMethod::Get},
    {"/api/version", Surface::Ollama, PathMethod::Get},
}};

constexpr std::array<std::string_view, 4> geminiVerbs{"generateContent", "streamGenerateContent",
                                                      "countTokens", "embedContent"};

template <typename Table>
const KnownPath *find(const Table &table, std::string_view path)
{
    const auto found = std::find_if(table.begin(), table.end(),
                                    [path](const KnownPath &known) { return known.path == path; });
    return found == table.end() ? nullptr : &*found;
}

/// What is left behind the prefix: empty, or text that begins with a slash.
std::optional<std::string_view> behind(std::string_view prefix, std::string_view path)
{
    if (!path.starts_with(prefix))
        return std::nullopt;
    path.remove_prefix(prefix.size());
    if (!path.empty() && path.front() != '/')
        return std::nullopt;
    return path;
}

/// A segment that some server could take for more than a name: `..`, also encoded or with
/// parameters, or a slash that is encoded.
bool isHarmlessSegment(std::string_view segment)
{
    const auto decoded = percentDecoded(segment);
    if (!decoded)
        return false;
    const bool isPlain = std::all_of(decoded->begin(), decoded->end(), [](char c) {
        return c != '/' && c != '\\' && static_cast<unsigned char>(c) > 0x20 && c != '\x7f';
    });
    const auto name = std::string_view(*decoded).substr(0, decoded->find(';'));
    return isPlain && name != "." && name != "..";
}

/// True for a path that means the same to everybody, and so can be passed as it is.
bool isHarmlessPath(std::string_view path)
{
    const bool isAscii = std::all_of(path.begin(), path.end(), [](char c) {
        return c > 0x20 && c < 0x7f && c != '?' && c != '#' && c != '\\';
    });
    if (!isAscii)
        return false;
    while (!path.empty()) {
        path.remove_prefix(1);
        const auto segment = path.substr(0, path.find('/'));
        if (segment.empty() && !path.empty())
            return false;
        if (!isHarmlessSegment(segment))
            return false;
        path.remove_prefix(segment.size());
    }
    return true;
}

bool isModelList(std::string_view rest)
{
    return rest == "/models" || rest.starts_with("/models/");
}

/// `rest` is what stands behind `/v1`.
std::optional<InferencePath> versionedPath(std::string_view rest, PathPrefix prefix)
{
    InferencePath result{.prefix = prefix, .upstreamPath = std::string(versionPrefix)};
    result.upstreamPath += rest;
    if (const KnownPath *known = find(versionedPaths, rest)) {
        result.surface = known->surface;
        result.method = known->method;
        result.answer = known->answer;
        return result;
    }
    if (rest.size() < 2 || isModelList(rest) || !isHarmlessPath(rest))
        return std::nullopt;
    result.isKnown = false;
    result.answer = AnswerForm::Any;
    return result;
}

/// `rest` is what stands behind `/api/v1/inference`.
std::optional<InferencePath> inferencePath(std::string_view rest)
{
    // The management calls that live beside the inference paths (http-api.md, sections 2 and 5).
    if (rest == "/status" || rest == "/explain")
        return std::nullopt;
    return versionedPath(behind(versionPrefix, rest).value_or(rest), PathPrefix::Inference);
}

/// `rest` is what stands behind `/v1beta/models`.
std::optional<GeminiCall> geminiCall(std::string_view rest)
{
    const auto colon = rest.rfind(':');
    if (rest.empty() || colon == std::string_view::npos)
        return std::nullopt;
    const auto verb = rest.substr(colon + 1);
    const auto model = rest.substr(1, colon - 1);
    if (std::find(geminiVerbs.begin(), geminiVerbs.end(), verb) == geminiVerbs.end())
        return std::nullopt;
    auto decoded = percentDecoded(model);
    if (!decoded)
        return std::nullopt;
    return GeminiCall{.model = std::move(*decoded), .verb = std::string(verb)};
}

std::optional<InferencePath> geminiPathFrom(std::string_view rest)
{
    auto call = geminiCall(rest);
    if (!call)
        return std::nullopt;
    InferencePath result{.surface = Surface::Gemini, .prefix = PathPrefix::OtherClient};
    result.upstreamPath
        = isHarmlessPath(rest) ? std::string(geminiPrefix) + std::string(rest) : geminiPath(*call);
    result.gemini = std::move(call);
    return result;
}

/// The id behind `/models`: absent for the whole list.
std::optional<ModelListPath> modelListPath(std::string_view rest, Surface surface,
                                           PathPrefix prefix)
{
    ModelListPath result{.surface = surface, .prefix = prefix, .id = std::nullopt};
    if (rest.empty() || rest == "/")
        return result;
    result.id = percentDecoded(rest.substr(1));
    if (!result.id || modelNameProblem(*result.id))
        return std::nullopt;
    return result;
}

} // namespace

std::string_view allowedMethods(PathMethod method)
{
    return method == PathMethod::Get ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
}

std::optional<InferencePath> inferencePathFromTarget(std::string_view path)
{
    if (const auto rest = behind(versionPrefix, path))
        return versionedPath(*rest, PathPrefix::V1);
    if (const auto rest = behind(inferencePrefix, path))
        return inferencePath(*rest);
    if (const auto rest = behind(geminiPrefix, path))
        return geminiPathFrom(*rest);
    if (std::find(unversionedPaths.begin(), unversionedPaths.end(), path) != unversionedPaths.end())
        return versionedPath(path, PathPrefix::V1);
    if (const KnownPath *known = find(ollamaPaths, path)) {
        return InferencePath{.surface = known->surface,
                             .prefix = PathPrefix::OtherClient,
                             .method = known->method,
                             .upstreamPath = std::string(path)};
    }
    return std::nullopt;
}

const std::vector<std::string> &inferencePaths()
{
    static const std::vector<std::string> paths = [] {
        const std::string version(versionPrefix);
        std::vector<std::string> result{version + "/models"};
        for (const KnownPath &known : versionedPaths)
            result.push_back(version + std::string(known.path));
        return result;
    }();
    return paths;
}

std::string geminiPath(const GeminiCall &call)
{
    return std::string(geminiPrefix) + '/' + percentEncoded(call.model) + ':' + call.verb;
}

std::optional<ModelListPath> modelListPathFromTarget(std::string_view path)
{
    constexpr std::string_view models = "/models";
    if (const auto rest = behind(geminiPrefix, path)) {
        if (geminiCall(*rest))
            return std::nullopt;
        return modelListPath(*rest, Surface::Gemini, PathPrefix::OtherClient);
    }
    auto prefix = PathPrefix::V1;
    auto rest = behind(inferencePrefix, path);
    if (rest)
        prefix = PathPrefix::Inference;
    rest = rest.value_or(path);
    rest = behind(versionPrefix, *rest).value_or(*rest);
    rest = behind(models, *rest);
    if (!rest)
        return std::nullopt;
    return modelListPath(*rest, Surface::OpenAi, prefix);
}

} // namespace homeward::protocol

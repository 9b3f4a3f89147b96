// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "protocol/surface.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the path of a request says (http-api.md, section 1). Paths are the part of the target
/// before its query. None is ever normalised: what is not exactly of these forms is another path.

namespace homeward::protocol {

/// Which of the ways to write it the caller used: the answer when nobody serves the model depends
/// on it (product.md, step 10).
enum class PathPrefix { V1, Inference, OtherClient };

enum class PathMethod { Get, Post };
/// For the field Allow.
std::string_view allowedMethods(PathMethod method);

/// What a good answer to a call is made of.
enum class AnswerForm {
    /// JSON, or an event stream of it.
    Json,
    /// Bytes of some other type, at least one.
    Bytes,
    /// Nothing is known of it. The words of a recording are plain text if the caller wants it so,
    /// and
    /// none where nobody speaks.
    Any,
};

/// Gemini has the model and the call in the path: `/v1beta/models/{model}:{verb}`.
struct GeminiCall
{
    /// Decoded, and not checked yet: see modelNameProblem().
    std::string model;
    std::string verb;

    bool operator==(const GeminiCall &) const = default;
};

struct InferencePath
{
    Surface surface = Surface::OpenAi;
    PathPrefix prefix = PathPrefix::V1;
    PathMethod method = PathMethod::Post;
    /// False for a path under `/v1/` that http-api.md does not name. A POST whose body has a model
    /// is forwarded; everything else is 404, another method too.
    bool isKnown = true;
    AnswerForm answer = AnswerForm::Json;
    /// `/v1/chat/completions`; to be put behind the base URL of a backend.
    std::string upstreamPath;
    std::optional<GeminiCall> gemini;

    bool operator==(const InferencePath &) const = default;
};

/// Nothing for a path that is no inference call: lists of models and management calls too. The
/// paths that every client of OpenAI knows are also taken without `/v1`.
std::optional<InferencePath> inferencePathFromTarget(std::string_view path);

/// The paths that OpenAI's and Anthropic's clients ask for, for a message that names one.
const std::vector<std::string> &inferencePaths();

/// The path for this model where it is not the one that the caller named.
std::string geminiPath(const GeminiCall &call);

/// `GET /v1/models[/{id}]` and what means the same: with a final slash, or without `/v1`.
struct ModelListPath
{
    /// OpenAi or Gemini; an Anthropic client is known by its field `anthropic-version`.
    Surface surface = Surface::OpenAi;
    PathPrefix prefix = PathPrefix::V1;
    /// Absent for the whole list. Decoded; it may hold slashes.
    std::optional<std::string> id;

    bool operator==(const ModelListPath &) const = default;
};

std::optional<ModelListPath> modelListPathFromTarget(std::string_view path);

} // namespace homeward::protocol

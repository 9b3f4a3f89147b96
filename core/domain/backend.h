// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/secret.h"
#include "domain/base_url.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The backends as the user configured them; what was seen of them is in domain/health.

namespace homeward::domain {

enum class BackendKind { LocalServer, Node, Provider, Circuit };

/// How the certificate of an https backend is checked beyond the system's authorities.
struct TlsOptions
{
    /// A PEM file of authorities; empty means the system's.
    std::string caFile;
    /// SHA-256 of the server's certificate (DER) in 64 hexadecimal digits; empty means none.
    std::string pinnedSha256;

    bool operator==(const TlsOptions &) const = default;
};

enum class NodeSource { Manual, Discovered, Config };

/// Another computer of the user's, reached over the network (product.md, Words).
struct Node
{
    /// Identity, opaque: the node's own, or `fp_` and 16 hexadecimal digits.
    std::string fingerprint;
    std::string name;
    BaseUrl baseUrl;
    Secret apiKey;
    bool isEnabled = true;
    /// 1 to 255, unique up to 255 nodes; the highest is tried first.
    int priority = 1;
    NodeSource source = NodeSource::Manual;
    WallTime addedAt{};
    TlsOptions tls;

    bool operator==(const Node &) const = default;
};

/// The kinds of local server that http-api.md, section 4, names.
enum class LocalServerKind {
    OpenAi,
    LlamaServer,
    Ollama,
    LmStudio,
    Vllm,
    Sglang,
    LocalAi,
    Jan,
    Gpt4All,
    Homeward,
    BackendAiGo,
    ContinuumRouter,
    Image,
};

/// An inference server on this computer.
struct LocalServer
{
    std::string id;
    std::string name;
    BaseUrl baseUrl;
    LocalServerKind kind = LocalServerKind::OpenAi;
    bool isEnabled = true;
    bool isAutoDetected = false;
    /// True for one that the configuration file lists; such a server is not stored.
    bool isFromFile = false;

    bool operator==(const LocalServer &) const = default;
};

std::string_view toText(NodeSource source);
std::optional<NodeSource> nodeSourceFromText(std::string_view text);
std::string_view toText(LocalServerKind kind);
std::optional<LocalServerKind> localServerKindFromText(std::string_view text);
/// The texts of all kinds, for messages that list what is accepted.
std::string localServerKindTexts();

/// Names that begin with `node-` or `appproxy-` belong to nodes and circuits (http-api.md, 4).
bool isReservedBackendName(std::string_view name);

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/unsupported_config.h"

#include "net/ip_address.h"

#include <algorithm>
#include <string_view>

namespace homeward::engine {

namespace {

bool isBeyondLoopback(const config::BindAddress &address)
{
    if (!address.unixPath.empty())
        return false;
    const auto ip = net::ipAddressFromText(address.address);
    return !ip || !ip->isLoopback();
}

Error notYet(std::string_view what, std::string_view key)
{
    return {ErrorKind::InvalidRequest,
            '"' + std::string(key) + "\": " + std::string(what)
                + " are not part of this version yet; take it out of the configuration",
            std::string(key)};
}

} // namespace

Result<Done> checkSupported(const config::RouterConfig &file, const config::Settings &settings)
{
    const auto &bind = settings.server.bind;
    if (std::any_of(bind.begin(), bind.end(), isBeyondLoopback)) {
        return Error{
            ErrorKind::InvalidRequest,
            "\"server.bind\": beyond loopback every request needs an API key, and keys are "
            "not part of this version yet; listen on 127.0.0.1, [::1] or a Unix socket",
            "server.bind"};
    }
    if (!settings.server.tls.certificate.empty())
        return notYet("certificates of its own", "server.tls");
    if (settings.keyMode == config::KeyMode::Blocking || !file.apiKeys.keys.empty())
        return notYet("API keys", "api_keys");
    if (!file.providers.empty())
        return notYet("providers", "providers");
    if (!file.modelRewrites.empty())
        return notYet("model rewrites", "model_rewrites");
    if (!file.fallbackChains.empty())
        return notYet("fallback chains", "fallback");
    if (file.isWildcardWorkerEnabled || file.isRouterWorkerEnabled)
        return notYet("worker modes", "appproxy");
    return Done{};
}

} // namespace homeward::engine

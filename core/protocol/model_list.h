// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "protocol/surface.h"

#include <string>
#include <string_view>
#include <vector>

/// Lists of models: read from what a backend answers, and written for clients (http-api.md, 1).

namespace homeward::protocol {

/// One model as its server lists it.
struct ListedModel
{
    std::string id;
    /// The whole object, as JSON; with an `id` also where the server calls it otherwise.
    std::string rawJson;

    bool operator==(const ListedModel &) const = default;
};

/// Whose list it is: what a node calls remote belongs to its own neighbours, and is left out.
enum class ListSource { LocalServer, Node };

/// `{"data":[{"id":...},...]}`, beside or instead of it `{"models":[...]}`, or the bare list;
/// outside of `data` an entry without `id` is called by its `model` or `name`. Entries without a
/// usable name are left out, and of those with the same name all but the first. The error says what
/// the answer is instead, and repeats nothing of it.
Result<std::vector<ListedModel>> modelListFromText(std::string_view text, ListSource source);

/// One entry of the list that clients get.
struct ModelEntry
{
    std::string_view id;
    std::string_view rawJson;
    bool isRemote = false;
};

/// In the protocol of the caller. The entries are sorted by their ids.
std::string modelListBody(Surface surface, const std::vector<ModelEntry> &entries);
std::string modelEntryBody(Surface surface, const ModelEntry &entry);

} // namespace homeward::protocol

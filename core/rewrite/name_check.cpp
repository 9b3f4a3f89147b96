// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/name_check.h"

#include "base/outer_space.h"

#include <cstddef>

namespace homeward::rewrite {

namespace {

/// A request with a longer name is refused (http-api.md, section 1), so a rule for one is dead.
constexpr std::size_t nameLimit = 1024;

/// U+0000 to U+001F, and U+007F to U+009F, of which those beyond ASCII begin with C2 in UTF-8.
bool hasControlCharacter(std::string_view name)
{
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        const auto next = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : 0U;
        if (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next <= 0x9f))
            return true;
    }
    return false;
}

} // namespace

std::string_view nameProblem(std::string_view name)
{
    const std::string_view bare = withoutOuterSpace(name);
    if (bare.empty())
        return "must not be empty; name a model";
    if (bare.size() > nameLimit)
        return "must not be longer than 1024 bytes";
    if (hasControlCharacter(bare))
        return "must not have a control character";
    return {};
}

std::string requiredName(JsonFields &fields, std::string_view field)
{
    const bool isNull = fields.isNull(field);
    const auto name = fields.text(field);
    if (!name) {
        // A wrong type has been refused by then, and the first refusal counts.
        fields.refuse(field, isNull ? "must be a string" : "is missing");
        return {};
    }
    if (const auto problem = nameProblem(*name); !problem.empty()) {
        fields.refuse(field, problem);
        return {};
    }
    return std::string(withoutOuterSpace(*name));
}

} // namespace homeward::rewrite

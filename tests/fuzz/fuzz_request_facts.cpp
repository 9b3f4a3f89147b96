// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "protocol/body_splice.h"
#include "protocol/request_facts.h"

using namespace homeward;
using namespace homeward::protocol;
using homeward::testing::FuzzInput;
using homeward::testing::require;

namespace {

Result<RequestFacts> factsIn(const std::vector<std::string_view> &pieces)
{
    RequestFactsReader reader;
    for (const std::string_view piece : pieces)
        reader.feed(piece);
    return reader.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const FuzzInput input(bytes, size);
    const auto facts = factsIn({input.text()});
    require(factsIn(input.pieces()) == facts);
    if (!facts)
        return 0;

    // The same body with another model says that model, and differs nowhere else.
    const std::string value = jsonModelValue("another \"model\"");
    const std::string other = spliced(input.text(), facts->modelSpans, value);
    const auto otherFacts = factsIn({other});
    require(otherFacts.hasValue() && otherFacts->model == "another \"model\"");
    require(otherFacts->modelSpans == splicedSpans(facts->modelSpans, value.size()));
    require(otherFacts->isStream == facts->isStream);

    std::string inPlace(input.text());
    splice(inPlace, facts->modelSpans, value);
    require(inPlace == other);
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "protocol/body_splice.h"
#include "protocol/multipart_facts.h"

using namespace homeward;
using namespace homeward::protocol;
using homeward::testing::FuzzInput;
using homeward::testing::require;

namespace {

Result<RequestFacts> factsIn(std::string_view body, std::size_t stepBytes)
{
    MultipartFactsReader reader("b", body);
    std::size_t steps = 0;
    while (!reader.step(stepBytes))
        require(++steps <= body.size() + 1);
    return reader.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const FuzzInput input(bytes, size);
    // The text is looked at as the field Content-Type as well.
    if (const auto boundary = multipartBoundary(input.text()))
        require(!boundary->empty() && boundary->size() < input.text().size());

    const std::string_view body = input.text();
    const auto facts = factsIn(body, body.size() + 1);
    require(factsIn(body, input.pieceSize()) == facts);
    if (!facts)
        return 0;
    const auto value = formModelValue("another");
    const std::string other = spliced(body, facts->modelSpans, *value);
    const auto otherFacts = factsIn(other, other.size() + 1);
    require(otherFacts.hasValue() && otherFacts->model == "another");
    require(otherFacts->modelSpans == splicedSpans(facts->modelSpans, value->size()));
    require(otherFacts->isStream == facts->isStream);
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "protocol/content_decoder.h"

#include <array>
#include <string>

using namespace homeward::protocol;
using homeward::testing::FuzzInput;
using homeward::testing::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    constexpr std::array<std::string_view, 4> codings{"gzip", "deflate", "br", "zstd"};
    constexpr std::size_t outputLimit = std::size_t(1) << 20;
    constexpr std::size_t stepLimit = std::size_t(256) << 10;

    const FuzzInput input(bytes, size);
    const auto decoder = ContentDecoder::create(codings.at(input.pieceSize() % codings.size()),
                                                input.text(), outputLimit);
    std::string output;
    // Each step takes or gives something.
    for (std::size_t steps = 0; steps <= input.text().size() + outputLimit; ++steps) {
        const std::size_t before = output.size();
        const auto step = decoder->next(output);
        require(output.size() <= outputLimit && output.size() - before <= stepLimit);
        if (step != ContentDecoder::Step::More)
            return 0;
    }
    require(false);
    return 0;
}

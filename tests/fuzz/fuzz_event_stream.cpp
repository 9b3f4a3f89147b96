// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "protocol/stream_watch.h"

#include <string>
#include <utility>

using namespace homeward::protocol;
using homeward::testing::FuzzInput;
using homeward::testing::require;

namespace {

struct ReadStream
{
    std::vector<std::pair<std::string, bool>> lines;
    std::string unfinished;
    std::string closing;

    bool operator==(const ReadStream &) const = default;
};

ReadStream readIn(const std::vector<std::string_view> &pieces)
{
    EventStreamReader reader;
    ReadStream result;
    for (std::string_view piece : pieces) {
        EventStreamLine line;
        while (reader.next(piece, line))
            result.lines.emplace_back(line.text, line.isWhole);
        require(piece.empty());
    }
    result.unfinished = reader.unfinished().text;
    result.closing = reader.closingBytes();
    return result;
}

bool isTerminated(Surface surface, const std::vector<std::string_view> &pieces)
{
    StreamWatch watch(surface);
    for (const std::string_view piece : pieces)
        watch.feed(piece);
    return watch.isTerminated();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const FuzzInput input(bytes, size);
    const ReadStream whole = readIn({input.text()});
    require(readIn(input.pieces()) == whole);
    for (const auto &[line, isWhole] : whole.lines) {
        require(line.find_first_of("\r\n") == std::string::npos);
        require(line.size() <= EventStreamReader::keptBytes);
        require(isWhole || line.size() + 3 >= EventStreamReader::keptBytes);
    }

    // Behind the closing bytes an event begins, and they are not needed twice.
    const ReadStream closed = readIn({input.text(), whole.closing});
    require(closed.closing.empty() && closed.unfinished.empty());
    const ReadStream withEvent = readIn({input.text(), whole.closing, "data: x\n\n"});
    require(withEvent.lines.size() >= closed.lines.size() + 2);
    require(withEvent.lines.end()[-2].first == "data: x");

    for (const Surface surface : {Surface::OpenAi, Surface::OpenAiResponses, Surface::Anthropic}) {
        require(isTerminated(surface, input.pieces()) == isTerminated(surface, {input.text()}));
    }
    return 0;
}

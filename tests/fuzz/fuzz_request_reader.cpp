// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "http/http1_request_reader.h"

#include <string>
#include <vector>

using namespace homeward::http;
using homeward::testing::FuzzInput;
using homeward::testing::require;

namespace {

using Event = Http1RequestReader::Event;

constexpr std::uint64_t bodyLimit = 4096;

/// All requests that one connection brought, until something was refused.
struct ReadConnection
{
    std::vector<RequestHead> heads;
    std::vector<std::string> bodies;
    int completeCount = 0;
    GuardRefusal refusal{.status = 0, .code = {}, .message = {}};

    bool operator==(const ReadConnection &) const = default;
};

/// Reads one piece; false once the connection is refused.
bool readPiece(Http1RequestReader &reader, std::string_view piece, ReadConnection &connection)
{
    for (;;) {
        reader.feed(piece);
        Event event = reader.next();
        while (event == Event::Head || event == Event::Body) {
            if (event == Event::Head) {
                connection.heads.push_back(reader.head());
                connection.bodies.emplace_back();
            } else {
                require(!reader.body().empty());
                // What is told lies in the piece, to the byte.
                require(reader.body().data() >= piece.data()
                        && reader.body().data() + reader.body().size()
                            <= piece.data() + piece.size());
                connection.bodies.back() += reader.body();
            }
            event = reader.next();
        }
        if (event == Event::NeedMore) {
            require(reader.rest().empty());
            return true;
        }
        if (event == Event::Refused) {
            connection.refusal = reader.refusal();
            require(connection.refusal.status >= 400 && !connection.refusal.message.empty());
            require(reader.next() == Event::Refused);
            return false;
        }
        connection.completeCount += 1;
        require(connection.completeCount == int(connection.heads.size()));
        piece = reader.rest();
        reader.restart(bodyLimit);
        if (piece.empty())
            return true;
    }
}

ReadConnection readIn(Http1RequestReader &reader, const std::vector<std::string_view> &pieces)
{
    ReadConnection connection;
    reader.restart(bodyLimit);
    for (const std::string_view piece : pieces) {
        if (!piece.empty() && !readPiece(reader, piece, connection))
            break;
    }
    return connection;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const FuzzInput input(bytes, size);
    Http1RequestReader reader;
    const ReadConnection whole = readIn(reader, {input.text()});
    // However the bytes are cut, they are the same requests.
    require(readIn(reader, input.pieces()) == whole);
    for (std::size_t i = 0; i < whole.heads.size(); ++i) {
        const RequestHead &head = whole.heads[i];
        require(!(head.isChunked && head.contentLength));
        require(head.minorVersion == 1 || !head.isChunked);
        require(head.target.starts_with('/') || head.target == "*");
        require(head.minorVersion == 0 || head.fields.count("Host") == 1);
        require(whole.bodies[i].size() <= bodyLimit);
        if (int(i) < whole.completeCount && !head.isChunked)
            require(whole.bodies[i].size() == head.contentLength.value_or(0));
    }
    return 0;
}

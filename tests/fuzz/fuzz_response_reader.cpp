// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_input.h"
#include "upstream/http1_response_reader.h"

#include <string>

using namespace homeward::upstream;
using homeward::testing::FuzzInput;
using homeward::testing::require;

namespace {

using Event = Http1ResponseReader::Event;

struct ReadAnswer
{
    int headCount = 0;
    ResponseHead head;
    std::string body;
    Event end = Event::NeedMore;
    bool isGoodAfterClose = false;

    bool operator==(const ReadAnswer &) const = default;
};

/// Reads one piece; false once nothing more is to be read.
bool readPiece(Http1ResponseReader &reader, std::string_view piece, ReadAnswer &answer)
{
    reader.feed(piece);
    while (true) {
        answer.end = reader.next();
        switch (answer.end) {
        case Event::Head:
            answer.headCount += 1;
            answer.head = reader.head();
            break;
        case Event::Body:
            require(answer.headCount == 1 && !reader.body().empty());
            // What is told lies in the piece, to the byte.
            require(reader.body().data() >= piece.data()
                    && reader.body().data() + reader.body().size() <= piece.data() + piece.size());
            answer.body += reader.body();
            break;
        case Event::NeedMore:
            require(reader.rest().empty());
            return true;
        case Event::End:
            require(answer.headCount == 1);
            require(reader.next() == Event::End);
            return false;
        case Event::Failed:
            require(!reader.problem().empty());
            require(reader.next() == Event::Failed);
            return false;
        }
    }
}

ReadAnswer readIn(Http1ResponseReader &reader, AnswerTo method,
                  const std::vector<std::string_view> &pieces)
{
    ReadAnswer answer;
    reader.restart(method);
    for (const std::string_view piece : pieces) {
        if (!readPiece(reader, piece, answer))
            break;
    }
    answer.isGoodAfterClose = reader.finishByClose();
    return answer;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const FuzzInput input(bytes, size);
    Http1ResponseReader reader;
    for (const AnswerTo method : {AnswerTo::OtherMethod, AnswerTo::Head}) {
        const ReadAnswer whole = readIn(reader, method, {input.text()});
        // The same reader again: nothing of one answer may be left in the next.
        require(readIn(reader, method, input.pieces()) == whole);
        if (whole.headCount == 0)
            continue;
        const ResponseHead &head = whole.head;
        require(head.status >= 200 && head.status <= 599);
        require(!(head.isChunked && head.contentLength));
        require(whole.body.size() <= head.contentLength.value_or(whole.body.size()));
        if (method == AnswerTo::Head)
            require(whole.body.empty() && whole.end == Event::End);
        if (!head.isChunked && !head.contentLength && head.status != 204 && head.status != 304)
            require(!head.isKeepAlive || method == AnswerTo::Head);
    }
    return 0;
}

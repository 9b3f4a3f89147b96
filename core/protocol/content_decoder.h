// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace homeward::protocol {

/// Decodes a complete body of one content coding some bytes at a time: gzip, deflate, br and zstd
/// (http-api.md, section 6).
class ContentDecoder
{
public:
    enum class Step { More, Done, Failed, TooLarge };

    /// `input` must outlive it. Null for a coding that nobody knows.
    static std::unique_ptr<ContentDecoder> create(std::string_view coding, std::string_view input,
                                                  std::uint64_t outputLimit);
    virtual ~ContentDecoder() = default;

    /// Appends at most 256 KiB to `output`, and reads as much at most: neither a body that holds
    /// little nor one that holds much takes long.
    Step next(std::string &output);

protected:
    /// Whether another member may follow one that has ended (RFC 1952, section 2.2; RFC 8878, 3.1).
    enum class Members { One, Several };

    ContentDecoder(std::string_view input, std::uint64_t outputLimit, Members members)
        : m_input(input),
          m_outputLimit(outputLimit),
          m_members(members)
    { }

    enum class Progress { More, MemberEnded, Failed };
    struct Decoded
    {
        Progress progress = Progress::Failed;
        std::size_t size = 0;
    };
    /// Takes what it can off the input, and fills the buffer as far as it can.
    virtual Decoded decode(std::string_view &input, std::span<char> buffer) = 0;

private:
    std::string_view m_input;
    std::uint64_t m_outputLimit;
    Members m_members;
};

/// True when a Content-Encoding field leaves the body as it is.
bool isIdentityCoding(std::string_view coding);

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
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

    /// Appends at most some 256 KiB to `output`.
    Step next(std::string &output);

protected:
    explicit ContentDecoder(std::uint64_t outputLimit) : m_outputLimit(outputLimit) { }

    struct Decoded
    {
        Step step = Step::Failed;
        std::size_t size = 0;
    };
    /// Fills the buffer as far as it can.
    virtual Decoded decode(char *buffer, std::size_t capacity) = 0;

private:
    std::uint64_t m_outputLimit;
};

/// True when a Content-Encoding field leaves the body as it is.
bool isIdentityCoding(std::string_view coding);

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/content_decoder.h"

#include "base/header_list.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

namespace homeward::protocol {

namespace {

constexpr std::size_t bufferSize = 64 * 1024;
constexpr int buffersAStep = 4;

/// Both gzip and zlib; and raw deflate, which some clients send where zlib is meant.
class ZlibDecoder final : public ContentDecoder
{
public:
    ZlibDecoder(std::string_view input, std::uint64_t limit, int windowBits)
        : ContentDecoder(limit),
          m_input(input)
    {
        // zlib's interface is older than const.
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(m_input.data()));
        m_stream.avail_in = uInt(m_input.size());
        m_isGood = inflateInit2(&m_stream, windowBits) == Z_OK;
    }
    ~ZlibDecoder() override
    {
        if (m_isGood)
            inflateEnd(&m_stream);
    }
    ZlibDecoder(const ZlibDecoder &) = delete;
    ZlibDecoder &operator=(const ZlibDecoder &) = delete;

private:
    Decoded decode(char *buffer, std::size_t capacity) override
    {
        if (!m_isGood)
            return {Step::Failed, 0};
        m_stream.next_out = reinterpret_cast<Bytef *>(buffer);
        m_stream.avail_out = uInt(capacity);
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        const std::size_t size = capacity - m_stream.avail_out;
        if (result == Z_STREAM_END) {
            if (m_stream.avail_in == 0)
                return {Step::Done, size};
            // A gzip body may have several members (RFC 1952, section 2.2).
            if (inflateReset(&m_stream) == Z_OK)
                return {Step::More, size};
            return {Step::Failed, 0};
        }
        if (result != Z_OK || (size == 0 && m_stream.avail_in == 0))
            return {Step::Failed, 0};
        return {Step::More, size};
    }

    std::string_view m_input;
    z_stream m_stream{};
    bool m_isGood = false;
};

class BrotliDecoder final : public ContentDecoder
{
public:
    BrotliDecoder(std::string_view input, std::uint64_t limit)
        : ContentDecoder(limit),
          m_next(reinterpret_cast<const std::uint8_t *>(input.data())),
          m_left(input.size()),
          m_state(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr))
    { }
    ~BrotliDecoder() override { BrotliDecoderDestroyInstance(m_state); }
    BrotliDecoder(const BrotliDecoder &) = delete;
    BrotliDecoder &operator=(const BrotliDecoder &) = delete;

private:
    Decoded decode(char *buffer, std::size_t capacity) override
    {
        auto *out = reinterpret_cast<std::uint8_t *>(buffer);
        std::size_t room = capacity;
        const BrotliDecoderResult result
            = BrotliDecoderDecompressStream(m_state, &m_left, &m_next, &room, &out, nullptr);
        const std::size_t size = capacity - room;
        switch (result) {
        case BROTLI_DECODER_RESULT_SUCCESS:
            return {m_left == 0 ? Step::Done : Step::Failed, size};
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
            return {Step::More, size};
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
        case BROTLI_DECODER_RESULT_ERROR:
            break;
        }
        return {Step::Failed, 0};
    }

    const std::uint8_t *m_next;
    std::size_t m_left;
    BrotliDecoderState *m_state;
};

class ZstdDecoder final : public ContentDecoder
{
public:
    ZstdDecoder(std::string_view input, std::uint64_t limit)
        : ContentDecoder(limit),
          m_input{.src = input.data(), .size = input.size(), .pos = 0},
          m_stream(ZSTD_createDStream())
    {
        // A small frame can ask for a window of gigabytes; 8 MiB is what RFC 9659 allows here.
        constexpr int windowLog = 23;
        ZSTD_DCtx_setParameter(m_stream, ZSTD_d_windowLogMax, windowLog);
    }
    ~ZstdDecoder() override { ZSTD_freeDStream(m_stream); }
    ZstdDecoder(const ZstdDecoder &) = delete;
    ZstdDecoder &operator=(const ZstdDecoder &) = delete;

private:
    Decoded decode(char *buffer, std::size_t capacity) override
    {
        ZSTD_outBuffer output{.dst = buffer, .size = capacity, .pos = 0};
        const std::size_t left = ZSTD_decompressStream(m_stream, &output, &m_input);
        if (ZSTD_isError(left))
            return {Step::Failed, 0};
        const bool isInputUsed = m_input.pos == m_input.size;
        if (left == 0 && isInputUsed)
            return {Step::Done, output.pos};
        if (isInputUsed && output.pos < output.size)
            return {Step::Failed, 0};
        return {Step::More, output.pos};
    }

    ZSTD_inBuffer m_input;
    ZSTD_DStream *m_stream;
};

/// RFC 9110 means zlib by `deflate`, but raw deflate is sent under that name as well.
bool isZlib(std::string_view input)
{
    if (input.size() < 2)
        return false;
    const auto first = static_cast<unsigned char>(input[0]);
    const auto second = static_cast<unsigned char>(input[1]);
    return (first & 0x0f) == 8 && (first * 256U + second) % 31 == 0;
}

} // namespace

std::unique_ptr<ContentDecoder>
ContentDecoder::create(std::string_view coding, std::string_view input, std::uint64_t outputLimit)
{
    constexpr int gzipWindow = 15 + 16;
    if (equalsIgnoringCase(coding, "gzip") || equalsIgnoringCase(coding, "x-gzip"))
        return std::make_unique<ZlibDecoder>(input, outputLimit, gzipWindow);
    if (equalsIgnoringCase(coding, "deflate"))
        return std::make_unique<ZlibDecoder>(input, outputLimit, isZlib(input) ? 15 : -15);
    if (equalsIgnoringCase(coding, "br"))
        return std::make_unique<BrotliDecoder>(input, outputLimit);
    if (equalsIgnoringCase(coding, "zstd"))
        return std::make_unique<ZstdDecoder>(input, outputLimit);
    return nullptr;
}

ContentDecoder::Step ContentDecoder::next(std::string &output)
{
    std::array<char, bufferSize> buffer;
    for (int i = 0; i < buffersAStep; ++i) {
        const Decoded decoded = decode(buffer.data(), buffer.size());
        if (decoded.step == Step::Failed)
            return Step::Failed;
        if (output.size() + decoded.size > m_outputLimit)
            return Step::TooLarge;
        output.append(buffer.data(), decoded.size);
        if (decoded.step == Step::Done)
            return Step::Done;
    }
    return Step::More;
}

bool isIdentityCoding(std::string_view coding)
{
    return coding.empty() || equalsIgnoringCase(coding, "identity");
}

} // namespace homeward::protocol

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

/// What is decoded at once, at most, on both sides.
constexpr std::size_t bufferSize = std::size_t(64) * 1024;
constexpr int buffersAStep = 4;

/// gzip, zlib and raw deflate.
class ZlibDecoder final : public ContentDecoder
{
public:
    ZlibDecoder(std::string_view input, std::uint64_t limit, Members members, int windowBits)
        : ContentDecoder(input, limit, members)
    {
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
    Decoded decode(std::string_view &input, std::span<char> buffer) override
    {
        if (!m_isGood)
            return {};
        // zlib's interface is older than const.
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        m_stream.avail_in = uInt(input.size());
        m_stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
        m_stream.avail_out = uInt(buffer.size());
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        input.remove_prefix(input.size() - m_stream.avail_in);
        const std::size_t size = buffer.size() - m_stream.avail_out;
        if (result == Z_OK)
            return {Progress::More, size};
        if (result == Z_STREAM_END && inflateReset(&m_stream) == Z_OK)
            return {Progress::MemberEnded, size};
        return {};
    }

    z_stream m_stream{};
    bool m_isGood = false;
};

class BrotliDecoder final : public ContentDecoder
{
public:
    BrotliDecoder(std::string_view input, std::uint64_t limit)
        : ContentDecoder(input, limit, Members::One),
          m_state(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr))
    { }
    ~BrotliDecoder() override { BrotliDecoderDestroyInstance(m_state); }
    BrotliDecoder(const BrotliDecoder &) = delete;
    BrotliDecoder &operator=(const BrotliDecoder &) = delete;

private:
    Decoded decode(std::string_view &input, std::span<char> buffer) override
    {
        const auto *next = reinterpret_cast<const std::uint8_t *>(input.data());
        std::size_t left = input.size();
        auto *out = reinterpret_cast<std::uint8_t *>(buffer.data());
        std::size_t room = buffer.size();
        const BrotliDecoderResult result
            = BrotliDecoderDecompressStream(m_state, &left, &next, &room, &out, nullptr);
        input.remove_prefix(input.size() - left);
        const std::size_t size = buffer.size() - room;
        switch (result) {
        case BROTLI_DECODER_RESULT_SUCCESS:
            return {Progress::MemberEnded, size};
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
            return {Progress::More, size};
        case BROTLI_DECODER_RESULT_ERROR:
            break;
        }
        return {};
    }

    BrotliDecoderState *m_state;
};

class ZstdDecoder final : public ContentDecoder
{
public:
    ZstdDecoder(std::string_view input, std::uint64_t limit)
        : ContentDecoder(input, limit, Members::Several),
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
    Decoded decode(std::string_view &input, std::span<char> buffer) override
    {
        ZSTD_inBuffer in{.src = input.data(), .size = input.size(), .pos = 0};
        ZSTD_outBuffer out{.dst = buffer.data(), .size = buffer.size(), .pos = 0};
        const std::size_t left = ZSTD_decompressStream(m_stream, &out, &in);
        if (ZSTD_isError(left))
            return {};
        input.remove_prefix(in.pos);
        return {left == 0 ? Progress::MemberEnded : Progress::More, out.pos};
    }

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
        return std::make_unique<ZlibDecoder>(input, outputLimit, Members::Several, gzipWindow);
    if (equalsIgnoringCase(coding, "deflate")) {
        return std::make_unique<ZlibDecoder>(input, outputLimit, Members::One,
                                             isZlib(input) ? 15 : -15);
    }
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
        const std::string_view slice = m_input.substr(0, bufferSize);
        std::string_view rest = slice;
        const Decoded decoded = decode(rest, buffer);
        const std::size_t used = slice.size() - rest.size();
        m_input.remove_prefix(used);
        if (decoded.progress == Progress::Failed)
            return Step::Failed;
        if (output.size() + decoded.size > m_outputLimit)
            return Step::TooLarge;
        output.append(buffer.data(), decoded.size);
        if (decoded.progress == Progress::MemberEnded) {
            if (m_input.empty())
                return Step::Done;
            if (m_members == Members::One)
                return Step::Failed;
        } else if (used == 0 && decoded.size == 0) {
            return Step::Failed; // the end is missing
        }
    }
    return Step::More;
}

bool isIdentityCoding(std::string_view coding)
{
    return coding.empty() || equalsIgnoringCase(coding, "identity");
}

} // namespace homeward::protocol

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/content_decoder.h"

#include <QTest>

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>

using namespace homeward::protocol;
using namespace std::string_literals;

using Step = ContentDecoder::Step;

class TestContentDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data();
    void decodes();
    void knowsCodings_data();
    void knowsCodings();
    void refusesEveryCut_data();
    void refusesEveryCut();
    void refusesDamage_data();
    void refusesDamage();
    void takesSeveralMembers_data();
    void takesSeveralMembers();
    void limitsTheOutput_data();
    void limitsTheOutput();
    void survivesBombs_data();
    void survivesBombs();
    void readsLittleInAStep();
    void refusesALargeWindow();
    void knowsIdentity_data();
    void knowsIdentity();
};

namespace {

constexpr std::size_t megabyte = std::size_t(1) << 20;
constexpr std::size_t stepLimit = std::size_t(256) * 1024;

std::string deflated(std::string_view text, int windowBits)
{
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string result(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = uInt(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(result.data());
    stream.avail_out = uInt(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

std::string gzip(std::string_view text)
{
    return deflated(text, 15 + 16);
}

std::string zlib(std::string_view text)
{
    return deflated(text, 15);
}

std::string rawDeflate(std::string_view text)
{
    return deflated(text, -15);
}

std::string brotli(std::string_view text)
{
    std::size_t size = BrotliEncoderMaxCompressedSize(text.size()) + 64;
    std::string result(size, '\0');
    BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, text.size(),
                          reinterpret_cast<const std::uint8_t *>(text.data()), &size,
                          reinterpret_cast<std::uint8_t *>(result.data()));
    result.resize(size);
    return result;
}

std::string zstdWithWindow(std::string_view text, int windowLog)
{
    ZSTD_CCtx *const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string result(ZSTD_compressBound(text.size()) + 64, '\0');
    ZSTD_inBuffer in{.src = text.data(), .size = text.size(), .pos = 0};
    ZSTD_outBuffer out{.dst = result.data(), .size = result.size(), .pos = 0};
    // In two calls, so that the frame does not say its size, and so needs the whole window.
    ZSTD_compressStream2(context, &out, &in, ZSTD_e_flush);
    ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
    ZSTD_freeCCtx(context);
    result.resize(out.pos);
    return result;
}

std::string zstd(std::string_view text)
{
    return zstdWithWindow(text, 20);
}

/// What does not get smaller.
std::string noise(std::size_t size)
{
    std::mt19937 random(20261201);
    std::string text;
    while (text.size() < size)
        text += char(random() & 0xff);
    return text;
}

struct Decoded
{
    Step step = Step::Failed;
    std::string text;
    std::size_t steps = 0;
    std::size_t largestStep = 0;
};

Decoded decodedFrom(std::string_view coding, std::string_view body,
                    std::uint64_t limit = 64 * megabyte)
{
    const auto decoder = ContentDecoder::create(coding, body, limit);
    Decoded result;
    if (!decoder)
        return result;
    do {
        const std::size_t before = result.text.size();
        result.step = decoder->next(result.text);
        result.largestStep = std::max(result.largestStep, result.text.size() - before);
        ++result.steps;
    } while (result.step == Step::More);
    return result;
}

using Encoder = std::string (*)(std::string_view);
struct Coding
{
    const char *name;
    const char *row;
    Encoder encode;
};
const std::vector<Coding> codings{{"gzip", "gzip", gzip},
                                  {"deflate", "deflate", zlib},
                                  {"deflate", "raw deflate", rawDeflate},
                                  {"br", "br", brotli},
                                  {"zstd", "zstd", zstd}};

void addCodings()
{
    QTest::addColumn<Coding>("coding");
    for (const Coding &coding : codings)
        QTest::newRow(coding.row) << coding;
}

} // namespace

Q_DECLARE_METATYPE(Coding)

void TestContentDecoder::decodes_data()
{
    QTest::addColumn<Coding>("coding");
    QTest::addColumn<std::string>("text");

    const std::vector<std::pair<const char *, std::string>> texts{
        {"nothing", ""},
        {"one byte", "x"},
        {"JSON", R"({"model":"m","messages":[]})"},
        {"a megabyte of one byte", std::string(megabyte, 'a')},
        {"a megabyte of noise", noise(megabyte)},
        {"a buffer", std::string(65536, 'b')},
        {"a step", std::string(stepLimit, 'c')}};
    for (const Coding &coding : codings) {
        for (const auto &[name, text] : texts)
            QTest::addRow("%s: %s", coding.row, name) << coding << text;
    }
}

void TestContentDecoder::decodes()
{
    QFETCH(Coding, coding);
    QFETCH(std::string, text);

    const Decoded decoded = decodedFrom(coding.name, coding.encode(text));
    QCOMPARE(decoded.step, Step::Done);
    QVERIFY(decoded.text == text);
    QVERIFY(decoded.largestStep <= stepLimit);
}

void TestContentDecoder::knowsCodings_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<bool>("isKnown");
    for (const char *known : {"gzip", "GZIP", "x-gzip", "deflate", "Deflate", "br", "Br", "zstd"})
        QTest::newRow(known) << std::string(known) << true;
    for (const char *other :
         {"rot13", "gzip, br", "gzip;q=1", "compress", "zst", " gzip", "identity"})
        QTest::newRow(other) << std::string(other) << false;
    QTest::newRow("nothing") << std::string() << false;
}

void TestContentDecoder::knowsCodings()
{
    QFETCH(std::string, coding);
    QFETCH(bool, isKnown);
    QCOMPARE(ContentDecoder::create(coding, "", 1) != nullptr, isKnown);
}

void TestContentDecoder::refusesEveryCut_data()
{
    addCodings();
}

void TestContentDecoder::refusesEveryCut()
{
    QFETCH(Coding, coding);
    const std::string body = coding.encode(noise(300) + std::string(300, 'x'));
    for (std::size_t size = 0; size < body.size(); ++size)
        QCOMPARE(decodedFrom(coding.name, std::string_view(body).substr(0, size)).step,
                 Step::Failed);
    QCOMPARE(decodedFrom(coding.name, body).step, Step::Done);
}

void TestContentDecoder::refusesDamage_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<std::string>("body");

    const std::string text = noise(200);
    const auto damaged = [](std::string body, std::size_t place) {
        body.at(place) = char(body.at(place) ^ 0x10);
        return body;
    };
    QTest::newRow("not gzip at all") << "gzip"s
                                     << "\x1f\x8bnot gzip at all"s;
    QTest::newRow("JSON as gzip") << "gzip"s
                                  << R"({"model":"m"})"s;
    QTest::newRow("JSON as deflate") << "deflate"s
                                     << R"({"model":"m"})"s;
    QTest::newRow("JSON as zstd") << "zstd"s
                                  << R"({"model":"m"})"s;
    QTest::newRow("JSON as br") << "br"s
                                << R"({"model":"m"})"s;
    QTest::newRow("gzip as br") << "br"s << gzip(text);
    QTest::newRow("zlib as gzip") << "gzip"s << zlib(text);
    QTest::newRow("gzip: content") << "gzip"s << damaged(gzip(text), 60);
    QTest::newRow("gzip: checksum") << "gzip"s << damaged(gzip(text), gzip(text).size() - 8);
    QTest::newRow("gzip: length") << "gzip"s << damaged(gzip(text), gzip(text).size() - 1);
    QTest::newRow("zlib: checksum") << "deflate"s << damaged(zlib(text), zlib(text).size() - 1);
    QTest::newRow("zstd: checksum") << "zstd"s << damaged(zstd(text), zstd(text).size() - 1);
    QTest::newRow("gzip: bytes behind") << "gzip"s << gzip(text) + "x";
    QTest::newRow("zlib: bytes behind") << "deflate"s << zlib(text) + "x";
    QTest::newRow("zlib: twice") << "deflate"s << zlib(text) + zlib(text);
    QTest::newRow("raw deflate: bytes behind") << "deflate"s << rawDeflate(text) + "x";
    QTest::newRow("br: bytes behind") << "br"s << brotli(text) + "x";
    QTest::newRow("br: twice") << "br"s << brotli(text) + brotli(text);
    QTest::newRow("zstd: bytes behind") << "zstd"s << zstd(text) + "x";
    QTest::newRow("zlib with a dictionary") << "deflate"s
                                            << "\x78\xbb\x01\x02\x03\x04xxxx"s;
}

void TestContentDecoder::refusesDamage()
{
    QFETCH(std::string, coding);
    QFETCH(std::string, body);
    QCOMPARE(decodedFrom(coding, body).step, Step::Failed);
}

void TestContentDecoder::takesSeveralMembers_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("text");

    QTest::newRow("gzip") << "gzip"s << gzip("abc") + gzip("") + gzip("def") << "abcdef"s;
    QTest::newRow("zstd") << "zstd"s << zstd("abc") + zstd("") + zstd("def") << "abcdef"s;
    QTest::newRow("zstd, one to be skipped")
        << "zstd"s << zstd("abc") + "\x50\x2a\x4d\x18\x03\x00\x00\x00xyz"s + zstd("def")
        << "abcdef"s;
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += gzip("a");
    QTest::newRow("a thousand of gzip") << "gzip"s << many << std::string(1000, 'a');
}

void TestContentDecoder::takesSeveralMembers()
{
    QFETCH(std::string, coding);
    QFETCH(std::string, body);
    QFETCH(std::string, text);

    const Decoded decoded = decodedFrom(coding, body);
    QCOMPARE(decoded.step, Step::Done);
    QCOMPARE(decoded.text, text);
}

void TestContentDecoder::limitsTheOutput_data()
{
    addCodings();
}

void TestContentDecoder::limitsTheOutput()
{
    QFETCH(Coding, coding);
    for (const std::size_t size : {std::size_t(1), std::size_t(65536), megabyte}) {
        const std::string body = coding.encode(std::string(size, 'x'));
        QCOMPARE(decodedFrom(coding.name, body, size).step, Step::Done);
        const Decoded decoded = decodedFrom(coding.name, body, size - 1);
        QCOMPARE(decoded.step, Step::TooLarge);
        QVERIFY(decoded.text.size() < size);
    }
}

void TestContentDecoder::survivesBombs_data()
{
    addCodings();
}

void TestContentDecoder::survivesBombs()
{
    QFETCH(Coding, coding);
    const std::string body = coding.encode(std::string(16 * megabyte, ' '));
    const Decoded decoded = decodedFrom(coding.name, body, megabyte);
    QCOMPARE(decoded.step, Step::TooLarge);
    QVERIFY(decoded.text.size() <= megabyte);
    QVERIFY(decoded.largestStep <= stepLimit);
}

// Blocks without content: the thread must come back although there is nothing to show.
void TestContentDecoder::readsLittleInAStep()
{
    const std::string block("\0\0\0\xff\xff", 5);
    std::string body;
    while (body.size() < 4 * megabyte)
        body += block;
    body += rawDeflate("x");
    const Decoded decoded = decodedFrom("deflate", body);
    QCOMPARE(decoded.step, Step::Done);
    QCOMPARE(decoded.text, "x"s);
    QVERIFY(decoded.steps >= body.size() / stepLimit);
}

void TestContentDecoder::refusesALargeWindow()
{
    QCOMPARE(decodedFrom("zstd", zstdWithWindow("x", 23)).step, Step::Done);
    QCOMPARE(decodedFrom("zstd", zstdWithWindow("x", 24)).step, Step::Failed);
}

void TestContentDecoder::knowsIdentity_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<bool>("isIdentity");
    QTest::newRow("nothing") << std::string() << true;
    QTest::newRow("identity") << "identity"s << true;
    QTest::newRow("in another case") << "Identity"s << true;
    QTest::newRow("gzip") << "gzip"s << false;
    QTest::newRow("a list") << "identity, gzip"s << false;
}

void TestContentDecoder::knowsIdentity()
{
    QFETCH(std::string, coding);
    QFETCH(bool, isIdentity);
    QCOMPARE(isIdentityCoding(coding), isIdentity);
}

QTEST_APPLESS_MAIN(TestContentDecoder)
#include "tst_content_decoder.moc"

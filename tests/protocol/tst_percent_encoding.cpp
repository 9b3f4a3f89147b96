// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/percent_encoding.h"

#include <QTest>

using namespace homeward::protocol;
using namespace std::string_literals;

using MaybeText = std::optional<std::string>;

class TestPercentEncoding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data();
    void decodes();
    void encodes_data();
    void encodes();
    void decodesWhatItEncodes();
};

void TestPercentEncoding::decodes_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<MaybeText>("bytes");

    const auto row = [](const std::string &text, MaybeText bytes) {
        QTest::newRow(text.empty() ? "nothing" : text.c_str()) << text << bytes;
    };
    row("", "");
    row("abc/+ é", "abc/+ é");
    row("a%2Fb%2fc", "a/b/c");
    row("%00", "\0"s);
    row("%ff%FF", "\xff\xff");
    row("%2525", "%25");
    row("%41%42", "AB");
    for (const char *bad : {"%", "a%", "%4", "a%4", "%zz", "%4g", "%g4", "%%41", "%+1", "% 1"})
        row(bad, std::nullopt);
}

void TestPercentEncoding::decodes()
{
    QFETCH(std::string, text);
    QFETCH(MaybeText, bytes);
    QCOMPARE(percentDecoded(text), bytes);
}

void TestPercentEncoding::encodes_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("text");
    QTest::newRow("nothing") << ""s
                             << ""s;
    QTest::newRow("unreserved") << "azAZ09-._~"s
                                << "azAZ09-._~"s;
    QTest::newRow("reserved") << "/?#[]@:!$&'()*+,;=%"s
                              << "%2F%3F%23%5B%5D%40%3A%21%24%26%27%28%29%2A%2B%2C%3B%3D%25"s;
    QTest::newRow("space and control") << " \n\0"s
                                       << "%20%0A%00"s;
    QTest::newRow("beyond ASCII") << "é"s
                                  << "%C3%A9"s;
}

void TestPercentEncoding::encodes()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, text);
    QCOMPARE(percentEncoded(bytes), text);
}

void TestPercentEncoding::decodesWhatItEncodes()
{
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += char(byte);
    QCOMPARE(percentDecoded(percentEncoded(bytes)), MaybeText(bytes));
}

QTEST_APPLESS_MAIN(TestPercentEncoding)
#include "tst_percent_encoding.moc"

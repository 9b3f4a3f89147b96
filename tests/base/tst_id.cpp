// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/id.h"

#include <QTest>
#include <QUuid>

#include <algorithm>
#include <array>
#include <set>
#include <string>

using namespace homeward;

namespace {

constexpr int drawCount = 2000;

bool isLowerHex(std::string_view text)
{
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

class TestId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsUuidsOfVersion4();
    void drawsIdentifiers_data();
    void drawsIdentifiers();
    void usesEveryDigit();
};

void TestId::drawsUuidsOfVersion4()
{
    std::set<std::string> drawn;
    for (int i = 0; i < drawCount; ++i) {
        const std::string text = newUuid();
        const QUuid uuid = QUuid::fromString(QString::fromStdString(text));
        QCOMPARE(uuid.version(), QUuid::Random);
        QCOMPARE(uuid.variant(), QUuid::DCE);
        QCOMPARE(uuid.toString(QUuid::WithoutBraces).toStdString(), text);
        QVERIFY2(drawn.insert(text).second, "drawn twice");
    }
}

void TestId::drawsIdentifiers_data()
{
    QTest::addColumn<std::string>("prefix");

    QTest::newRow("node") << std::string("fp_");
    QTest::newRow("no prefix") << std::string();
}

void TestId::drawsIdentifiers()
{
    QFETCH(std::string, prefix);

    std::set<std::string> drawn;
    for (int i = 0; i < drawCount; ++i) {
        const std::string text = newIdentifier(prefix);
        QVERIFY(text.starts_with(prefix));
        QCOMPARE(text.size(), prefix.size() + 16);
        QVERIFY(isLowerHex(std::string_view(text).substr(prefix.size())));
        QVERIFY2(drawn.insert(text).second, "drawn twice");
    }
}

void TestId::usesEveryDigit()
{
    // That a digit is missing at one place in 2,000 draws has a chance of less than 1 in 10^50.
    std::array<std::set<char>, 16> digits;
    for (int i = 0; i < drawCount; ++i) {
        const std::string text = newIdentifier("");
        for (std::size_t place = 0; place < digits.size(); ++place)
            digits[place].insert(text[place]);
    }
    QVERIFY(std::all_of(digits.begin(), digits.end(),
                        [](const std::set<char> &found) { return found.size() == 16; }));
}

QTEST_APPLESS_MAIN(TestId)
#include "tst_id.moc"

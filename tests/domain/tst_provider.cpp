// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/provider.h"

#include <QTest>

#include <string>

using namespace homeward::domain;

class TestProvider : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTypes_data();
    void namesTypes();
    void refusesOtherNames_data();
    void refusesOtherNames();
};

void TestProvider::namesTypes_data()
{
    QTest::addColumn<ProviderType>("type");
    QTest::addColumn<std::string>("text");

    QTest::newRow("openai") << ProviderType::OpenAi << std::string("openai");
    QTest::newRow("anthropic") << ProviderType::Anthropic << std::string("anthropic");
    QTest::newRow("gemini") << ProviderType::Gemini << std::string("gemini");
}

void TestProvider::namesTypes()
{
    QFETCH(ProviderType, type);
    QFETCH(std::string, text);

    QCOMPARE(std::string(toText(type)), text);
    QCOMPARE(providerTypeFromText(text), std::optional(type));
}

void TestProvider::refusesOtherNames_data()
{
    QTest::addColumn<std::string>("text");

    for (const char *text : {"", "OpenAI", "google", "gemini "})
        QTest::addRow("'%s'", text) << std::string(text);
}

void TestProvider::refusesOtherNames()
{
    QFETCH(std::string, text);

    QCOMPARE(providerTypeFromText(text), std::optional<ProviderType>());
}

QTEST_APPLESS_MAIN(TestProvider)
#include "tst_provider.moc"

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/model_name.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;

class TestModelName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
    void trims_data();
    void trims();
};

void TestModelName::judges_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("problem");

    const auto row = [](const char *tag, std::string name, const char *problem = "") {
        QTest::newRow(tag) << name << (*problem == 0 ? ""s : "\"model\" "s + problem);
    };
    const char *const empty = "is empty; name a model that GET /v1/models lists";
    const char *const space = "is only space; name a model that GET /v1/models lists";
    const char *const control = "has a control character";
    const char *const notUtf8 = "is not UTF-8";
    row("one byte", "m");
    row("usual", "org/Name-8B.q4_K_M:latest@v1");
    row("space inside and around", " a b ");
    row("quotes and backslashes", R"("\')");
    row("beyond ASCII", "한국어-모델 é 😀");
    row("no-break space with a letter", "\u00a0m");
    row("1024 bytes", std::string(1024, 'x'));
    row("nothing", "", empty);
    row("1025 bytes", std::string(1025, 'x'), "is longer than 1024 bytes");
    row("space", " ", space);
    for (const char *one : {"\u00a0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029", "\u202f",
                            "\u205f", "\u3000"}) {
        row(one, one, space);
    }
    row("several kinds of space", " \u00a0\u3000 ", space);
    row("zero width space is none", "\u200b");
    row("NUL", "a\0"s, control);
    row("tab", "a\tb", control);
    row("line end", "m\n", control);
    row("unit separator", "\x1f", control);
    row("DEL", "m\x7f", control);
    row("C1, the first", "m\u0080", control);
    row("C1, the last", "m\u009f", control);
    row("a stray byte", "m\x80", notUtf8);
    row("overlong", "\xc0\xaf", notUtf8);
    row("surrogate", "\xed\xa0\x80", notUtf8);
    row("cut", "m\xe4\xb8", notUtf8);
}

void TestModelName::judges()
{
    QFETCH(std::string, name);
    QFETCH(std::string, problem);

    const auto found = modelNameProblem(name);
    QCOMPARE(found ? found->message : ""s, problem);
    if (found)
        QCOMPARE(*found, (Error{ErrorKind::InvalidRequest, problem, "model"}));
}

void TestModelName::trims_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("trimmed");
    QTest::newRow("nothing around") << "a b"s
                                    << "a b"s;
    QTest::newRow("around") << " \t\r\n\f\va b \n"s
                            << "a b"s;
    QTest::newRow("only space") << "  \t"s
                                << ""s;
    QTest::newRow("nothing") << ""s
                             << ""s;
    QTest::newRow("no-break space stays") << "\u00a0m"s
                                          << "\u00a0m"s;
}

void TestModelName::trims()
{
    QFETCH(std::string, name);
    QFETCH(std::string, trimmed);
    QCOMPARE(std::string(withoutOuterSpace(name)), trimmed);
}

QTEST_APPLESS_MAIN(TestModelName)
#include "tst_model_name.moc"

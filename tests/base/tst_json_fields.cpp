// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/json_fields.h"

#include <QTest>

using namespace homeward;
using nlohmann::json;

namespace {

/// What a call with a field of every type reads, or the parameter and message of its refusal.
std::string readingOf(const json &object)
{
    JsonFields fields(object, "call.");
    const auto flag = fields.boolean("flag");
    const auto name = fields.text("name");
    const auto count = fields.integer("count", 1, 255);
    const auto share = fields.number("share", 0, 1, "must be from 0 to 1");
    const auto list = fields.texts("list");
    const json *part = fields.object("part");
    const bool isCleared = fields.isNull("cleared");
    const auto cleared = fields.text("cleared");
    if (name == "refused")
        fields.refuse("name", "is taken");
    const auto result = fields.finish();
    if (!result)
        return result.error().parameter + ": " + result.error().message;
    json read = json::object();
    if (flag)
        read["flag"] = *flag;
    if (name)
        read["name"] = *name;
    if (count)
        read["count"] = *count;
    if (share)
        read["share"] = *share;
    if (list)
        read["list"] = *list;
    if (part)
        read["part"] = *part;
    if (isCleared)
        read["cleared"] = nullptr;
    else if (cleared)
        read["cleared"] = *cleared;
    return read.dump();
}

} // namespace

class TestJsonFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsStrictly_data();
    void readsStrictly();
    void readsBodies_data();
    void readsBodies();
};

void TestJsonFields::readsStrictly_data()
{
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("expected");

    const auto same
        = [](const char *name, const char *object) { QTest::newRow(name) << object << object; };
    same("nothing", "{}");
    same("all",
         R"({"cleared":"x","count":255,"flag":false,"list":["a",""],"name":"","part":{},)"
         R"("share":0.5})");
    same("null where it was asked for", R"({"cleared":null})");
    for (const char *written : {"2.0", "2e0", "0.2e1", "20e-1", "2.000000000000000000000"}) {
        QTest::newRow(written) << QStringLiteral(R"({"count":%1})").arg(QLatin1String(written))
                               << R"({"count":2})";
    }
    const auto refusal = [](const char *object, const char *field, const char *problem) {
        const auto path = QStringLiteral("call.") + QString::fromLatin1(field);
        QTest::newRow(object) << object
                              << path + QStringLiteral(": \"") + path + QStringLiteral("\" ")
                + QString::fromLatin1(problem);
    };
    refusal(R"({"flag":0})", "flag", "must be true or false");
    refusal(R"({"name":1})", "name", "must be a string");
    refusal(R"({"name":null})", "name", "must be a string");
    for (const char *value : {"0",
                              "256",
                              "-1",
                              "-0",
                              "-0.0",
                              "1.5",
                              "254.5",
                              "255.0001",
                              "1e-400",
                              "1e3",
                              "1e308",
                              "9223372036854775807",
                              "9223372036854775808",
                              "18446744073709551617",
                              "99999999999999999999",
                              "-99999999999999999999",
                              "\"1\"",
                              "\"\"",
                              "null",
                              "true",
                              "[1]",
                              "{}"}) {
        const std::string object = std::string(R"({"count":)") + value + '}';
        refusal(object.c_str(), "count", "must be a whole number from 1 to 255");
    }
    for (const char *value : {"1.01", "-0.01", "1e308", "99999999999999999999", "\"1\"", "null"}) {
        const std::string object = std::string(R"({"share":)") + value + '}';
        refusal(object.c_str(), "share", "must be from 0 to 1");
    }
    refusal(R"({"list":"a"})", "list", "must be a list of strings");
    refusal(R"({"list":["a",1]})", "list", "must be a list of strings");
    refusal(R"({"part":[]})", "part", "must be an object");
    refusal(R"({"cleared":1})", "cleared", "must be a string");
    refusal(R"({"name":"refused"})", "name", "is taken");
    refusal(R"({"flag":0,"name":1})", "flag", "must be true or false");
    refusal(R"({"flag":0,"nam":1})", "nam", "is not a field of this call; check its spelling");
}

void TestJsonFields::readsStrictly()
{
    QFETCH(QString, object);
    QFETCH(QString, expected);

    QCOMPARE(QString::fromStdString(readingOf(json::parse(object.toStdString()))), expected);
}

void TestJsonFields::readsBodies_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");

    QTest::newRow("none") << ""
                          << "{}";
    QTest::newRow("object") << R"( {"a":1} )"
                            << R"({"a":1})";
    QTest::newRow("cut") << "{"
                         << "the body is not valid JSON";
    QTest::newRow("two") << "{}{}"
                         << "the body is not valid JSON";
    QTest::newRow("a number beyond a double") << R"({"a":1e400,"b":"1e400\"","c":[-12.5E+999]})"
                                              << R"({"a":1e+308,"b":"1e400\"","c":[-1e+308]})";
    QTest::newRow("a number beyond a double in digits")
        << QStringLiteral("[%1]").arg(QString(400, QLatin1Char('9')))
        << "the body must be a JSON object";
    QTest::newRow("such a number, cut") << R"({"a":1e400)"
                                        << "the body is not valid JSON";
    QTest::newRow("such a number, and none") << R"({"a":1e400,"b":+1e400})"
                                             << "the body is not valid JSON";
    QTest::newRow("such a number, and an open string") << R"({"a":1e400,"b":"\)"
                                                       << "the body is not valid JSON";
    QTest::newRow("list") << "[]"
                          << "the body must be a JSON object";
    QTest::newRow("null") << "null"
                          << "the body must be a JSON object";
}

void TestJsonFields::readsBodies()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);

    const auto read = jsonObjectFrom(body.toStdString());

    QCOMPARE(QString::fromStdString(read ? read->dump() : read.error().message), expected);
}

QTEST_APPLESS_MAIN(TestJsonFields)
#include "tst_json_fields.moc"

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
    const auto share = fields.number("share", 0, 1);
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
    QTest::newRow("whole number with a point") << R"({"count":2.0})"
                                               << R"({"count":2})";
    const auto refusal = [](const char *object, const char *field, const char *problem) {
        const auto path = QStringLiteral("call.") + QString::fromLatin1(field);
        QTest::newRow(object) << object
                              << path + QStringLiteral(": \"") + path + QStringLiteral("\" ")
                + QString::fromLatin1(problem);
    };
    refusal(R"({"flag":0})", "flag", "must be true or false");
    refusal(R"({"name":1})", "name", "must be a string");
    refusal(R"({"name":null})", "name", "must be a string");
    refusal(R"({"count":0})", "count", "must be from 1 to 255");
    refusal(R"({"count":256})", "count", "must be from 1 to 255");
    refusal(R"({"count":1.5})", "count", "must be a whole number");
    refusal(R"({"count":"1"})", "count", "must be a number from 1 to 255");
    refusal(R"({"share":1.01})", "share", "must be from 0 to 1");
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

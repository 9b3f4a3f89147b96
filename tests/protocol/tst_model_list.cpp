// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/model_list.h"

#include <QTest>

#include <string>

using namespace homeward;
using namespace homeward::protocol;
using namespace std::string_literals;

using Ids = std::vector<std::string>;

class TestModelList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void keepsTheWholeEntry();
    void refuses_data();
    void refuses();
    void limitsDepth_data();
    void limitsDepth();
    void writesTheList_data();
    void writesTheList();
    void writesOneEntry_data();
    void writesOneEntry();
};

void TestModelList::reads_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<ListSource>("source");
    QTest::addColumn<Ids>("ids");

    const auto row = [](const char *name, std::string text, Ids ids,
                        ListSource source = ListSource::LocalServer) {
        QTest::newRow(name) << text << source << ids;
    };
    row("two", R"({"object":"list","data":[{"id":"b"},{"id":"a"}]})", {"b", "a"});
    row("none", R"({"object":"list","data":[]})", {});
    row("only data", R"({"data":[{"id":"m"}]})", {"m"});
    row("space around", " \n{ \"data\" : [ { \"id\" : \"m\" } ] }\n", {"m"});
    row("Ollama without a model", R"({"object":"list","data":null})", {});
    row("llama-server", R"({"models":[{"name":"x","model":"x"}],"object":"list",
        "data":[{"id":"x","object":"model","owned_by":"llamacpp","meta":{"n_params":7}}]})",
        {"x"});
    row("llama-server with its path", R"({"data":[{"id":"/models/a b.gguf"}]})",
        {"/models/a b.gguf"});
    row("a bare list", R"([{"id":"b"},{"model":"a","name":"x"},{"name":"n"},7,"x",[],{}])",
        {"b", "a", "n"});
    row("a bare list without models", "[]", {});
    row("models in place of data",
        R"({"models":[{"name":"n:latest"},{"model":"m","name":"M 8B"},{"id":"i","name":"I"}]})",
        {"n:latest", "m", "i"});
    row("models without models", R"({"models":[]})", {});
    row("models beside other data",
        R"({"data":[{"id":"b"}],"models":[{"name":"a"},{"model":"b"}]})", {"b", "a"});
    row("models beside no data", R"({"object":"list","data":null,"models":[{"name":"a"}]})", {"a"});
    row("models beside data of another type", R"({"data":{},"models":[{"name":"a"}]})", {"a"});
    row("data beside models of another type", R"({"data":[{"id":"a"}],"models":{"b":1}})", {"a"});
    row("ids of another type in models",
        R"({"models":[{"id":7,"model":null,"name":"a"},{"id":7}]})", {"a"});
    row("unusable names in models",
        R"({"models":[{"name":""},{"name":"a\nb"},{"id":" ","name":"x"}]})", {});
    row("beyond ASCII", R"({"data":[{"id":"한국어-모델"},{"id":"\ud83d\ude00"}]})",
        {"한국어-모델", "😀"});
    row("the first of the same", R"({"data":[{"id":"m","n":1},{"id":"m","n":2},{"id":"M"}]})",
        {"m", "M"});
    row("without id", R"({"data":[{"name":"x"},{"id":"m"}]})", {"m"});
    row("id of another type", R"({"data":[{"id":7},{"id":null},{"id":["x"]},{"id":"m"}]})", {"m"});
    row("no objects", R"({"data":["x",7,null,[],{"id":"m"}]})", {"m"});
    row("unusable names",
        R"({"data":[{"id":""},{"id":"  "},{"id":"a\nb"},{"id":"a\u0000"},{"id":")"s
            + std::string(1025, 'x') + R"("},{"id":"m"}]})",
        {"m"});
    const std::string remote = R"({"data":[{"id":"a","owned_by":"remote"},
        {"id":"b","owned_by":"vllm"},{"id":"c"},{"id":"d","owned_by":null}]})";
    row("a node's own neighbours", remote, {"b", "c", "d"}, ListSource::Node);
    row("a node's own neighbours in a bare list",
        R"([{"id":"a","owned_by":"remote"},{"name":"b","owned_by":"x"}])", {"b"}, ListSource::Node);
    row("a node's own neighbours in models", R"({"models":[{"name":"a","owned_by":"remote"},
        {"name":"b"}]})",
        {"b"}, ListSource::Node);
    const std::string bothForms = R"({"data":[{"id":"a","owned_by":"remote"},{"id":"b"}],
        "models":[{"name":"a"},{"name":"b"},{"name":"c"}]})";
    row("a node's own neighbours in both forms", bothForms, {"b", "c"}, ListSource::Node);
    row("a local server's in both forms", bothForms, {"a", "b", "c"});
    row("a local server's", remote, {"a", "b", "c", "d"});
    row("a neighbour's and its own", R"({"data":[{"id":"m","owned_by":"remote"},{"id":"m"}]})",
        {"m"}, ListSource::Node);
}

void TestModelList::reads()
{
    QFETCH(std::string, text);
    QFETCH(ListSource, source);
    QFETCH(Ids, ids);

    const auto list = modelListFromText(text, source);
    QVERIFY2(list.hasValue(), list ? "" : list.error().message.c_str());
    Ids found;
    for (const ListedModel &model : *list)
        found.push_back(model.id);
    QCOMPARE(found, ids);
}

void TestModelList::keepsTheWholeEntry()
{
    const std::string entry
        = R"({"id":"é","z":1,"object":"model","a":{"n":[1.5,null,true]},"owned_by":"llamacpp"})";
    const auto list = modelListFromText(R"({"data":[)" + entry + "]}", ListSource::Node);
    QVERIFY(list);
    QCOMPARE(*list, (std::vector<ListedModel>{{.id = "é", .rawJson = entry}}));

    const auto named
        = modelListFromText(R"([{"name":"n","id":7,"x":1},{"model":"m"}])", ListSource::Node);
    QVERIFY(named);
    QCOMPARE(*named,
             (std::vector<ListedModel>{{.id = "n", .rawJson = R"({"name":"n","id":"n","x":1})"},
                                       {.id = "m", .rawJson = R"({"model":"m","id":"m"})"}}));
}

void TestModelList::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("problem");

    const auto row = [](const char *name, std::string text, const char *problem) {
        QTest::newRow(name) << text << "its list of models is "s + problem;
    };
    const char *const notJson = "not JSON";
    const char *const noList = "neither a list nor an object with a list \"data\" or \"models\"";
    row("nothing", "", notJson);
    row("a page", "<html>", notJson);
    row("cut", R"({"data":[{"id":"m"})", notJson);
    row("bytes behind", R"({"data":[]} x)", notJson);
    row("half of a surrogate pair", R"({"data":[{"id":"\ud83d"}]})", notJson);
    row("not UTF-8", "{\"data\":[{\"id\":\"\xff\"}]}", notJson);
    row("number beyond a double", R"({"data":[{"id":"m","n":1e999}]})", notJson);
    row("models is a number", R"({"models":7})", noList);
    row("models is an object", R"({"models":{"m":{"id":"m"}}})", noList);
    row("models is null", R"({"object":"list","models":null})", noList);
    row("text", R"("m")", noList);
    row("a number", "7", noList);
    row("null", "null", noList);
    row("an error", R"({"error":{"message":"my secret"}})", noList);
    row("data is a number", R"({"object":"list","data":7})", noList);
    row("data is an object", R"({"object":"list","data":{"id":"m"}})", noList);
    row("data is null, and it is no list", R"({"data":null})", noList);
    row("data is null in an error", R"({"object":"error","data":null})", noList);
}

void TestModelList::refuses()
{
    QFETCH(std::string, text);
    QFETCH(std::string, problem);

    const auto list = modelListFromText(text, ListSource::Node);
    QVERIFY(!list);
    QCOMPARE(list.error(), (Error{ErrorKind::UpstreamInvalidResponse, problem, {}}));
}

void TestModelList::limitsDepth_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("100") << 100 << true;
    QTest::newRow("as deep as allowed") << 509 << true;
    QTest::newRow("one too deep") << 510 << false;
    QTest::newRow("a million") << 1000000 << false;
}

// Three levels are those of the list itself.
void TestModelList::limitsDepth()
{
    QFETCH(int, levels);
    QFETCH(bool, isTaken);

    const auto count = std::size_t(levels);
    const auto list = modelListFromText(R"({"data":[{"id":"m","x":)" + std::string(count, '[')
                                            + std::string(count, ']') + "}]}",
                                        ListSource::Node);
    QCOMPARE(list.hasValue(), isTaken);
    if (!isTaken)
        QCOMPARE(list.error().message, "its list of models is nested too deeply"s);
}

void TestModelList::writesTheList_data()
{
    QTest::addColumn<Surface>("surface");
    QTest::addColumn<std::vector<ModelEntry>>("entries");
    QTest::addColumn<std::string>("body");

    const std::vector<ModelEntry> entries{
        {.id = "a",
         .rawJson = R"({"owned_by":"llamacpp","id":"a","created":5,"object":"x","meta":{"n":1}})"},
        {.id = "b/c", .rawJson = R"({"id":"b/c","created":7,"owned_by":"vllm"})", .isRemote = true},
        {.id = "é"}};
    const std::vector<ModelEntry> none;
    const auto row = [](const char *name, Surface surface, std::vector<ModelEntry> list,
                        std::string body) { QTest::newRow(name) << surface << list << body; };
    row("OpenAI", Surface::OpenAi, entries,
        R"({"object":"list","data":[)"
        R"({"id":"a","object":"model","created":5,"owned_by":"llamacpp","meta":{"n":1}},)"
        R"({"id":"b/c","object":"model","created":7,"owned_by":"remote"},)"
        R"({"id":"é","object":"model","created":0,"owned_by":"local"}]})");
    row("OpenAI, none", Surface::OpenAi, none, R"({"object":"list","data":[]})");
    row("Anthropic", Surface::Anthropic, {entries.begin(), entries.begin() + 2},
        R"({"data":[)"
        R"({"type":"model","id":"a","display_name":"a","created_at":"1970-01-01T00:00:00Z"},)"
        R"({"type":"model","id":"b/c","display_name":"b/c","created_at":"1970-01-01T00:00:00Z"}],)"
        R"("has_more":false,"first_id":"a","last_id":"b/c"})");
    row("Anthropic, none", Surface::Anthropic, none,
        R"({"data":[],"has_more":false,"first_id":null,"last_id":null})");
    row("Gemini", Surface::Gemini, {entries.begin(), entries.begin() + 1},
        R"({"models":[{"name":"models/a","displayName":"a","supportedGenerationMethods":)"
        R"(["generateContent","streamGenerateContent","countTokens","embedContent"]}]})");
    row("Gemini, none", Surface::Gemini, none, R"({"models":[]})");
}

void TestModelList::writesTheList()
{
    QFETCH(Surface, surface);
    QFETCH(std::vector<ModelEntry>, entries);
    QFETCH(std::string, body);
    QCOMPARE(modelListBody(surface, entries), body);
}

void TestModelList::writesOneEntry_data()
{
    QTest::addColumn<ModelEntry>("entry");
    QTest::addColumn<std::string>("body");

    const auto row = [](const char *name, ModelEntry entry, std::string body) {
        QTest::newRow(name) << entry << body;
    };
    row("local", {.id = "a", .rawJson = R"({"id":"a","owned_by":"llamacpp","x":[1]})"},
        R"({"id":"a","object":"model","created":0,"owned_by":"llamacpp","x":[1]})");
    row("local, owner missing", {.id = "a", .rawJson = R"({"id":"a"})"},
        R"({"id":"a","object":"model","created":0,"owned_by":"local"})");
    row("created is a text", {.id = "a", .rawJson = R"({"id":"a","created":"today"})"},
        R"({"id":"a","object":"model","created":0,"owned_by":"local"})");
    row("remote: nothing of its own",
        {.id = "a", .rawJson = R"({"id":"a","root":"/home/me","created":3})", .isRemote = true},
        R"({"id":"a","object":"model","created":3,"owned_by":"remote"})");
    row("quotes in the id", {.id = "a\"\\", .isRemote = true},
        R"({"id":"a\"\\","object":"model","created":0,"owned_by":"remote"})");
    row("damaged", {.id = "a", .rawJson = "{"},
        R"({"id":"a","object":"model","created":0,"owned_by":"local"})");
}

void TestModelList::writesOneEntry()
{
    QFETCH(ModelEntry, entry);
    QFETCH(std::string, body);
    QCOMPARE(modelEntryBody(Surface::OpenAi, entry), body);
}

QTEST_APPLESS_MAIN(TestModelList)
#include "tst_model_list.moc"

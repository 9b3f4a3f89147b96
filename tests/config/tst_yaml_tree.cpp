// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/yaml_tree.h"

#include <QByteArrayList>
#include <QTest>

#include <random>

using namespace homeward::config;

namespace {

YamlReading readingOf(const QByteArray &text)
{
    return yamlTreeFromText(std::string_view(text.constData(), std::size_t(text.size())));
}

/// `{a@1:1:"x"}`: maps, lists, scalars with their places; plain ones without quotes.
QByteArray picture(const YamlTree &tree, std::size_t index)
{
    const YamlNode &node = tree.nodes[index];
    QByteArrayList parts;
    for (const std::size_t child : node.children)
        parts.append(picture(tree, child));
    const QByteArray place = '@' + QByteArray::number(node.position.line) + ':'
        + QByteArray::number(node.position.column);
    switch (node.kind) {
    case YamlNode::Kind::Null:
        return "~" + place;
    case YamlNode::Kind::Scalar: {
        const auto text = QByteArray::fromStdString(node.text);
        return (node.isPlain ? text : '"' + text + '"') + place;
    }
    case YamlNode::Kind::List:
        return '[' + parts.join(' ') + ']' + place;
    case YamlNode::Kind::Map:
        return '{' + parts.join(' ') + '}' + place;
    }
    return {};
}

QByteArray problemsOf(const YamlReading &reading)
{
    QByteArrayList lines;
    for (const YamlProblem &problem : reading.problems) {
        lines.append(QByteArray::number(problem.position.line) + ':'
                     + QByteArray::number(problem.position.column) + ": "
                     + QByteArray::fromStdString(problem.message));
    }
    return lines.join('\n');
}

} // namespace

class TestYamlTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsPlacesAndQuotes_data();
    void keepsPlacesAndQuotes();
    void refusesText_data();
    void refusesText();
    void refusesAliasesThatExplode();
    void survivesAnyText();
};

void TestYamlTree::keepsPlacesAndQuotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("tree");

    const auto row = [](const char *name, const QByteArray &text, const char *tree) {
        QTest::newRow(name) << text << QByteArray(tree);
    };
    row("nothing", "", "~@1:1");
    row("map", "a: 1\nb: 'c'\n", "{a@1:1 1@1:4 b@2:1 \"c\"@2:4}@1:1");
    row("nested", "a:\n  - b\n  - { c: d }\n", "{a@1:1 [b@2:5 {c@3:7 d@3:10}@3:5]@2:3}@1:1");
    row("repeated key", "a: 1\na: 2\n", "{a@1:1 1@1:4 a@2:1 2@2:4}@1:1");
    row("empty value at its key", "a:\nb: 1\n", "{a@1:1 ~@1:1 b@2:1 1@2:4}@1:1");
    row("alias", "a: &x [1]\nb: *x\n", "{a@1:1 [1@1:8]@1:4 b@2:1 [1@1:8]@1:4}@1:1");
    row("CRLF", "a: 1\r\nb: 2\r\n", "{a@1:1 1@1:4 b@2:1 2@2:4}@1:1");
    row("byte order mark",
        "\xef\xbb\xbf"
        "a: 1\n",
        "{a@1:1 1@1:4}@1:1");
    row("document marks", "---\na: 1\n...\n", "{a@2:1 1@2:4}@2:1");
    row("a tab after the colon", "a:\t1\n", "{a@1:1 1@1:4}@1:1");
    row("characters beyond ASCII", "\xc3\xa4: \xf0\x9f\x98\x80 # c\n",
        "{\xc3\xa4@1:1 \xf0\x9f\x98\x80@1:4}@1:1");
    row("block text", "a: |\n  one\n  two\n", "{a@1:1 \"one\ntwo\n\"@1:4}@1:1");
    row("tags of the core schema", "a: !!str 1\nb: !!int 2\n", "{a@1:1 \"1\"@1:4 b@2:1 2@2:4}@1:1");
    row("64 levels", QByteArray(64, '[') + QByteArray(64, ']'), nullptr);
}

void TestYamlTree::keepsPlacesAndQuotes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, tree);

    const auto reading = readingOf(text);
    QCOMPARE(problemsOf(reading), QByteArray());
    QVERIFY(reading.tree);
    if (!tree.isNull())
        QCOMPARE(picture(*reading.tree, reading.tree->root), tree);
}

void TestYamlTree::refusesText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problems");

    const auto row = [](const char *name, const QByteArray &text, const char *problems) {
        QTest::newRow(name) << text << QByteArray(problems);
    };
    const char *foreign = "only UTF-8 text without control characters is read";
    const auto foreignRow = [&](const char *name, const QByteArray &text, const char *place) {
        row(name, text, (QByteArray(place) + ": " + foreign).constData());
    };
    foreignRow("NUL", QByteArray("a: 1\nb: \0\n", 10), "2:4");
    foreignRow("control character", "a: \x01\n", "1:4");
    foreignRow("delete", "a: \x7f\n", "1:4");
    foreignRow("Latin-1", "a: caf\xe9\n", "1:7");
    foreignRow("a cut character", "a: \xe2\x82", "1:4");
    foreignRow("overlong", "a: \xc0\xaf\n", "1:4");
    foreignRow("surrogate", "a: \xed\xa0\x80\n", "1:4");
    foreignRow("UTF-16",
               QByteArray("\xff\xfe"
                          "a\0",
                          4),
               "1:1");
    row("tab in the indentation", "a:\n\tb: 1\n",
        "2:1: this is not valid YAML: a tab stands where spaces should");
    row("second document", "a: 1\n---\nb: 2\n",
        "2:1: the file has more than one YAML document (---)");
    row("comma", ",\n",
        "1:1: this is not valid YAML: something follows that belongs to nothing before it");
    row("open list", "a: [b\n", "2:1: this is not valid YAML: end of sequence flow not found");
    row("open map", "a: {b: c\n", "2:1: this is not valid YAML: end of map flow not found");
    row("open quote", "a: \"b\n", "1:4: this is not valid YAML: the quote is never closed");
    row("open single quote", "a: 'b''\n", "1:4: this is not valid YAML: the quote is never closed");
    row("indentation", "a:\n  b: 1\n c: 2\n", "3:2: this is not valid YAML: end of map not found");
    row("two colons", "a: b: c\n", "1:5: this is not valid YAML: illegal map value");
    row("unknown anchor", "a: *b\n",
        "1:4: this is not valid YAML: the referenced anchor is not defined");
    row("foreign tag", "a: !!python/object {}\n", "1:4: the tag of this value has no meaning here");
    row("alias inside itself", "a: &x [*x]\n", "1:8: an alias stands inside what it stands for");
    row("65 levels", QByteArray(65, '[') + QByteArray(65, ']'),
        "1:65: the file is nested more than 64 levels deep");
    row("very deep", QByteArray(100000, '['), nullptr);
    row("very deep maps", QByteArray("{a: ").repeated(100000), nullptr);
    row("large", QByteArray(1024 * 1024 + 1, '#'), "1:1: the file is larger than 1 MiB");
}

void TestYamlTree::refusesText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problems);

    const auto reading = readingOf(text);
    QVERIFY(!reading.problems.empty());
    if (!problems.isNull())
        QCOMPARE(problemsOf(reading), problems);
}

void TestYamlTree::refusesAliasesThatExplode()
{
    QByteArray text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 10; ++i) {
        const QByteArray before = "*a" + QByteArray::number(i - 1) + ' ';
        text += 'a' + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " ["
            + (before + ", ").repeated(9) + before + "]\n";
    }
    const QByteArray problems = problemsOf(readingOf(text));
    QVERIFY2(problems.contains("more than 200000 values"), problems.constData());
}

void TestYamlTree::survivesAnyText()
{
    std::mt19937 random(20261201);
    const QByteArrayList pieces{"a",  ": ", "\n", "  ",    "- ",  "[",  "]",       "{",
                                "}",  ",",  "'",  "\"",    "#",   "&x", "*x",      "? ",
                                "!t", "|",  ">",  "---\n", "...", "\t", "%",       "@",
                                "\r", "1",  "~",  "<<",    "`",   "\\", "\xc3\xa4"};
    for (int round = 0; round < 20000; ++round) {
        QByteArray text;
        for (unsigned length = random() % 14; length > 0; --length)
            text += pieces[qsizetype(random() % unsigned(pieces.size()))];
        const auto reading = readingOf(text);
        QVERIFY2(reading.tree || !reading.problems.empty(), text.constData());
        for (const YamlProblem &problem : reading.problems)
            QVERIFY2(problem.position.line >= 1 && problem.position.column >= 1, text.constData());
        if (reading.tree)
            QVERIFY(!picture(*reading.tree, reading.tree->root).isEmpty());
    }
}

QTEST_APPLESS_MAIN(TestYamlTree)
#include "tst_yaml_tree.moc"

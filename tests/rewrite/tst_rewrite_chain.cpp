// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rewrite/rewrite_chain.h"

#include "rules.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <map>
#include <new>

using namespace homeward;
using namespace homeward::rewrite;

namespace {

std::atomic<int> allocations = 0;

constexpr const char *example = "AutoModelTranslate=>Qwen3.5 Qwen3.5=>Qwen/Qwen3.5-397B-A17B-FP8 "
                                "Qwen/Qwen3.5-397B-A17B-FP8->Gemma4 "
                                "Gemma4=>cyankiwi/gemma-4-26B-A4B-it-AWQ-4bit";
constexpr const char *lastName = "cyankiwi/gemma-4-26B-A4B-it-AWQ-4bit";

/// `a=>b->c force`, with ` cycle a b a` where the chain ran into one.
std::string textOf(const ChainOutcome &outcome)
{
    std::string text(outcome.requestedModel);
    for (const Hop &hop : outcome.path)
        text += (hop.mode == HopMode::Force ? "=>" : "->") + hop.target;
    text += ' ' + std::string(toText(outcome.ruleKind()));
    return outcome.hasCycle() ? text + " cycle " + joined(outcome.cycle) : text;
}

} // namespace

// Counts what a call allocates; every form of new that is not replaced here ends in this one.
void *operator new(std::size_t size)
{
    ++allocations;
    if (void *memory = std::malloc(size))
        return memory;
    std::abort();
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

class TestRewriteChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheRules_data();
    void followsTheRules();
    void asksForEachNameOnce_data();
    void asksForEachNameOnce();
    void allocatesNothingWithoutRules();
    void firstRuleOfASourceCounts();
    void namesMayHoldAnything();
};

void TestRewriteChain::followsTheRules_data()
{
    QTest::addColumn<QString>("served");
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("requested");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *served, const char *rules,
                        const char *requested, const std::string &expected) {
        QTest::newRow(name) << QString::fromUtf8(served) << QString::fromUtf8(rules)
                            << QString::fromUtf8(requested) << QString::fromStdString(expected);
    };
    row("no rules", "a", "", "a", "a none");
    row("no rule of this name", "a", "x=>y", "a", "a none");
    row("force", "a b", "a=>b", "a", "a=>b force");
    row("force to a name that nobody serves", "a", "a=>dead", "a", "a=>dead force");
    row("fallback while its source is served", "a b", "a->b", "a", "a none");
    row("fallback while its source is not served", "b", "a->b", "a", "a->b fallback");
    row("two forces", "c", "a=>b b=>c", "a", "a=>b=>c chain");
    row("a served name does not stop a force", "b c", "a=>b b=>c", "a", "a=>b=>c chain");
    row("force, then a fallback that stops", "b c", "a=>b b->c", "a", "a=>b force");
    row("force, then a fallback that goes on", "c", "a=>b b->c", "a", "a=>b->c chain");
    row("a fallback to nobody goes on", "c", "a->b b->c", "a", "a->b->c chain");
    row("never backs up", "x", "a->x x=>dead", "a", "a->x=>dead chain");
    row("begins in the middle", "c", "a=>b b=>c", "b", "b=>c force");
    row("inactive", "a b", "!a=>b", "a", "a none");
    row("inactive ends a chain", "b", "a=>b !b=>c", "a", "a=>b force");
    row("spaces around the request", "b", "a=>b", " \t a \n", "a=>b force");
    row("only spaces", "b", "a=>b", "  ", " none");
    row("case counts", "a b", "A=>b", "a", "a none");
    row("a prefix is another name", "abc", "ab=>dead", "abc", "abc none");
    row("the example, big model served", "Qwen/Qwen3.5-397B-A17B-FP8", example,
        "AutoModelTranslate", "AutoModelTranslate=>Qwen3.5=>Qwen/Qwen3.5-397B-A17B-FP8 chain");
    row("the example, big model not served", lastName, example, "AutoModelTranslate",
        std::string("AutoModelTranslate=>Qwen3.5=>Qwen/Qwen3.5-397B-A17B-FP8->Gemma4=>") + lastName
            + " chain");
    row("the example, nobody serves", "", example, "Gemma4",
        std::string("Gemma4=>") + lastName + " force");
    row("to itself", "a", "a=>a", "a", "a=>a force cycle a a");
    row("cycle of two", "", "a=>b b=>a", "a", "a=>b=>a chain cycle a b a");
    row("cycle of two from the other name", "", "a=>b b=>a", "b", "b=>a=>b chain cycle b a b");
    row("into a cycle", "", "c=>a a=>b b->a", "c", "c=>a=>b->a chain cycle a b a");
    row("a served fallback keeps out of the cycle", "b", "a=>b b->a", "a", "a=>b force");
    row("a cycle elsewhere", "m", "a=>b b=>a c=>m", "c", "c=>m force");
}

void TestRewriteChain::followsTheRules()
{
    QFETCH(QString, served);
    QFETCH(QString, rules);
    QFETCH(QString, requested);
    QFETCH(QString, expected);
    const RewriteTable table(rulesFrom(rules.toStdString()));
    const auto names = nameSet(served.toStdString());
    const std::string name = requested.toStdString();

    const auto outcome
        = rewritten(name, table, [&](std::string_view asked) { return names.contains(asked); });

    QCOMPARE(QString::fromStdString(textOf(outcome)), expected);
}

void TestRewriteChain::asksForEachNameOnce_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("expected");

    QTest::newRow("not for a force") << "a=>b b=>c"
                                     << "";
    QTest::newRow("not for the last name") << "a->b"
                                           << "a";
    QTest::newRow("for every fallback") << "a->b b=>c c->d"
                                        << "a c";
    QTest::newRow("not again at the end of a cycle") << "a->b b->a"
                                                     << "a b";
}

void TestRewriteChain::asksForEachNameOnce()
{
    QFETCH(QString, rules);
    QFETCH(QString, expected);
    std::vector<std::string> asked;

    rewritten("a", RewriteTable(rulesFrom(rules.toStdString())), [&](std::string_view name) {
        asked.emplace_back(name);
        return false;
    });

    QCOMPARE(QString::fromStdString(joined(asked)), expected);
}

void TestRewriteChain::allocatesNothingWithoutRules()
{
    const RewriteTable table;
    const std::string name = "  a/name/too/long/for/the/inside/of/a/string/object ";
    const HasCandidate nobody = [](std::string_view) { return false; };
    const int before = allocations;

    const auto outcome = rewritten(name, table, nobody);
    const std::string_view routed = outcome.routedModel();
    const int after = allocations;

    QCOMPARE(after, before);
    QVERIFY(routed == "a/name/too/long/for/the/inside/of/a/string/object");
    const std::string copy(routed);
    QVERIFY2(allocations > before, "the count counts");
}

void TestRewriteChain::firstRuleOfASourceCounts()
{
    const RewriteTable table(rulesFrom("!a=>x a=>b a=>c"));

    const auto outcome = rewritten("a", table, [](std::string_view) { return true; });

    QCOMPARE(textOf(outcome), std::string("a=>b force"));
}

void TestRewriteChain::namesMayHoldAnything()
{
    const RewriteTable table(std::vector<domain::RewriteRule>{
        {.sourceModel = " 내 모델/α ", .targetModel = " org/m:7b q4 ", .isForced = true}});

    const auto outcome = rewritten("내 모델/α", table, [](std::string_view) { return true; });

    QCOMPARE(textOf(outcome), std::string("내 모델/α=>org/m:7b q4 force"));
}

QTEST_APPLESS_MAIN(TestRewriteChain)
#include "tst_rewrite_chain.moc"

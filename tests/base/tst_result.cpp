// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/result.h"

#include <QTest>

#include <memory>
#include <string>
#include <utility>

using namespace homeward;

namespace {

const Error problem{ErrorKind::NotFound, "there is no such thing", "name"};

Result<int> numberOrProblem(bool isGood)
{
    if (!isGood)
        return problem;
    return 7;
}

} // namespace

class TestResult : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsAValue();
    void holdsAnError();
    void givesItsValueAway();
    void holdsFalseValues();
    void compares();
};

void TestResult::holdsAValue()
{
    Result<std::string> result(std::string("text"));
    QVERIFY(result.hasValue());
    QVERIFY(bool(result));
    QCOMPARE(*result, std::string("text"));
    QCOMPARE(result->size(), std::size_t(4));
    result.value() += 's';
    QCOMPARE(std::as_const(result).value(), std::string("texts"));
}

void TestResult::holdsAnError()
{
    const Result<int> result = numberOrProblem(false);
    QVERIFY(!result.hasValue());
    QVERIFY(!result);
    QCOMPARE(result.error(), problem);
}

void TestResult::givesItsValueAway()
{
    Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = std::move(result).value();
    QCOMPARE(*taken, 7);
}

void TestResult::holdsFalseValues()
{
    QVERIFY(Result<bool>(false).hasValue());
    QVERIFY(Result<int>(0).hasValue());
    QVERIFY(Result<Done>(Done{}).hasValue());
}

void TestResult::compares()
{
    QCOMPARE(numberOrProblem(true), Result<int>(7));
    QVERIFY(!(numberOrProblem(true) == Result<int>(8)));
    QCOMPARE(numberOrProblem(false), Result<int>(problem));
    QVERIFY(!(numberOrProblem(false) == Result<int>(Error{})));
    QVERIFY(!(numberOrProblem(false) == numberOrProblem(true)));
}

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"

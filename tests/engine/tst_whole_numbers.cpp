// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tested_router.h"

using namespace homeward;
using namespace homeward::testing;

namespace {

const std::string balancingPath = "/api/v1/pool/load-balancing";

std::string writeRequest(const std::string &method, const std::string &path,
                         const std::string &body)
{
    return method + ' ' + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A router that leaves to the user what is tested, with one node of the user's.
class UsersRouter
{
public:
    UsersRouter()
    {
        router.config.loadBalancing.healthCheckInterval.reset();
        router.config.loadBalancing.isEnabled.reset();
        router.start();
        router.ask(writeRequest("POST", "/api/v1/nodes",
                                R"({"name":"n","enabled":false,"baseUrl":")"
                                    + backend.server().url() + R"("})"));
        fingerprint = router.node().node.fingerprint;
    }
    std::string nodePath() const { return "/api/v1/nodes/" + fingerprint; }
    std::string nodeConfigs(const std::string &fields) const
    {
        return R"("nodeConfigs":{")" + fingerprint + R"(":{)" + fields + "}}";
    }
    std::string state() { return router.get(balancingPath).body + router.get(nodePath()).body; }

    FakeBackend backend;
    TestedRouter router;
    std::string fingerprint;
};

} // namespace

/// http-api.md, sections 3 and 4: numbers are whole and in their range, or nothing is changed.
class TestWholeNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesAndChangesNothing();
    void takesWholeNumbersHoweverWritten();
    void takesItsOwnValueBack();
};

void TestWholeNumbers::refusesAndChangesNothing()
{
    UsersRouter users;
    const std::string before = users.state();
    struct Row
    {
        std::string method;
        std::string path;
        std::string body;
        std::string field;
        std::string range;
    };
    std::vector<Row> rows;
    for (const std::string value : {"30.5", "\"30\"", "4", "3601", "0", "-0", "-30", "1e400",
                                    "-1e400", "99999999999999999999", "null", "true", "[30]"}) {
        const std::string field = R"("healthCheckIntervalSecs":)" + value;
        for (const char *method : {"PATCH", "PUT"}) {
            rows.push_back({method, balancingPath,
                            R"({"enabled":true,"strategy":"fastest","failoverEnabled":false,)"
                                + field + ',' + users.nodeConfigs(R"("priority":9,"enabled":true)")
                                + '}',
                            "healthCheckIntervalSecs", "from 5 to 3600"});
        }
    }
    for (const std::string value : {"1.5", "\"7\"", "0", "256", "-1", "1e400",
                                    "99999999999999999999", "null", "false", "{}"}) {
        const std::string field = R"("priority":)" + value;
        rows.push_back({"PATCH", balancingPath,
                        R"({"enabled":true,"healthCheckIntervalSecs":60,)"
                            + users.nodeConfigs(R"("enabled":true,)" + field) + '}',
                        "nodeConfigs." + users.fingerprint + ".priority", "from 1 to 255"});
        rows.push_back({"PATCH", users.nodePath(),
                        R"({"name":"other","enabled":true,)" + field + '}', "priority",
                        "from 1 to 255"});
    }
    for (const Row &row : rows) {
        const RawAnswer answer = users.router.ask(writeRequest(row.method, row.path, row.body));
        QVERIFY2(answer.head.status == 400, row.body.c_str());
        QVERIFY2(answer.body.find("\\\"" + row.field + "\\\" ") != std::string::npos,
                 answer.body.c_str());
        QVERIFY2(answer.body.find(row.range) != std::string::npos, answer.body.c_str());
        QVERIFY2(users.state() == before, row.body.c_str());
    }
}

void TestWholeNumbers::takesWholeNumbersHoweverWritten()
{
    UsersRouter users;
    for (const std::string seconds : {"30.0", "3e1", "300e-1", "30"}) {
        QCOMPARE(users.router
                     .ask(writeRequest("PATCH", balancingPath, R"({"healthCheckIntervalSecs":60})"))
                     .head.status,
                 200);
        const RawAnswer answer = users.router.ask(
            writeRequest("PATCH", balancingPath, R"({"healthCheckIntervalSecs":)" + seconds + '}'));
        QCOMPARE(answer.head.status, 200);
        QVERIFY2(answer.body.find(R"("healthCheckIntervalSecs":30,)") != std::string::npos,
                 answer.body.c_str());
    }
    const RawAnswer answer
        = users.router.ask(writeRequest("PATCH", users.nodePath(), R"({"priority":7.0})"));
    QCOMPARE(answer.head.status, 200);
    QVERIFY2(answer.body.find(R"("priority":7,)") != std::string::npos, answer.body.c_str());
}

void TestWholeNumbers::takesItsOwnValueBack()
{
    TestedRouter router;
    router.config.loadBalancing.healthCheckInterval = std::chrono::milliseconds(7500);
    router.start();
    const std::string own = router.get(balancingPath).body;
    QVERIFY2(own.find(R"("healthCheckIntervalSecs":7.5,)") != std::string::npos, own.c_str());
    QCOMPARE(router.ask(writeRequest("PUT", balancingPath, own)).head.status, 200);
    const RawAnswer other
        = router.ask(writeRequest("PATCH", balancingPath, R"({"healthCheckIntervalSecs":8.5})"));
    QCOMPARE(other.head.status, 400);
}

QTEST_GUILESS_MAIN(TestWholeNumbers)
#include "tst_whole_numbers.moc"

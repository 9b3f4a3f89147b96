// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/output_queue.h"

#include <QTest>

#include <memory>
#include <random>
#include <string>

using namespace homeward::net;

class TestOutputQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrderOfBytes();
    void sharesInsteadOfCopying();
    void takesNothing();
    void clears();
};

void TestOutputQueue::keepsTheOrderOfBytes()
{
    OutputQueue queue;
    std::mt19937 random(1);
    std::string given;
    std::string taken;
    for (int step = 0; step < 5000; ++step) {
        const std::string bytes(random() % 50000, char('a' + step % 26));
        switch (random() % 3) {
        case 0:
            queue.append(bytes);
            given += bytes;
            break;
        case 1: {
            const auto owner = std::make_shared<const std::string>("skipped" + bytes);
            queue.append(homeward::SharedBytes(owner, std::string_view(*owner).substr(7)));
            given += bytes;
            break;
        }
        case 2:
            if (!queue.isEmpty()) {
                const std::size_t count = 1 + random() % queue.front().size();
                taken += queue.front().substr(0, count);
                queue.consume(count);
            }
            break;
        }
        QCOMPARE(queue.size(), given.size() - taken.size());
        if (given.size() > 1000000) {
            while (!queue.isEmpty()) {
                taken += queue.front();
                queue.consume(queue.front().size());
            }
            QCOMPARE(taken, given);
            taken.clear();
            given.clear();
        }
    }
}

void TestOutputQueue::sharesInsteadOfCopying()
{
    OutputQueue queue;
    const auto owner = std::make_shared<const std::string>("hello");
    queue.append(homeward::SharedBytes(owner));
    QCOMPARE(static_cast<const void *>(queue.front().data()),
             static_cast<const void *>(owner->data()));
    QCOMPARE(owner.use_count(), 2L);
    queue.append("!");
    QCOMPARE(queue.front(), std::string_view("hello"));
    queue.consume(5);
    QCOMPARE(owner.use_count(), 1L);
    QCOMPARE(queue.front(), std::string_view("!"));
}

void TestOutputQueue::takesNothing()
{
    OutputQueue queue;
    queue.append(std::string_view());
    queue.append(homeward::SharedBytes(std::make_shared<const std::string>()));
    QVERIFY(queue.isEmpty());
    QVERIFY(queue.front().empty());
}

void TestOutputQueue::clears()
{
    OutputQueue queue;
    queue.append("hello");
    queue.clear();
    QVERIFY(queue.isEmpty());
    queue.append("x");
    QCOMPARE(queue.front(), std::string_view("x"));
}

QTEST_APPLESS_MAIN(TestOutputQueue)
#include "tst_output_queue.moc"

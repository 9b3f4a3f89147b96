// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/log.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>
#include <QTest>

#include <cstdio>
#include <functional>
#include <string>

#include <unistd.h>

using namespace homeward;

namespace {

/// What is written to standard error meanwhile, through the log of homewardd.
QByteArray writtenBy(LogFormat format, LogLevel level, const std::function<void()> &action)
{
    QTemporaryFile file;
    if (!file.open())
        return "no temporary file";
    std::fflush(stderr);
    const int kept = ::dup(STDERR_FILENO);
    ::dup2(file.handle(), STDERR_FILENO);
    const QtMessageHandler handler = qInstallMessageHandler(nullptr);
    installLog(format, level);
    action();
    qInstallMessageHandler(handler);
    std::fflush(stderr);
    ::dup2(kept, STDERR_FILENO);
    ::close(kept);
    file.seek(0);
    return file.readAll();
}

/// A line without its time, which is checked to look like one.
QByteArray withoutTime(const QByteArray &line)
{
    return line.size() > 25 && line[10] == 'T' && line[23] == 'Z' && line[24] == ' ' ? line.mid(25)
                                                                                     : line;
}

} // namespace

class TestLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesOneLineOfText_data();
    void writesOneLineOfText();
    void writesOneObject_data();
    void writesOneObject();
    void dropsWhatIsBelowTheLevel_data();
    void dropsWhatIsBelowTheLevel();
    void takesTextOfAnyOrigin_data();
    void takesTextOfAnyOrigin();
};

void TestLog::writesOneLineOfText_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QByteArray>("expected");

    const auto row = [](const char *name, const QString &message, const char *expected) {
        QTest::newRow(name) << message << QByteArray(expected);
    };
    row("plain", QStringLiteral("node up"), "info node up\n");
    row("empty", QString(), "info \n");
    row("beyond ASCII", QStringLiteral(u"n\u00f6de \ud55c \U0001f600"),
        "info n\xc3\xb6"
        "de \xed\x95\x9c \xf0\x9f\x98\x80\n");
    row("a line that would look like another", QStringLiteral("a\n2026 error b"),
        "info a\\n2026 error b\n");
    row("carriage return", QStringLiteral("a\r\nb"), "info a\\r\\nb\n");
    row("orders to the terminal", QStringLiteral(u"a\u001b[2Jb\u0008\u007f\u009bm"),
        "info a\\u001b[2Jb\\u0008\\u007f\\u009bm\n");
    row("separators of lines", QStringLiteral(u"a\u2028b\u2029c\u0085d"),
        "info a\\u2028b\\u2029c\\u0085d\n");
    row("placeholders", QStringLiteral("%1 %s %n"), "info %1 %s %n\n");
}

void TestLog::writesOneLineOfText()
{
    QFETCH(QString, message);
    QFETCH(QByteArray, expected);

    const QByteArray written = writtenBy(LogFormat::Text, LogLevel::Info,
                                         [&message] { qCInfo(logRouter).noquote() << message; });
    QCOMPARE(withoutTime(written), expected);
}

void TestLog::writesOneObject_data()
{
    QTest::addColumn<QString>("message");

    QTest::newRow("plain") << QStringLiteral("node up");
    QTest::newRow("quotes") << QStringLiteral("\"}\\,{");
    QTest::newRow("line ends") << QStringLiteral("a\r\nb");
    QTest::newRow("control characters") << QStringLiteral(u"a\u001b[2J\u007f");
    QTest::newRow("beyond ASCII") << QStringLiteral(u"n\u00f6de \ud55c \U0001f600");
}

void TestLog::writesOneObject()
{
    QFETCH(QString, message);

    const QByteArray written = writtenBy(LogFormat::Json, LogLevel::Info,
                                         [&message] { qCWarning(logRouter).noquote() << message; });
    QCOMPARE(written.count('\n'), 1);
    QVERIFY(written.endsWith('\n'));
    QJsonObject object = QJsonDocument::fromJson(written).object();
    QVERIFY(object.take(QStringLiteral("time")).toString().endsWith(u'Z'));
    QCOMPARE(object,
             (QJsonObject{{QStringLiteral("level"), QStringLiteral("warning")},
                          {QStringLiteral("category"), QStringLiteral("homeward")},
                          {QStringLiteral("message"), message}}));
}

void TestLog::dropsWhatIsBelowTheLevel_data()
{
    QTest::addColumn<LogLevel>("level");
    QTest::addColumn<QByteArray>("expected");

    QTest::newRow("debug") << LogLevel::Debug << QByteArray("debug, info, warning, error");
    QTest::newRow("info") << LogLevel::Info << QByteArray("info, warning, error");
    QTest::newRow("warning") << LogLevel::Warning << QByteArray("warning, error");
    QTest::newRow("error") << LogLevel::Error << QByteArray("error");
}

void TestLog::dropsWhatIsBelowTheLevel()
{
    QFETCH(LogLevel, level);
    QFETCH(QByteArray, expected);

    // Rules of the environment go before those of the program.
    qunsetenv("QT_LOGGING_RULES");
    const QByteArray written = writtenBy(LogFormat::Text, level, [] {
        qCDebug(logRouter) << 1;
        qCInfo(logRouter) << 2;
        qCWarning(logRouter) << 3;
        qCCritical(logRouter) << 4;
    });
    QByteArrayList levels;
    for (const QByteArray &line : written.trimmed().split('\n'))
        levels.append(withoutTime(line).split(' ').first());
    QCOMPARE(levels.join(", "), expected);
}

void TestLog::takesTextOfAnyOrigin_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QByteArray>("expected");

    QTest::newRow("ASCII") << std::string("gpu-2") << QByteArray("\"gpu-2\"");
    QTest::newRow("empty") << std::string() << QByteArray("\"\"");
    QTest::newRow("beyond ASCII") << std::string("n\xc3\xb6"
                                                 "de")
                                  << QByteArray("\"n\xc3\xb6"
                                                "de\"");
    QTest::newRow("not UTF-8") << std::string("a\xff"
                                              "b")
                               << QByteArray("\"a\xef\xbf\xbd"
                                             "b\"");
    QTest::newRow("cut within a character")
        << std::string("a\xe2") << QByteArray("\"a\xef\xbf\xbd\"");
    QTest::newRow("NUL") << std::string("a\0b", 3) << QByteArray("\"a\\u0000b\"");
    QTest::newRow("line end") << std::string("a\nb") << QByteArray("\"a\\nb\"");
    QTest::newRow("quote") << std::string("a\"b") << QByteArray("\"a\\\"b\"");
}

void TestLog::takesTextOfAnyOrigin()
{
    QFETCH(std::string, text);
    QFETCH(QByteArray, expected);

    const std::string_view view = text;
    const QByteArray written
        = writtenBy(LogFormat::Text, LogLevel::Info, [view] { qCInfo(logRouter) << utf8(view); });
    QCOMPARE(withoutTime(written), "info " + expected + '\n');

    // Every byte of any origin comes out as text here too, if not as the right one.
    const QByteArray narrow
        = writtenBy(LogFormat::Text, LogLevel::Info, [view] { qCInfo(logRouter) << latin1(view); });
    QCOMPARE(narrow.count('\n'), 1);
    QVERIFY(QString::fromUtf8(narrow).toUtf8() == narrow);
}

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"

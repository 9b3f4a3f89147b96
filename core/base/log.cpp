// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/log.h"

#include "base/iso_time.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <atomic>
#include <cstdio>

namespace homeward {

Q_LOGGING_CATEGORY(logRouter, "homeward")

namespace {

std::atomic<LogFormat> activeFormat{LogFormat::Text};
std::atomic<LogLevel> activeLevel{LogLevel::Info};

LogLevel levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return LogLevel::Debug;
    case QtInfoMsg:
        return LogLevel::Info;
    case QtWarningMsg:
        return LogLevel::Warning;
    case QtCriticalMsg:
    case QtFatalMsg:
        return LogLevel::Error;
    }
    return LogLevel::Error;
}

const char *nameOf(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return "debug";
    case LogLevel::Info:
        return "info";
    case LogLevel::Warning:
        return "warning";
    case LogLevel::Error:
        return "error";
    }
    return "error";
}

/// One message is one line, and only text, so that a hostile one cannot forge another line or give
/// orders to the terminal.
QString escaped(const QString &message)
{
    QString text;
    text.reserve(message.size());
    for (const QChar c : message) {
        const QChar::Category category = c.category();
        if (c == u'\n')
            text += u"\\n";
        else if (c == u'\r')
            text += u"\\r";
        else if (category == QChar::Other_Control || category == QChar::Separator_Line
                 || category == QChar::Separator_Paragraph)
            text += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            text += c;
    }
    return text;
}

void writeMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const LogLevel level = levelOf(type);
    if (level < activeLevel)
        return;
    const auto time = QString::fromStdString(toIsoTime(SystemClock().wallNow()));
    QByteArray line;
    if (activeFormat == LogFormat::Json) {
        const QJsonObject object{{QStringLiteral("time"), time},
                                 {QStringLiteral("level"), QLatin1String(nameOf(level))},
                                 {QStringLiteral("category"), QLatin1String(context.category)},
                                 {QStringLiteral("message"), message}};
        line = QJsonDocument(object).toJson(QJsonDocument::Compact);
    } else {
        line = time.toLatin1() + ' ' + nameOf(level) + ' ' + escaped(message).toUtf8();
    }
    line += '\n';
    std::fwrite(line.constData(), 1, std::size_t(line.size()), stderr);
    std::fflush(stderr);
}

} // namespace

void installLog(LogFormat format, LogLevel level)
{
    activeFormat = format;
    activeLevel = level;
    QLoggingCategory::setFilterRules(level == LogLevel::Debug
                                         ? QStringLiteral("homeward*.debug=true")
                                         : QStringLiteral("homeward*.debug=false"));
    qInstallMessageHandler(writeMessage);
}

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLoggingCategory>
#include <QString>

#include <string_view>

namespace homeward {

Q_DECLARE_LOGGING_CATEGORY(logRouter)

enum class LogFormat { Text, Json };
enum class LogLevel { Debug, Info, Warning, Error };

/// Sends every log message of this process to standard error, one line each: text with a time and
/// a level, or one JSON object. Messages below `level` are dropped. Call once, before others run.
void installLog(LogFormat format, LogLevel level);

/// Text of any origin as an argument of a log stream: `qCInfo(logRouter) << utf8(name)`. What is
/// not UTF-8 in it becomes U+FFFD.
inline QString utf8(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

/// Text that is ASCII, such as a status or an id of ours, in the same place without a copy.
inline QLatin1String latin1(std::string_view bytes)
{
    return QLatin1String(bytes.data(), qsizetype(bytes.size()));
}

} // namespace homeward

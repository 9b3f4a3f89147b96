// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLoggingCategory>

#include <string_view>

namespace homeward {

Q_DECLARE_LOGGING_CATEGORY(logRouter)

enum class LogFormat { Text, Json };
enum class LogLevel { Debug, Info, Warning, Error };

/// Sends every log message of this process to standard error, one line each: text with a time and
/// a level, or one JSON object. Messages below `level` are dropped. Call once, before others run.
void installLog(LogFormat format, LogLevel level);

/// A view as an argument of a log stream: `qCInfo(logRouter) << latin1(view)`.
inline QLatin1String latin1(std::string_view bytes)
{
    return QLatin1String(bytes.data(), qsizetype(bytes.size()));
}

} // namespace homeward

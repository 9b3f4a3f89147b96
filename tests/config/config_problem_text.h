// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/config_yaml.h"

#include <QByteArrayList>

/// What a text of the configuration file is told, as lines that a table can hold.

inline QByteArray linesOf(const std::vector<homeward::config::ConfigProblem> &problems)
{
    QByteArrayList lines;
    for (const auto &problem : problems)
        lines.append(QByteArray::fromStdString(homeward::config::toText(problem)));
    return lines.join('\n');
}

/// Reads a text as the file `f`, with the variables KEY (`s3cret`) and NUMBER (`7`).
inline homeward::config::ConfigReading readingOf(const QByteArray &text)
{
    const auto environment = [](std::string_view name) -> std::optional<std::string> {
        if (name == "KEY")
            return "s3cret";
        return name == "NUMBER" ? std::optional<std::string>("7") : std::nullopt;
    };
    return homeward::config::configFromYaml(
        std::string_view(text.constData(), std::size_t(text.size())), "f", environment);
}

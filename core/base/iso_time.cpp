// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/iso_time.h"

#include <QDateTime>
#include <QString>
#include <QTimeZone>

namespace homeward {

std::string toIsoTime(WallTime time)
{
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
    // Qt 6.4 writes `+00:00` for the zone UTC, and `Z` for the specification UTC only.
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(ms.count(), QTimeZone::utc());
    return moment.toString(u"yyyy-MM-ddTHH:mm:ss.zzz").toStdString() + 'Z';
}

std::optional<WallTime> wallTimeFromIso(std::string_view text)
{
    if (text.empty() || text.back() != 'Z')
        return std::nullopt;
    const auto read = QDateTime::fromString(QString::fromUtf8(text.data(), qsizetype(text.size())),
                                            Qt::ISODateWithMs);
    if (!read.isValid())
        return std::nullopt;
    return WallTime(std::chrono::milliseconds(read.toMSecsSinceEpoch()));
}

} // namespace homeward

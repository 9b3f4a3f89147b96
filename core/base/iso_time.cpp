// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/iso_time.h"

#include <QDateTime>
#include <QString>
#include <QTimeZone>

namespace homeward {

std::string toIsoTime(WallTime time)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
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
    // Nanoseconds end in the year 2262; the year 9999, which people write for never, must not wrap.
    using std::chrono::milliseconds;
    const milliseconds ms(read.toMSecsSinceEpoch());
    if (ms > std::chrono::floor<milliseconds>(WallTime::max().time_since_epoch()))
        return WallTime::max();
    if (ms < std::chrono::ceil<milliseconds>(WallTime::min().time_since_epoch()))
        return WallTime::min();
    return WallTime(ms);
}

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "protocol/retry_after.h"

#include <algorithm>
#include <array>

namespace homeward::protocol {

namespace {

constexpr std::array<std::string_view, 12> monthNames{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> dayNames{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 7> longDayNames{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Takes text apart from the front; once something does not fit, it stays failed.
class DateReader
{
public:
    explicit DateReader(std::string_view text) : m_text(text) { }

    void expect(std::string_view literal)
    {
        if (m_text.starts_with(literal))
            m_text.remove_prefix(literal.size());
        else
            m_hasFailed = true;
    }
    unsigned number(std::size_t digits)
    {
        if (m_text.size() < digits
            || !std::all_of(m_text.begin(), m_text.begin() + digits, isDigit)) {
            m_hasFailed = true;
            return 0;
        }
        unsigned value = 0;
        for (const char digit : m_text.substr(0, digits))
            value = value * 10 + unsigned(digit - '0');
        m_text.remove_prefix(digits);
        return value;
    }
    /// A day below 10 has a space for its first digit in the form of asctime().
    unsigned paddedDay()
    {
        if (!m_text.starts_with(' '))
            return number(2);
        m_text.remove_prefix(1);
        return number(1);
    }
    template <std::size_t Count>
    unsigned oneOf(const std::array<std::string_view, Count> &names)
    {
        for (std::size_t index = 0; index < Count; ++index) {
            if (m_text.starts_with(names[index])) {
                m_text.remove_prefix(names[index].size());
                return unsigned(index);
            }
        }
        m_hasFailed = true;
        return 0;
    }
    std::chrono::seconds time()
    {
        const unsigned hours = number(2);
        expect(":");
        const unsigned minutes = number(2);
        expect(":");
        const unsigned seconds = number(2);
        m_hasFailed = m_hasFailed || hours > 23 || minutes > 59 || seconds > 60;
        return std::chrono::hours(hours) + std::chrono::minutes(minutes)
            + std::chrono::seconds(seconds);
    }
    bool isDone() const { return !m_hasFailed && m_text.empty(); }

private:
    std::string_view m_text;
    bool m_hasFailed = false;
};

struct Moment
{
    unsigned year = 0;
    unsigned month = 0;
    unsigned day = 0;
    std::chrono::seconds time{};
};

std::optional<std::chrono::sys_seconds> timeFrom(const DateReader &reader, const Moment &moment)
{
    const std::chrono::year_month_day date{std::chrono::year(int(moment.year)),
                                           std::chrono::month(moment.month + 1),
                                           std::chrono::day(moment.day)};
    if (!reader.isDone() || !date.ok())
        return std::nullopt;
    return std::chrono::sys_days(date) + moment.time;
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`
std::optional<std::chrono::sys_seconds> fromImfFixdate(std::string_view text)
{
    DateReader reader(text);
    Moment moment;
    reader.oneOf(dayNames);
    reader.expect(", ");
    moment.day = reader.number(2);
    reader.expect(" ");
    moment.month = reader.oneOf(monthNames);
    reader.expect(" ");
    moment.year = reader.number(4);
    reader.expect(" ");
    moment.time = reader.time();
    reader.expect(" GMT");
    return timeFrom(reader, moment);
}

/// `Sunday, 06-Nov-94 08:49:37 GMT`; a year that seems more than 50 years ahead is a past one.
std::optional<std::chrono::sys_seconds> fromRfc850(std::string_view text, WallTime now)
{
    DateReader reader(text);
    Moment moment;
    reader.oneOf(longDayNames);
    reader.expect(", ");
    moment.day = reader.number(2);
    reader.expect("-");
    moment.month = reader.oneOf(monthNames);
    reader.expect("-");
    const unsigned shortYear = reader.number(2);
    reader.expect(" ");
    moment.time = reader.time();
    reader.expect(" GMT");
    const std::chrono::year_month_day today{std::chrono::floor<std::chrono::days>(now)};
    const int thisYear = int(today.year());
    int year = thisYear - thisYear % 100 + int(shortYear);
    if (year > thisYear + 50)
        year -= 100;
    else if (year + 50 <= thisYear)
        year += 100;
    moment.year = unsigned(year);
    return timeFrom(reader, moment);
}

/// `Sun Nov  6 08:49:37 1994`
std::optional<std::chrono::sys_seconds> fromAsctime(std::string_view text)
{
    DateReader reader(text);
    Moment moment;
    reader.oneOf(dayNames);
    reader.expect(" ");
    moment.month = reader.oneOf(monthNames);
    reader.expect(" ");
    moment.day = reader.paddedDay();
    reader.expect(" ");
    moment.time = reader.time();
    reader.expect(" ");
    moment.year = reader.number(4);
    return timeFrom(reader, moment);
}

} // namespace

std::optional<std::chrono::sys_seconds> timeFromHttpDate(std::string_view text, WallTime now)
{
    if (const auto time = fromImfFixdate(text))
        return time;
    if (const auto time = fromRfc850(text, now))
        return time;
    return fromAsctime(text);
}

std::optional<std::chrono::seconds> retryAfterFromText(std::string_view text, WallTime now)
{
    if (text.empty())
        return std::nullopt;
    if (std::all_of(text.begin(), text.end(), isDigit)) {
        std::chrono::seconds wait{0};
        for (const char digit : text) {
            wait = wait * 10 + std::chrono::seconds(digit - '0');
            if (wait >= retryAfterLimit)
                return retryAfterLimit;
        }
        return wait;
    }
    const auto time = timeFromHttpDate(text, now);
    if (!time)
        return std::nullopt;
    const auto wait = *time - std::chrono::floor<std::chrono::seconds>(now);
    return std::clamp(wait, std::chrono::seconds(0), retryAfterLimit);
}

} // namespace homeward::protocol

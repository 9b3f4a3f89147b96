// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/answer_head.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace homeward::http {

std::string_view reasonOf(int status)
{
    switch (status) {
    case 100:
        return "Continue";
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 206:
        return "Partial Content";
    case 301:
        return "Moved Permanently";
    case 302:
        return "Found";
    case 303:
        return "See Other";
    case 304:
        return "Not Modified";
    case 307:
        return "Temporary Redirect";
    case 308:
        return "Permanent Redirect";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 402:
        return "Payment Required";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 413:
        return "Content Too Large";
    case 414:
        return "URI Too Long";
    case 415:
        return "Unsupported Media Type";
    case 417:
        return "Expectation Failed";
    case 421:
        return "Misdirected Request";
    case 422:
        return "Unprocessable Content";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 501:
        return "Not Implemented";
    case 502:
        return "Bad Gateway";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    case 505:
        return "HTTP Version Not Supported";
    case 508:
        return "Loop Detected";
    default:
        return "Status";
    }
}

std::string httpDate(std::int64_t secondsSinceEpoch)
{
    constexpr std::array days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months
        = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto time = std::time_t(secondsSinceEpoch);
    std::tm parts{};
    gmtime_r(&time, &parts);
    std::array<char, 64> text{};
    // Not strftime(), whose names follow the user's language.
    std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                  days[std::size_t(parts.tm_wday)], parts.tm_mday,
                  months[std::size_t(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour,
                  parts.tm_min, parts.tm_sec);
    return text.data();
}

std::string textOf(const AnswerHead &head)
{
    std::string text;
    text.reserve(1024);
    text.append("HTTP/1.1 ").append(std::to_string(head.status)).append(" ");
    text.append(reasonOf(head.status)).append("\r\n");
    head.fields.appendTo(text);
    if (!head.fields.find("Date"))
        text.append("Date: ").append(head.date).append("\r\n");
    switch (head.framing) {
    case AnswerFraming::Length:
        text.append("Content-Length: ").append(std::to_string(head.contentLength)).append("\r\n");
        break;
    case AnswerFraming::Chunked:
        text.append("Transfer-Encoding: chunked\r\n");
        break;
    case AnswerFraming::Close:
    case AnswerFraming::NoBody:
        break;
    }
    if (head.isClosing)
        text.append("Connection: close\r\n");
    text.append("\r\n");
    return text;
}

} // namespace homeward::http

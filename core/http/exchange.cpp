// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "http/exchange.h"

namespace homeward::http {

std::string_view Request::path() const
{
    const std::string_view whole = target;
    return whole.substr(0, whole.find('?'));
}

std::string_view Request::query() const
{
    const std::string_view whole = target;
    const std::size_t mark = whole.find('?');
    return mark == std::string_view::npos ? std::string_view() : whole.substr(mark + 1);
}

} // namespace homeward::http

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace homeward {

/// Either a value or the Error that stood in its way. (g++ 12 has no std::expected in C++20.)
template <typename T>
class Result
{
public:
    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) { }

    bool hasValue() const { return m_content.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    const T &value() const &
    {
        assert(hasValue());
        return *std::get_if<0>(&m_content);
    }
    T &value() &
    {
        assert(hasValue());
        return *std::get_if<0>(&m_content);
    }
    T &&value() &&
    {
        assert(hasValue());
        return std::move(*std::get_if<0>(&m_content));
    }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    const Error &error() const
    {
        assert(!hasValue());
        return *std::get_if<1>(&m_content);
    }

    bool operator==(const Result &) const = default;

private:
    std::variant<T, Error> m_content;
};

/// The value of a Result that carries nothing but success.
struct Done
{
    bool operator==(const Done &) const = default;
};

} // namespace homeward

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <random>
#include <string>

namespace homeward::protocol::testing {

/// Writes JSON texts at random, the same ones for the same seed, with every kind of value, space,
/// escapes and text beyond ASCII; and damages them.
class JsonGenerator
{
public:
    explicit JsonGenerator(unsigned seed) : m_random(seed) { }

    /// A request body; most have a model.
    std::string body();
    std::string value(int depthLeft);
    /// The text with a few bytes changed, left out, put in or repeated.
    std::string mutated(std::string text);
    std::size_t below(std::size_t limit);

private:
    std::string space();
    std::string text();
    std::string number();

    std::mt19937 m_random;
};

} // namespace homeward::protocol::testing

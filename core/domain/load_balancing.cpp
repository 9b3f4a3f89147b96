// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/load_balancing.h"

#include <cmath>

namespace homeward::domain {

std::string_view toText(Strategy strategy)
{
    switch (strategy) {
    case Strategy::Priority:
        return "priority";
    case Strategy::RoundRobin:
        return "round-robin";
    case Strategy::LeastLoaded:
        return "least-loaded";
    case Strategy::Fastest:
        return "fastest";
    }
    return "priority";
}

std::optional<Strategy> strategyFromText(std::string_view text)
{
    for (const Strategy strategy :
         {Strategy::Priority, Strategy::RoundRobin, Strategy::LeastLoaded, Strategy::Fastest}) {
        if (toText(strategy) == text)
            return strategy;
    }
    return std::nullopt;
}

bool isUserInterval(double seconds)
{
    return seconds >= 5 && seconds <= 3600 && std::trunc(seconds) == seconds;
}

} // namespace homeward::domain

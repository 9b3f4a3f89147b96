// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/load_balancing.h"

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

} // namespace homeward::domain

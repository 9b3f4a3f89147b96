// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/resolver.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

/// How long one request's choice takes in a fleet of a thousand nodes that serve 50 models each.

using namespace homeward;
using namespace homeward::domain;

namespace {

constexpr Slot nodeCount = 1000;
constexpr int modelCount = 50;
constexpr int selectionCount = 100000;

struct Fleet
{
    ModelIndex index;
    std::vector<RoutingRow> rows;
    std::vector<std::string> models;
};

/// In trouble, eight of ten nodes cannot serve: half of them are offline, half have an open
/// breaker.
Fleet fleetOf(bool isTroubled, TimePoint now)
{
    Fleet fleet;
    for (int i = 0; i < modelCount; ++i)
        fleet.models.push_back("organisation/model-" + std::to_string(i) + "-instruct");
    for (Slot slot = 0; slot < nodeCount; ++slot) {
        RoutingRow row{.isRoutable = true,
                       .priority = slot < 254 ? 255 - int(slot) : 1,
                       .inFlight = 1 + int(slot * 7 % 13),
                       .latencyMs = 10.0 + double(slot * 31 % 97)};
        if (isTroubled && slot % 10 < 4)
            row.isRoutable = false;
        else if (isTroubled && slot % 10 < 8)
            row.breaker = {.consecutiveFailures = 3, .isOpen = true, .openedAt = now};
        fleet.rows.push_back(row);
        fleet.index.setModels(slot, ModelIndex::Group::Nodes, slot, fleet.models);
    }
    return fleet;
}

double nanosecondsPerSelection(Fleet &fleet, Strategy strategy, TimePoint now)
{
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < selectionCount; ++i) {
        const std::string &model = fleet.models[std::size_t(i % modelCount)];
        const Resolution resolution
            = resolve({.model = model,
                       .index = fleet.index,
                       .rows = fleet.rows,
                       .loadBalancing = {.isEnabled = true, .strategy = strategy},
                       .breakerPolicy = {},
                       .excluded = {},
                       .now = now});
        const auto *target = std::get_if<Target>(&resolution);
        if (!target)
            return -1;
        fleet.index.find(model)->cursor = target->nextCursor;
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - began;
    return taken.count() / selectionCount;
}

} // namespace

int main()
{
    const TimePoint now = SystemClock().now();
    for (const bool isTroubled : {false, true}) {
        const auto began = std::chrono::steady_clock::now();
        Fleet fleet = fleetOf(isTroubled, now);
        const std::chrono::duration<double, std::milli> taken
            = std::chrono::steady_clock::now() - began;
        std::printf("%u nodes, %d models, %s (index built in %.0f ms)\n", nodeCount, modelCount,
                    isTroubled ? "eight of ten nodes out" : "all nodes up", taken.count());
        for (const Strategy strategy :
             {Strategy::Priority, Strategy::RoundRobin, Strategy::LeastLoaded, Strategy::Fastest}) {
            std::printf("  %-12s %8.0f ns a selection\n", toText(strategy).data(),
                        nanosecondsPerSelection(fleet, strategy, now));
        }
    }
    return 0;
}

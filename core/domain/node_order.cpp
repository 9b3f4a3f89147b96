// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "domain/node_order.h"

#include <algorithm>
#include <numeric>

namespace homeward::domain {

namespace {

bool areDistinct(std::span<const int> values)
{
    std::vector<int> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

} // namespace

std::vector<int> prioritiesInOrder(std::size_t count)
{
    std::vector<int> priorities(count);
    const int first = int(std::min<std::size_t>(count, highestPriority));
    for (std::size_t i = 0; i < count; ++i)
        priorities[i] = std::max(lowestPriority, first - int(std::min<std::size_t>(i, 255)));
    return priorities;
}

std::vector<int> distinctPriorities(std::span<const int> wanted)
{
    if (areDistinct(wanted))
        return {wanted.begin(), wanted.end()};
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] > wanted[b]; });
    const std::vector<int> numbers = prioritiesInOrder(wanted.size());
    std::vector<int> result(wanted.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        result[order[place]] = numbers[place];
    return result;
}

std::vector<int> prioritiesWithNewcomer(std::span<const int> present)
{
    std::vector<int> result(present.begin(), present.end());
    if (present.empty())
        return {lowestPriority};
    const int lowest = *std::min_element(present.begin(), present.end());
    if (lowest > lowestPriority) {
        result.push_back(lowest - 1);
        return result;
    }
    // Those that stand without a gap above the lowest place move up by one.
    int top = lowestPriority;
    while (std::find(present.begin(), present.end(), top + 1) != present.end())
        ++top;
    if (top < highestPriority) {
        for (int &priority : result)
            priority += priority <= top ? 1 : 0;
    }
    result.push_back(lowestPriority);
    return distinctPriorities(result);
}

} // namespace homeward::domain

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storage/set_aside.h"

#include "base/iso_time.h"
#include "storage/private_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace homeward::storage {

namespace {

/// What is there, a link to nothing included.
bool isThere(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::symlink_status(path, ignored).type()
        != std::filesystem::file_type::not_found;
}

bool isAnyThere(const std::string &path, const std::vector<std::string> &endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&path](const std::string &ending) { return isThere(path + ending); });
}

/// `20261130T223644Z`: a time without characters that file systems refuse.
std::string compactTime(WallTime now)
{
    std::string text = toIsoTime(std::chrono::floor<std::chrono::seconds>(now));
    text.erase(text.find('.'), 4);
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    return text;
}

std::string freePath(const FileGroup &group, const std::vector<std::string> &endings, WallTime now)
{
    const std::string wanted = group.path + ".damaged-" + compactTime(now);
    std::string path = wanted;
    for (int number = 2; isAnyThere(path, endings); ++number)
        path = wanted + '-' + std::to_string(number);
    return path;
}

} // namespace

Result<std::string> setAside(const FileGroup &group, WallTime now)
{
    std::vector<std::string> endings{std::string()};
    endings.insert(endings.end(), group.endings.begin(), group.endings.end());
    if (!isAnyThere(group.path, endings))
        return std::string();
    const std::string kept = freePath(group, endings, now);
    for (const std::string &ending : endings) {
        const std::string from = group.path + ending;
        if (isThere(from) && std::rename(from.c_str(), (kept + ending).c_str()) != 0)
            return systemError("the damaged file cannot be set aside", from, errno);
    }
    return kept;
}

} // namespace homeward::storage

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

namespace homeward {

void ManualClock::advance(Duration step)
{
    m_now += step;
    m_wallNow += std::chrono::duration_cast<WallTime::duration>(step);
}

} // namespace homeward

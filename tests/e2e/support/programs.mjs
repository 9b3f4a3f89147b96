// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Which programs are tested: `run` says it in the environment. */

import { access, constants } from 'node:fs/promises';

async function executable(variable, what) {
  const file = process.env[variable];
  if (!file) return { missing: `${what} was not named` };
  try {
    await access(file, constants.X_OK);
  } catch {
    return { missing: `there is no program ${file}` };
  }
  return { file, missing: false };
}

export const daemon = await executable('HOMEWARD_DAEMON', 'the daemon');
export const sanitizedDaemon = await executable('HOMEWARD_ASAN_DAEMON', 'a daemon with sanitizers');

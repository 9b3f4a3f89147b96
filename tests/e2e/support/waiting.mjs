// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Asking until an answer is there. */

const pauseMs = 20;

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Asks until the answer is truthy and returns it; an error of the question counts as no answer. */
export async function eventually(question, what, limitMs = 10_000) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    let answer;
    let failure = '';
    try {
      answer = await question();
    } catch (error) {
      failure = `: ${error.message}`;
    }
    if (answer) return answer;
    if (performance.now() > deadline) {
      throw new Error(`did not happen within ${limitMs} ms: ${what}${failure}`);
    }
    await pause(pauseMs);
  }
}

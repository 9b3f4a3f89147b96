// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Programs that a test starts, each ended by its own id, whatever becomes of the test. */

import { spawn } from 'node:child_process';

const running = new Set();

// What a test could not end itself (it was stopped in the middle) ends with this process.
process.on('exit', () => {
  for (const program of running) program.child.kill('SIGKILL');
});

export class Program {
  constructor(command, words, options = {}) {
    this.output = '';
    this.errors = '';
    this.child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    this.child.stdout.setEncoding('utf8').on('data', (text) => (this.output += text));
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.errors += text));
    running.add(this);
    // `close` comes after the last output, so that a report of a sanitizer is whole.
    this.ended = new Promise((resolve) => {
      this.child.on('error', (error) => {
        this.errors += `${error.message}\n`;
        running.delete(this);
        resolve({ code: null, signal: null });
      });
      this.child.on('close', (code, signal) => {
        running.delete(this);
        resolve({ code, signal });
      });
    });
  }

  get pid() {
    return this.child.pid;
  }

  get isRunning() {
    return running.has(this);
  }

  signal(name) {
    this.child.kill(name);
  }

  /** Ends it at once, also where it was stopped. */
  async kill() {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Waits until `pattern` matches the output or the errors; returns the match. */
  async said(pattern, limitMs = 15_000) {
    const deadline = performance.now() + limitMs;
    while (performance.now() < deadline) {
      const match = pattern.exec(this.output) ?? pattern.exec(this.errors);
      if (match) return match;
      if (!this.isRunning) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const match = pattern.exec(this.output) ?? pattern.exec(this.errors);
    if (match) return match;
    const state = this.isRunning ? `said nothing like ${pattern}` : 'ended';
    throw new Error(`${this.child.spawnfile} ${state}: ${this.output}${this.errors.slice(-2000)}`);
  }
}

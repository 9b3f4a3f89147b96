// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** The real llama-server with its tiny model (packaging/engine). */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Program } from './program.mjs';
import { eventually } from './waiting.mjs';

const script = fileURLToPath(
  new URL('../../../packaging/engine/run-llama-server', import.meta.url),
);
const root = process.env.LLAMA_ROOT ?? '/opt/llama-root';

/** Why tests with the real engine are left out; false where it is there. */
export const engineIsMissing = existsSync(`${root}/opt/tiny.gguf`)
  ? false
  : `no real engine in ${root} (packaging/engine/install-llama-server)`;

export class LlamaServer {
  #words;

  constructor(model, words = []) {
    this.model = model;
    this.#words = words;
    this.port = 0;
  }

  get baseUrl() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The first start is given a free port; later ones come back to it. */
  async start() {
    const words = [String(this.port), this.model, '-c', '8192', '-np', '4', '-t', '1'];
    this.program = new Program(script, [...words, ...this.#words], {
      env: { ...process.env, LLAMA_ROOT: root },
    });
    const said = await this.program.said(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
    this.port = Number(said[1]);
    await eventually(
      async () => (await fetch(`${this.baseUrl}/health`)).ok,
      `${this.model} is ready`,
    );
    return this;
  }

  signal(name) {
    this.program.signal(name);
  }

  async kill() {
    await this.program?.kill();
  }
}

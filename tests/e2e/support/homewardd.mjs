// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** One homewardd process with a configuration and a data folder of its own. */

import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Program } from './program.mjs';
import { eventually } from './waiting.mjs';

/** Nothing of this machine: no engine that runs here by chance, no neighbours. */
const quietConfig = {
  local_servers: { auto_detect: false, servers: [] },
  discovery: { browse: false, advertise: false },
};

/** One line for each section; the values are JSON, which YAML includes. */
function yamlText(config) {
  return Object.entries(config)
    .map(([section, value]) => `${section}: ${JSON.stringify(value)}\n`)
    .join('');
}

export class Homewardd {
  #program;

  constructor(executable, config = {}, options = {}) {
    this.executable = path.resolve(executable);
    this.config = {
      ...quietConfig,
      ...config,
      local_servers: { ...quietConfig.local_servers, ...config.local_servers },
    };
    this.dataFolder = options.dataFolder;
    this.environment = options.environment ?? {};
    this.port = 0;
  }

  /** Starts it, again after it ended too: folder, configuration and port stay. */
  async start() {
    this.folder ??= await mkdtemp(path.join(tmpdir(), 'homeward-e2e-'));
    this.dataFolder ??= path.join(this.folder, 'data');
    await mkdir(this.dataFolder, { recursive: true });
    const file = path.join(this.folder, 'homeward.yaml');
    await writeFile(file, yamlText(this.config));
    const words = ['--config', file, '--data-dir', this.dataFolder];
    this.#program = new Program(this.executable, [...words, '--bind', `127.0.0.1:${this.port}`], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, LANG: 'C.UTF-8', ...this.environment },
    });
    const said = await this.#program.said(/^homewardd: listening on http:\/\/127\.0\.0\.1:(\d+)$/m);
    this.port = Number(said[1]);
    return this;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get log() {
    return this.#program.errors;
  }

  get isRunning() {
    return this.#program.isRunning;
  }

  /** Answers `{status, headers, body}`; the body is JSON where it is some. */
  async call(method, target, body) {
    const answer = await fetch(this.url + target, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    });
    const text = await answer.text();
    let parsed = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Metrics and empty answers are no JSON.
    }
    return { status: answer.status, headers: answer.headers, body: parsed };
  }

  /** A call that must succeed; answers its body. */
  async ask(method, target, body) {
    const answer = await this.call(method, target, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  async nodeNamed(name) {
    const { nodes } = await this.ask('GET', '/api/v1/nodes');
    return nodes.find((node) => node.name === name);
  }

  /** Waits until these models are listed. */
  async lists(...models) {
    await eventually(async () => {
      const { data } = await this.ask('GET', '/v1/models');
      const listed = new Set(data.map((entry) => entry.id));
      return models.every((model) => listed.has(model));
    }, `the models ${models} are listed`);
  }

  /** A figure of /proc/<pid>/status in KiB, as VmRSS or VmHWM. */
  async memoryKib(field) {
    const status = await readFile(`/proc/${this.#program.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)[1]);
  }

  /** The peak of its memory counts from now on. */
  async forgetPeakMemory() {
    await writeFile(`/proc/${this.#program.pid}/clear_refs`, '5');
  }

  /** Orderly; answers how it ended. */
  async stop() {
    this.#program.signal('SIGTERM');
    return this.#program.ended;
  }

  async kill() {
    await this.#program?.kill();
  }

  /** Ends it and takes its folders away. */
  async discard() {
    await this.kill();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}

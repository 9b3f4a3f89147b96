// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** A node dies or freezes under sixteen clients: nothing that had not begun to answer is lost. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';

import OpenAI from 'openai';

import { Homewardd } from './support/homewardd.mjs';
import { engineIsMissing, LlamaServer } from './support/llama_server.mjs';
import { daemon } from './support/programs.mjs';
import { eventually } from './support/waiting.mjs';

const model = 'tiny-shared';
const clients = 16;
const ask = { model, messages: [{ role: 'user', content: 'Go on.' }], ignore_eos: true };

/** Every second request streams. The tally says how each of them ended. */
class Crowd {
  tally = { whole: 0, cutAfterBegin: 0, lost: [], silentlyCut: 0 };
  backends = {};
  #isOver = false;
  #members;

  constructor(url) {
    this.client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'unused', maxRetries: 0 });
    this.#members = Array.from({ length: clients }, (_, number) => this.#keepAsking(number));
  }

  async #keepAsking(number) {
    for (let turn = number; !this.#isOver; ++turn) await this.#askOnce(turn % 2 === 0);
  }

  async #askOnce(isStream) {
    let hasBegun = false;
    try {
      const request = { ...ask, max_tokens: 200, stream: isStream };
      const answer = await this.client.chat.completions.create(request).withResponse();
      hasBegun = true;
      const backend = answer.response.headers.get('x-homeward-backend');
      this.backends[backend] = (this.backends[backend] ?? 0) + 1;
      if (isStream && !(await this.#readsToItsEnd(answer.data))) this.tally.silentlyCut += 1;
      else this.tally.whole += 1;
    } catch (error) {
      if (hasBegun) this.tally.cutAfterBegin += 1;
      else this.tally.lost.push(error.message);
    }
  }

  async #readsToItsEnd(stream) {
    let reason = null;
    for await (const chunk of stream) reason = chunk.choices[0]?.finish_reason ?? reason;
    return reason !== null;
  }

  async disperse() {
    this.#isOver = true;
    await Promise.all(this.#members);
  }
}

describe('failover between real engines', { skip: engineIsMissing || daemon.missing }, () => {
  let first;
  let second;
  let homeward;

  async function begin(changes = {}) {
    homeward = await new Homewardd(daemon.file, {
      load_balancing: { enabled: true, strategy: 'priority', health_check_interval_s: 0.5 },
      circuit_breaker: { failure_threshold: 3, reset_timeout_s: 1 },
      timeouts: { connect_s: 1, first_byte_s: 3, idle_s: 3, probe_s: 1 },
      model_list: { refresh_min_ms: 0 },
      nodes: [
        { name: 'first', base_url: first.baseUrl, priority: 2 },
        { name: 'second', base_url: second.baseUrl, priority: 1 },
      ],
      ...changes,
    }).start();
    await homeward.lists(model);
    await eventually(async () => {
      const { nodes } = await homeward.ask('GET', '/api/v1/nodes');
      return nodes.length === 2 && nodes.every((node) => node.status === 'online');
    }, 'both nodes are online');
  }

  beforeEach(async () => {
    first = new LlamaServer(model);
    second = new LlamaServer(model);
    await Promise.all([first.start(), second.start()]);
  });

  afterEach(async () => {
    await homeward?.discard();
    await Promise.all([first, second].map((server) => server.kill()));
  });

  async function backendOf(name) {
    return `node-${(await homeward.nodeNamed(name)).fingerprint}`;
  }

  async function statisticsOf(name) {
    const { fingerprint } = await homeward.nodeNamed(name);
    const { nodes } = await homeward.ask('GET', '/api/v1/pool/routing-stats');
    return nodes.find((node) => node.fingerprint === fingerprint);
  }

  async function askOnce() {
    const answer = await homeward.call('POST', '/v1/chat/completions', { ...ask, max_tokens: 4 });
    return {
      status: answer.status,
      backend: answer.headers.get('x-homeward-backend'),
      attempts: answer.headers.get('x-homeward-attempts'),
    };
  }

  /** `harm` and `heal` the first node while the crowd asks. */
  async function survives(testing, harm, heal) {
    await begin();
    const [firstName, secondName] = [await backendOf('first'), await backendOf('second')];
    const crowd = new Crowd(homeward.url);
    try {
      await eventually(() => (crowd.backends[firstName] ?? 0) >= clients, 'the first node serves');
      await eventually(
        async () => (await statisticsOf('first')).activeRequests >= clients / 2,
        'requests are under way',
      );
      harm();
      await eventually(async () => (await statisticsOf('first')).circuitOpen, 'it is left out');
      const servedBefore = crowd.backends[secondName] ?? 0;
      await eventually(
        () => (crowd.backends[secondName] ?? 0) >= servedBefore + clients,
        'the second node serves',
      );
      await heal();
      const servedByFirst = crowd.backends[firstName];
      await eventually(
        () => crowd.backends[firstName] >= servedByFirst + clients,
        'the first node comes back by itself',
        20_000,
      );
    } finally {
      await crowd.disperse();
    }
    testing.diagnostic(
      `${crowd.tally.whole} answered, ${crowd.tally.cutAfterBegin} cut after they had begun`,
    );
    assert.deepEqual(crowd.tally.lost, [], 'requests lost before they had begun to answer');
    assert.equal(crowd.tally.silentlyCut, 0, 'streams that ended with neither an end nor an error');
    assert.equal((await homeward.nodeNamed('first')).breaker.state, 'closed');
  }

  test('the first node is killed and comes back', { timeout: 90_000 }, (testing) =>
    survives(
      testing,
      () => first.signal('SIGKILL'),
      () => first.start(),
    ),
  );

  test('the first node freezes and thaws', { timeout: 90_000 }, (testing) =>
    survives(
      testing,
      () => first.signal('SIGSTOP'),
      () => first.signal('SIGCONT'),
    ),
  );

  test('three failures open the breaker, and a probe closes it', { timeout: 60_000 }, async () => {
    // Neither a probe nor a refresh may tell first that the node is gone.
    await begin({
      load_balancing: { enabled: true, strategy: 'priority', health_check_interval_s: 3600 },
      model_list: { refresh_min_ms: 3_600_000 },
      circuit_breaker: { failure_threshold: 3, reset_timeout_s: 3 },
    });
    const [firstName, secondName] = [await backendOf('first'), await backendOf('second')];
    assert.deepEqual(await askOnce(), { status: 200, backend: firstName, attempts: '1' });
    await first.kill();
    for (let failure = 1; failure <= 3; ++failure) {
      assert.deepEqual(await askOnce(), { status: 200, backend: secondName, attempts: '2' });
      assert.equal((await homeward.nodeNamed('first')).breaker.consecutiveFailures, failure);
    }
    assert.equal((await homeward.nodeNamed('first')).breaker.state, 'open');
    assert.deepEqual(await askOnce(), { status: 200, backend: secondName, attempts: '1' });

    await first.start();
    await eventually(async () => (await askOnce()).backend === firstName, 'the probe is served');
    const { breaker } = await homeward.nodeNamed('first');
    assert.deepEqual([breaker.state, breaker.consecutiveFailures], ['closed', 0]);
    assert.deepEqual(await askOnce(), { status: 200, backend: firstName, attempts: '1' });
  });
});

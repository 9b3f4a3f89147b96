// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** What large bodies and many idle streams cost. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { FakeUpstream } from './support/fake_upstream.mjs';
import { Homewardd } from './support/homewardd.mjs';
import { daemon } from './support/programs.mjs';
import { chatBytes, connect } from './support/raw_client.mjs';
import { eventually } from './support/waiting.mjs';

const largeBody = 25 * 1024 * 1024;
const largeBodyLimitKib = 100 * 1024;
const smallRequestLimitMs = 50;
const rounds = 3;
const idleStreams = 1000;
const idleStreamsLimitKib = 50 * 1024;

describe('memory', { skip: daemon.missing }, () => {
  const upstream = new FakeUpstream('large', 'idle');
  let smallRequests;
  let smallPort;
  let homeward;

  before(async () => {
    await upstream.start();
    smallRequests = new Worker(new URL('./support/small_requests.mjs', import.meta.url), {
      workerData: { model: 'small' },
    });
    [{ port: smallPort }] = await once(smallRequests, 'message');
  });

  // A new one for each: memory that one test gave back would hide what the next takes.
  beforeEach(async () => {
    homeward = await new Homewardd(daemon.file, {
      server: { max_connections: 4096, max_connections_per_address: 4096 },
      local_servers: {
        servers: [
          { name: 'large', base_url: upstream.baseUrl },
          { name: 'small', base_url: `http://127.0.0.1:${smallPort}` },
        ],
      },
    }).start();
    await homeward.lists('large', 'idle', 'small');
  });

  afterEach(() => homeward?.discard());

  after(async () => {
    await Promise.all([upstream.stop(), smallRequests?.terminate()]);
  });

  /** A body of 25 MB with an image in it goes through; answers what it did to the small ones. */
  async function sendLargeBody(image) {
    smallRequests.postMessage({ port: homeward.port });
    const content = [{ type: 'image_url', image_url: { url: image } }];
    const body = { model: 'large', messages: [{ role: 'user', content }] };
    const answer = await homeward.call('POST', '/v1/chat/completions', body);
    smallRequests.postMessage({});
    const [beside] = await once(smallRequests, 'message');
    assert.equal(answer.status, 200);
    assert.ok(upstream.requests.at(-1).size > largeBody);
    return beside;
  }

  test(
    'a body of 25 MB takes bounded memory and holds up nobody',
    { timeout: 60_000 },
    async (testing) => {
      const image = `data:image/png;base64,${'A'.repeat(largeBody)}`;
      const found = [];
      await homeward.forgetPeakMemory();
      const before = await homeward.memoryKib('VmRSS');
      for (let round = 0; round < rounds; ++round) found.push(await sendLargeBody(image));
      const growth = (await homeward.memoryKib('VmHWM')) - before;
      const slowest = found.map(({ slowestMs }) => Math.ceil(slowestMs));
      testing.diagnostic(
        `${growth} KiB more at the peak; the slowest of the small ones: ${slowest} ms`,
      );
      assert.ok(growth < largeBodyLimitKib, `${growth} KiB more`);
      assert.ok(
        found.every(({ asked, refused }) => asked > 2 && refused === 0),
        JSON.stringify(found),
      );
      // Other programs only ever add to a time, so the best round is the router's own.
      assert.ok(Math.min(...slowest) <= smallRequestLimitMs, `${slowest} ms`);
    },
  );

  test('a thousand idle streams take less than 50 MB', { timeout: 60_000 }, async (testing) => {
    const bytes = chatBytes('idle', 'mark-0 head=0 pieces=1 gap=hold', true);
    const before = await homeward.memoryKib('VmRSS');
    const streams = [];
    try {
      while (streams.length < idleStreams) {
        const more = await Promise.all(Array.from({ length: 50 }, () => connect(homeward.port)));
        more.forEach((socket) => socket.write(bytes));
        streams.push(...more);
        await eventually(
          () => more.every((socket) => socket.received.includes('data: ')),
          'they begin',
        );
      }
      const growth = (await homeward.memoryKib('VmRSS')) - before;
      testing.diagnostic(`${growth} KiB more for ${streams.length} streams`);
      assert.ok(streams.every((socket) => socket.received.startsWith('HTTP/1.1 200')));
      assert.ok(growth < idleStreamsLimitKib, `${growth} KiB more`);
    } finally {
      streams.forEach((socket) => socket.destroy());
    }
    await eventually(
      () => upstream.requests.every(({ closedAt }) => closedAt !== null),
      'every stream upstream is closed',
      3000,
    );
  });
});

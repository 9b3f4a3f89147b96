// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Three hundred clients that leave at any moment, on all surfaces, under the sanitizers. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { FakeUpstream } from './support/fake_upstream.mjs';
import { Homewardd } from './support/homewardd.mjs';
import { sanitizedDaemon } from './support/programs.mjs';
import {
  chatBytes,
  connect,
  embeddingBytes,
  requestBytes,
  transcriptionBytes,
} from './support/raw_client.mjs';
import { eventually, pause } from './support/waiting.mjs';

const clients = 300;
const atOnce = 40;
const closingLimitMs = 1000;
const models = ['on-local', 'on-node'];
const managementPaths = [
  '/api/v1/nodes',
  '/api/v1/inference/status',
  '/api/v1/pool/distributed-status',
  '/api/v1/pool/routing-stats',
  '/admin/stats',
];

/** Numbers that look random and come again with the same seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const surfaces = {
  streamedChat: (model, wish) => chatBytes(model, wish, true),
  plainChat: (model, wish) => chatBytes(model, wish, false),
  embeddings: embeddingBytes,
  transcription: (model, wish) => transcriptionBytes(model, wish, 300_000),
  models: () => requestBytes('GET', '/v1/models'),
  management: (model, wish, draw) =>
    requestBytes('GET', managementPaths[Math.floor(draw * managementPaths.length)]),
};

/** Sends all of its request or a part, waits a moment, and leaves by a close or a reset. */
async function comeAndGo(port, number, random) {
  const mark = `mark-${number}`;
  const [headMs, count, gap] = [random() * 150, 1 + random() * 30, random() * 20].map(Math.floor);
  const wish = `${mark} head=${headMs} pieces=${count} gap=${gap}`;
  const bytes = Object.values(surfaces)[number % 6](models[(number >> 3) % 2], wish, random());
  const isWhole = random() < 0.8;
  const stayMs = random() * 300;
  const leavesByReset = random() < 0.5;
  const size = isWhole ? bytes.length : Math.floor(random() * bytes.length);

  const socket = await connect(port);
  socket.write(bytes.subarray(0, size));
  await pause(stayMs);
  const leftAt = performance.now();
  if (leavesByReset) socket.resetAndDestroy();
  else socket.destroy();
  return { mark, leftAt };
}

function activeRequestsIn(tree) {
  if (tree === null || typeof tree !== 'object') return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === 'activeRequests' ? [value] : activeRequestsIn(value),
  );
}

const reports = /ERROR: \w+Sanitizer|runtime error:|SUMMARY: \w+Sanitizer/;

describe('clients that leave', { skip: sanitizedDaemon.missing }, () => {
  const local = new FakeUpstream('on-local');
  const node = new FakeUpstream('on-node');
  let homeward;

  before(async () => {
    await Promise.all([local.start(), node.start()]);
    homeward = await new Homewardd(
      sanitizedDaemon.file,
      {
        load_balancing: { enabled: true, strategy: 'priority' },
        local_servers: { servers: [{ name: 'here', base_url: local.baseUrl }] },
        nodes: [{ name: 'there', base_url: node.baseUrl }],
      },
      { environment: { ASAN_OPTIONS: 'detect_leaks=1', UBSAN_OPTIONS: 'print_stacktrace=1' } },
    ).start();
    await homeward.lists(...models);
  });

  after(async () => {
    await homeward?.discard();
    await Promise.all([local.stop(), node.stop()]);
  });

  test('leave nothing open and nothing broken', { timeout: 120_000 }, async (testing) => {
    const seed = Number(process.env.HOMEWARD_SEED ?? Date.now() % 1_000_000);
    testing.diagnostic(`HOMEWARD_SEED=${seed}`);
    const random = randomNumbers(seed);
    const left = new Map();
    let next = 0;
    const comers = Array.from({ length: atOnce }, async () => {
      while (next < clients) {
        const { mark, leftAt } = await comeAndGo(homeward.port, next++, random);
        left.set(mark, leftAt);
      }
    });
    await Promise.all(comers);
    await pause(closingLimitMs);

    const seen = [...local.requests, ...node.requests];
    const late = seen.filter(
      ({ mark, closedAt, isWhole }) =>
        !isWhole && (closedAt === null || closedAt - left.get(mark) > closingLimitMs),
    );
    const cut = seen.filter(({ isWhole, closedAt }) => closedAt !== null && !isWhole).length;
    testing.diagnostic(`${seen.length} requests went upstream, ${cut} were cut there`);
    assert.ok(homeward.isRunning, homeward.log.slice(-8000));
    assert.ok(cut >= clients / 10, `only ${cut} requests were cut`);
    assert.deepEqual(late, [], 'upstream requests that outlived their clients');

    await eventually(async () => {
      const active = activeRequestsIn(await homeward.ask('GET', '/admin/stats'));
      return active.length >= 2 && active.every((count) => count === 0);
    }, 'no request counts as active');
    for (const model of models) {
      const body = { model, messages: [{ role: 'user', content: 'still there?' }] };
      assert.equal((await homeward.call('POST', '/v1/chat/completions', body)).status, 200, model);
    }
    const end = await homeward.stop();
    assert.doesNotMatch(homeward.log, reports);
    assert.deepEqual(end, { code: 0, signal: null }, homeward.log.slice(-8000));
  });
});

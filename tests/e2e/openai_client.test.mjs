// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** The official OpenAI client, through Homeward, to real engines. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import OpenAI from 'openai';

import { Homewardd } from './support/homewardd.mjs';
import { engineIsMissing, LlamaServer } from './support/llama_server.mjs';
import { daemon } from './support/programs.mjs';

const messages = [{ role: 'user', content: 'Say something.' }];

describe('openai client', { skip: engineIsMissing || daemon.missing }, () => {
  const local = new LlamaServer('tiny-local', ['--embeddings', '--pooling', 'mean']);
  const nodes = [new LlamaServer('tiny-first'), new LlamaServer('tiny-second')];
  let homeward;
  let client;

  before(async () => {
    await Promise.all([local, ...nodes].map((server) => server.start()));
    homeward = await new Homewardd(daemon.file, {
      local_servers: {
        servers: [{ name: 'here', base_url: local.baseUrl, kind: 'llama-server' }],
      },
      nodes: nodes.map((node) => ({ name: node.model, base_url: node.baseUrl })),
    }).start();
    await homeward.ask('PATCH', '/api/v1/pool/load-balancing', { enabled: true });
    await homeward.lists('tiny-local', 'tiny-first', 'tiny-second');
    client = new OpenAI({ baseURL: `${homeward.url}/v1`, apiKey: 'unused', maxRetries: 0 });
  });

  after(async () => {
    await homeward?.discard();
    await Promise.all([local, ...nodes].map((server) => server.kill()));
  });

  const chat = (model, more = {}) =>
    client.chat.completions.create({ model, messages, max_tokens: 8, ...more });

  test('chat is answered by the local server', async () => {
    const { data, response } = await chat('tiny-local').withResponse();
    assert.ok(data.usage.completion_tokens > 0);
    assert.equal(typeof data.choices[0].message.content, 'string');
    assert.equal(response.headers.get('x-homeward-path'), 'local');
    assert.equal(response.headers.get('x-homeward-model'), 'tiny-local');
  });

  test('a streamed chat arrives in pieces and ends well', async () => {
    const stream = await chat('tiny-local', {
      max_tokens: 32,
      ignore_eos: true,
      stream: true,
      stream_options: { include_usage: true },
    });
    const finishes = [];
    let pieces = 0;
    let usage;
    for await (const chunk of stream) {
      pieces += chunk.choices[0]?.delta.content ? 1 : 0;
      if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason);
      usage = chunk.usage ?? usage;
    }
    assert.ok(pieces > 1, `${pieces} pieces`);
    assert.deepEqual(finishes, ['length']);
    assert.equal(usage.completion_tokens, 32);
  });

  test('embeddings come as numbers', async () => {
    const { data } = await client.embeddings.create({ model: 'tiny-local', input: ['one', 'two'] });
    assert.equal(data.length, 2);
    for (const { embedding } of data) {
      assert.equal(embedding.length, 64);
      assert.ok(embedding.every(Number.isFinite));
    }
    assert.notDeepEqual(data[0].embedding, data[1].embedding);
  });

  test('the list of models names where they come from', async () => {
    const owners = {};
    for await (const model of client.models.list()) owners[model.id] = model.owned_by;
    assert.deepEqual(owners, {
      'tiny-first': 'remote',
      'tiny-local': 'llamacpp',
      'tiny-second': 'remote',
    });
    assert.equal((await client.models.retrieve('tiny-second')).id, 'tiny-second');
  });

  test('a model that only a node has is served there', async () => {
    for (const node of nodes) {
      const { data, response } = await chat(node.model).withResponse();
      assert.equal(data.model, node.model);
      assert.equal(response.headers.get('x-homeward-path'), 'node');
    }
  });

  test('an unknown model is 404', async () => {
    await assert.rejects(chat('no-such-model'), (error) => {
      assert.ok(error instanceof OpenAI.NotFoundError, error.message);
      assert.equal(error.code, 'model_not_found');
      return true;
    });
  });

  test('a client that stops reading its stream leaves nothing behind', async () => {
    const stream = await chat('tiny-first', { max_tokens: 1800, ignore_eos: true, stream: true });
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) break;
    }
    const { data } = await chat('tiny-first').withResponse();
    assert.ok(data.usage.completion_tokens > 0);
  });

  test('with load balancing off everything stays here', async () => {
    await homeward.ask('PATCH', '/api/v1/pool/load-balancing', { enabled: false });
    await assert.rejects(chat('tiny-first'), (error) => {
      assert.equal(error.status, 503);
      assert.equal(error.code, 'model_unavailable');
      return true;
    });
    const listed = [];
    for await (const model of client.models.list()) listed.push(model.id);
    assert.deepEqual(listed, ['tiny-local']);
    const { response } = await chat('tiny-local').withResponse();
    assert.equal(response.headers.get('x-homeward-path'), 'local');
  });
});

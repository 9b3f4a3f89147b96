// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** A small inference server that waits, streams or answers as its requests ask, and notes them. */

import http from 'node:http';

/**
 * What a request wants stands in its own bytes, as `<mark> head=<ms> pieces=<n> gap=<ms>`: the time
 * before the head, and how the answer is spread. `gap=hold` sends the first piece and no more.
 */
const wish = /(mark-\d+) head=(\d+) pieces=(\d+) gap=(\d+|hold)/;

function piece(number) {
  const choices = [{ index: 0, delta: { content: `${number} ` } }];
  const chunk = { object: 'chat.completion.chunk', choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export class FakeUpstream {
  /** Of each marked request: when its connection closed, and whether its answer had ended. */
  requests = [];
  sockets = new Set();

  constructor(...models) {
    this.models = models;
    this.server = http.createServer((request, response) => this.#receive(request, response));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => {});
    });
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', 4096, resolve));
    this.baseUrl = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #receive(request, response) {
    if (request.method === 'GET') {
      const data = this.models.map((id) => ({ id, object: 'model', owned_by: 'fake' }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data }));
      return;
    }
    const pieces = [];
    request.on('data', (data) => pieces.push(data));
    request.on('end', () => this.#answer(Buffer.concat(pieces), response));
    request.on('error', () => {});
  }

  #answer(body, response) {
    // A body of many megabytes has its wish at its beginning.
    const head = body.toString('latin1', 0, 4096);
    const [, mark, headMs, count, gap] = wish.exec(head) ?? [null, null, '0', '1', '0'];
    const isStream = head.includes('"stream":true');
    const noted = { mark, size: body.length, closedAt: null, isWhole: false };
    this.requests.push(noted);
    const timers = [];
    response.on('close', () => {
      timers.forEach(clearTimeout);
      noted.isWhole = response.writableFinished;
      noted.closedAt = performance.now();
    });
    const later = (milliseconds, action) => timers.push(setTimeout(action, milliseconds));
    const step = gap === 'hold' ? 0 : Number(gap);
    later(Number(headMs), () => {
      const type = isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'Content-Type': type });
      if (!isStream) response.write('{"object":"list","data":[],"text":"');
      const last = gap === 'hold' ? 1 : Number(count);
      for (let number = 0; number < last; ++number) {
        later(number * step, () => response.write(isStream ? piece(number) : `${number} `));
      }
      if (gap === 'hold') return;
      later(last * step, () => response.end(isStream ? 'data: [DONE]\n\n' : '"}'));
    });
  }
}

// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Requests that go beside others, from a thread of their own: only the router is measured. */

import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const body = JSON.stringify({ model: workerData.model, messages: [] });
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
const upstream = http.createServer((request, response) => {
  request.resume();
  response.setHeader('Content-Type', 'application/json');
  const data = [{ id: workerData.model, object: 'model', owned_by: 'fake' }];
  response.end(JSON.stringify({ object: 'list', data, choices: [] }));
});
const agent = new http.Agent({ keepAlive: true });
let isAsking = false;

function askOnce(port) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const options = { port, agent, method: 'POST', path: '/v1/chat/completions', headers };
    const request = http.request(options, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ ms: performance.now() - begin, status: response.statusCode }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function keepAsking(port) {
  isAsking = true;
  const found = { asked: 0, slowestMs: 0, refused: 0 };
  while (isAsking) {
    const { ms, status } = await askOnce(port);
    found.asked += 1;
    found.slowestMs = Math.max(found.slowestMs, ms);
    found.refused += status === 200 ? 0 : 1;
  }
  parentPort.postMessage(found);
}

parentPort.on('message', (message) => {
  if (message.port) keepAsking(message.port);
  else isAsking = false;
});
upstream.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: upstream.address().port }));

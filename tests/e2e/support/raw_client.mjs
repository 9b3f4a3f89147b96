// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Requests as bytes, for clients that leave in their middle. */

import net from 'node:net';

export function requestBytes(method, target, { type = 'application/json', body } = {}) {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1'];
  const bytes = Buffer.from(body ?? '');
  if (body !== undefined) lines.push(`Content-Type: ${type}`, `Content-Length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

export function chatBytes(model, wish, isStream) {
  const body = { model, stream: isStream, messages: [{ role: 'user', content: wish }] };
  return requestBytes('POST', '/v1/chat/completions', { body: JSON.stringify(body) });
}

export function embeddingBytes(model, wish) {
  const body = JSON.stringify({ model, input: wish });
  return requestBytes('POST', '/v1/embeddings', { body });
}

export function transcriptionBytes(model, wish, audioSize) {
  const boundary = 'a-boundary-of-this-test';
  const part = (headers, content) => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
  const body =
    part('Content-Disposition: form-data; name="prompt"', wish) +
    part('Content-Disposition: form-data; name="model"', model) +
    part(
      'Content-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav',
      'x'.repeat(audioSize),
    ) +
    `--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  return requestBytes('POST', '/v1/audio/transcriptions', { type, body });
}

/** Connects; answers the socket, whose received bytes are in `received`. */
export function connect(port) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => (socket.received += text));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      socket.on('error', () => {});
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

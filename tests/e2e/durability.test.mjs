// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** What was answered is kept: through kill -9, a damaged file and a full disk. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';

import { FakeUpstream } from './support/fake_upstream.mjs';
import { Homewardd } from './support/homewardd.mjs';
import { daemon } from './support/programs.mjs';

const settings = '/api/v1/pool/load-balancing';
const database = 'homeward.db';

/** Mounts a file system of 4 MiB on a new folder; null where this user may not. */
async function smallDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'homeward-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    await rmdir(folder);
    return null;
  }
}

async function removeDisk(folder) {
  execFileSync('umount', [folder]);
  await rmdir(folder);
}

/** Writes until nothing more goes in; answers the file that holds it all. */
async function fillDisk(folder) {
  const file = path.join(folder, 'fill');
  const handle = await open(file, 'w');
  try {
    for (let size = 65_536; size >= 1; size = size > 1 ? size >> 1 : 0) {
      for (;;) {
        try {
          await handle.write(Buffer.alloc(size, 1));
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
          break;
        }
      }
    }
  } finally {
    await handle.close();
  }
  return file;
}

describe('durability', { skip: daemon.missing }, () => {
  const upstream = new FakeUpstream('here');
  let homeward;

  before(() => upstream.start());
  after(() => upstream.stop());
  afterEach(() => homeward?.discard());

  const start = (options) => {
    const servers = [{ name: 'here', base_url: upstream.baseUrl }];
    homeward = new Homewardd(daemon.file, { local_servers: { servers } }, options);
    return homeward.start();
  };
  const intervalNow = async () => (await homeward.ask('GET', settings)).healthCheckIntervalSecs;
  const setInterval = (seconds) =>
    homeward.call('PATCH', settings, { healthCheckIntervalSecs: seconds });

  test('what PATCH answered survives kill -9 right after it', { timeout: 60_000 }, async () => {
    await start();
    for (let seconds = 100; seconds < 115; ++seconds) {
      assert.equal((await setInterval(seconds)).status, 200);
      await homeward.kill();
      await homeward.start();
      assert.equal(await intervalNow(), seconds);
    }
  });

  test(
    'kill -9 among many changes keeps the last answered one or the next',
    { timeout: 60_000 },
    async () => {
      await start();
      for (let round = 0; round < 5; ++round) {
        let answered = 0;
        const dies = new Promise((resolve) => {
          setTimeout(() => resolve(homeward.kill()), 60 + round * 17);
        });
        try {
          for (let seconds = 200; ; seconds = seconds === 3000 ? 200 : seconds + 1) {
            const { status } = await setInterval(seconds);
            assert.equal(status, 200);
            answered = seconds;
          }
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
        }
        await dies;
        await homeward.start();
        const found = await intervalNow();
        assert.ok(found === answered || found === answered + 1, `${found} after ${answered}`);
      }
    },
  );

  for (const [name, damage] of Object.entries({
    'nonsense all over': (bytes) => Buffer.alloc(bytes.length, 0x5a),
    'nonsense in its first page': (bytes) =>
      Buffer.concat([Buffer.alloc(512, 0x5a), bytes.subarray(512)]),
    'a file that ends in its middle': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  })) {
    test(
      `a damaged database is set aside with a message: ${name}`,
      { timeout: 30_000 },
      async () => {
        await start();
        await setInterval(77);
        await homeward.stop();
        const file = path.join(homeward.dataFolder, database);
        const damaged = damage(await readFile(file));
        await writeFile(file, damaged);

        await homeward.start();
        assert.match(homeward.log, /damaged/);
        const names = await readdir(homeward.dataFolder);
        const contents = await Promise.all(
          names.map((each) => readFile(path.join(homeward.dataFolder, each))),
        );
        const kept = names.filter(
          (each, index) => each !== database && contents[index].equals(damaged),
        );
        assert.equal(kept.length, 1, `no copy of the damaged file among ${names}`);
        assert.equal((await setInterval(88)).status, 200);
        await homeward.kill();
        await homeward.start();
        assert.equal(await intervalNow(), 88);
      },
    );
  }

  test('a full disk refuses changes, and serves on', { timeout: 60_000 }, async (testing) => {
    const disk = await smallDisk();
    if (!disk) {
      testing.skip('mounting a small disk needs root');
      return;
    }
    try {
      await start({ dataFolder: disk });
      await homeward.lists('here');
      assert.equal((await setInterval(40)).status, 200);
      const fill = await fillDisk(disk);

      // Pages that the database has already may take some changes more.
      let kept = 40;
      let refusal;
      for (let seconds = 41; seconds < 1500 && !refusal; ++seconds) {
        const answer = await setInterval(seconds);
        if (answer.status === 200) kept = seconds;
        else refusal = answer;
      }
      assert.ok(refusal?.status >= 500, `answered ${refusal?.status}`);
      assert.equal(typeof refusal.body.error.message, 'string');
      assert.equal(await intervalNow(), kept, 'a refused change does not hold');
      const body = { model: 'here', messages: [] };
      assert.equal((await homeward.call('POST', '/v1/chat/completions', body)).status, 200);

      await rm(fill);
      assert.equal((await setInterval(55)).status, 200);
      await homeward.kill();
      await homeward.start();
      assert.equal(await intervalNow(), 55);
    } finally {
      await homeward.kill();
      await removeDisk(disk);
    }
  });
});

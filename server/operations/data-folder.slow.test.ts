import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { SettingError } from '#server/config/env.ts';
import { FolderTaken, takeDataFolder } from './data-folder.ts';

let folder: string;
let holder: ChildProcess | undefined;
beforeEach(() => {
  folder = testFolder();
});
afterEach(() => {
  holder?.kill('SIGKILL');
  holder = undefined;
});

test('a second server on the same folder is refused with a sentence', () => {
  const first = takeDataFolder(folder);
  expect(() => takeDataFolder(folder)).toThrow(FolderTaken);
  expect(() => takeDataFolder(folder)).toThrow(
    /^Another server \(process \d+ on \S+, since 20\d\d-\S+Z\) is using .*DATA_DIR/,
  );
  first.release();
  takeDataFolder(folder).release();
  expect(readdirSync(folder)).toEqual(['lock.sqlite']);
});

test.each([
  ['that is a file', () => aFile(), 'because it is a file'],
  ['below a file', () => join(aFile(), 'data'), 'because it is a file'],
  ['that cannot be created', () => '/proc/nope', 'because there is no such folder'],
])('a folder %s is refused with a sentence', (_, where, reason) => {
  const path = where();
  expect(() => takeDataFolder(path)).toThrow(
    new SettingError(
      `DATA_DIR ${path} cannot be the data folder, ${reason}: name a folder that this user may write to.`,
    ),
  );
});

function aFile(): string {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  return file;
}

describe('a folder that another process has', () => {
  test('is free as soon as that process is killed', async () => {
    const killed = await takenByAnother();
    expect(() => takeDataFolder(folder)).toThrow(`process ${killed.pid} `);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(readdirSync(folder)).toEqual(['lock.sqlite', 'server.pid']);
    takeDataFolder(folder).release();
  });

  test.each(['99999999 elsewhere 2026-01-01T00:00:00.000Z\n', `${process.pid}`, ''])(
    'is taken whatever server.pid says: %j',
    async (note) => {
      await takenByAnother();
      writeFileSync(join(folder, 'server.pid'), note);
      expect(() => takeDataFolder(folder)).toThrow(FolderTaken);
    },
  );

  // Two containers with one volume do not see each other's processes.
  test.runIf(canUnshare())('is taken if that process runs in another container', async () => {
    await takenByAnother('unshare', ...UNSHARE, process.execPath);
    expect(readFileSync(join(folder, 'server.pid'), 'utf8')).toMatch(/^1 /);
    expect(() => takeDataFolder(folder)).toThrow(FolderTaken);
  });
});

const UNSHARE = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];

function canUnshare(): boolean {
  return spawnSync('unshare', [...UNSHARE, 'true']).status === 0;
}

/** Starts another process, and resolves when that process has the folder. */
async function takenByAnother(command = process.execPath, ...words: string[]) {
  const take = `
    import { takeDataFolder } from ${JSON.stringify(new URL('data-folder.ts', import.meta.url))};
    takeDataFolder(process.argv[1]);
    console.log('taken');
    setInterval(() => undefined, 60_000);
  `;
  const node = ['--input-type=module', '--eval', take, folder];
  holder = spawn(command, [...words, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!holder.stdout) throw new Error('it has no output');
  await once(holder.stdout, 'data');
  return holder;
}

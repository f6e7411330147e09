import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderTaken, takeDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('R6: a second server on the same folder is refused with a sentence', () => {
  const first = takeDataFolder(folder);
  expect(() => takeDataFolder(folder)).toThrow(FolderTaken);
  expect(() => takeDataFolder(folder)).toThrow(
    /Another server \(process \d+\) is using .*DATA_DIR/,
  );
  first.release();
  takeDataFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('R6: the lock of a process that died does not count', () => {
  // Linux gives out process numbers up to 4194304 at most.
  writeFileSync(join(folder, 'server.lock'), '99999999 1');
  takeDataFolder(folder).release();
});

test('the lock of a process whose number went to another does not count', () => {
  writeFileSync(join(folder, 'server.lock'), `${process.pid} 1`);
  takeDataFolder(folder).release();
});
